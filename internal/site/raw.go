package site

import (
	"bytes"
	"cmp"
	"encoding/base64"
	"fmt"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/markup"
)

// rawPath is where the bytes of a content are in the site. Its extension is one that no host
// takes for a type which browsers run; without any, some hosts guess from the content.
// Raster images have theirs, so that pages can show them: the first bytes say what they
// are, whatever the name says.
func rawPath(c *catalog.Content) string {
	extension := cmp.Or(markup.RasterExtension(head(c)), "bin")
	return "raw/" + strings.TrimPrefix(c.Digest, "sha256:") + "." + extension
}

// head returns the first bytes of a content that is no text, without decoding the rest.
func head(c *catalog.Content) []byte {
	const encoded = 64
	blob, ok := bytes.CutPrefix(c.Wire(), []byte(`"blob":"`))
	if !ok {
		return nil
	}
	blob = blob[:min(encoded, len(blob)-1)]
	decoded := make([]byte, base64.StdEncoding.DecodedLen(len(blob)))
	n, _ := base64.StdEncoding.Decode(decoded, blob) // the catalog was checked
	return decoded[:n]
}

// rawFiles are the contents of all files of listed skills, once each. One that files of
// several names share is offered for download under none: browsers would take that for the
// name in the link, which each of the files has its own in.
func (s *Site) rawFiles() ([]File, error) {
	var files []File
	at := map[string]int{}
	for _, k := range s.skills {
		for _, f := range k.Own() {
			i, seen := at[f.Raw]
			if !seen {
				at[f.Raw] = len(files)
				files = append(files, s.rawFile(f))
			} else if files[i].Name != f.Name() {
				files[i].Name = ""
			}
		}
	}
	return files, nil
}

func (s *Site) rawFile(f *SkillFile) File {
	raw := File{Path: f.Raw, Type: rawType(f), Class: Raw, Name: f.Name(), Digest: f.Digest,
		Bytes: func() ([]byte, error) { return s.bytes(f) }}
	if raw.Type != "" {
		raw.Class = Image
	} else {
		raw.Type = "application/octet-stream"
	}
	return raw
}

// rawType is the media type of a raster image, "" of any other file.
func rawType(f *SkillFile) string {
	_, extension, _ := strings.Cut(f.Raw, ".")
	return map[string]string{"png": "image/png", "jpg": "image/jpeg", "gif": "image/gif", "webp": "image/webp", "avif": "image/avif"}[extension]
}

// bytes returns the bytes of a file.
func (s *Site) bytes(f *SkillFile) ([]byte, error) {
	content, ok := s.catalog.Content(f.URI)
	if !ok {
		return nil, fmt.Errorf("%s: not in the catalog", f.URI)
	}
	return content.Bytes()
}
