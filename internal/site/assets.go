package site

import (
	"crypto/sha256"
	"encoding/hex"
	"io/fs"
	"path"

	"skillpack/templates"
)

// assetFiles are the style sheet and the script, named by their content. It tells pages
// their paths.
func (s *Site) assetFiles() ([]File, error) {
	style, err := asset("site.css", "text/css; charset=utf-8")
	if err != nil {
		return nil, err
	}
	script, err := asset("site.js", "text/javascript; charset=utf-8")
	if err != nil {
		return nil, err
	}
	s.pages.style, s.pages.script = style.Path, script.Path
	return []File{style, script}, nil
}

func asset(name, mediaType string) (File, error) {
	data, err := fs.ReadFile(templates.Site(), name)
	if err != nil {
		return File{}, err
	}
	return File{
		Path: hashed("assets/"+name, data), Type: mediaType, Class: Asset,
		Bytes: func() ([]byte, error) { return data, nil },
	}, nil
}

// hashed puts the first 8 digits of the SHA-256 of the data into a name, before the
// extension, so that the file can be kept for good.
func hashed(name string, data []byte) string {
	sum := sha256.Sum256(data)
	ext := path.Ext(name)
	return name[:len(name)-len(ext)] + "-" + hex.EncodeToString(sum[:4]) + ext
}
