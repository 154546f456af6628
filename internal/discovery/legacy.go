package discovery

import (
	"fmt"
	"path"
	"strings"
	"unicode/utf8"

	"skillpack/internal/protocol"
)

const legacyKnown = ".well-known/skills"

type legacyDocument struct {
	Skills []legacyRow `json:"skills"`
}

type legacyRow struct {
	Name        string   `json:"name"`
	Description string   `json:"description"`
	Files       []string `json:"files"` // below the skill's directory, SKILL.md first
}

// legacy are the files of RFC v0.1.0: an index, and every file that it names. That form has no
// URLs, so the files are beside each index that has the skill.
func (s *Set) legacy(sc scope) []File {
	document := legacyDocument{Skills: []legacyRow{}}
	root := path.Join(sc.dir, legacyKnown)
	var files []File
	for _, k := range sc.skills {
		row := legacyRow{Name: k.name, Description: k.description}
		var beside []File
		for _, m := range k.members {
			if fault := legacyFault(m.path); fault != "" {
				s.warn("%q is not in the discovery index of v0.1.0: the path %q of its file %s: rename it", k.uri, m.path, fault)
				beside = nil
				break
			}
			row.Files = append(row.Files, m.path)
			beside = append(beside, m.file(root+"/"+k.name+"/"+m.path))
		}
		if beside != nil {
			document.Skills = append(document.Skills, row)
			files = append(files, beside...)
		}
	}
	return append(files, File{Path: root + "/" + indexName, Type: jsonType, Size: -1, Kind: Index, Bytes: func() ([]byte, error) {
		return encode(document)
	}})
}

// legacyFault says what keeps a file out of an index of v0.1.0, whose paths are put into URLs
// as they are; "" for nothing. A client refuses the whole index for one bad path.
func legacyFault(file string) string {
	for i := range len(file) {
		if b := file[i]; b < 0x20 || b > 0x7e || strings.IndexByte(`\?#[]%`, b) >= 0 {
			r, _ := utf8.DecodeRuneInString(file[i:])
			return fmt.Sprintf("has %q, and paths there are put into URLs as they are", string(r))
		}
	}
	switch {
	case strings.Contains(file, ".."):
		return `has "..", which clients take for a way out of the directory`
	case strings.HasSuffix(file, " "):
		return "ends in a blank, which URLs drop"
	case file != protocol.ManifestName && strings.EqualFold(file, protocol.ManifestName):
		return fmt.Sprintf("is taken for %s by clients", protocol.ManifestName)
	}
	return ""
}
