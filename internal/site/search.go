package site

import "skillpack/internal/protocol"

// searchPart is search data of the filter: a range of the listed skills. The file is a JSON
// array with an array a skill: path, description, and what its row says of files and size.
type searchPart struct {
	skills []*Skill
	first  int // index of the first among the listed skills
	path   string
}

// searchParts are all of them, by index.
type searchParts []searchPart

// maxSearch is about how large a file of search data is, in bytes.
const maxSearch = 1 << 20

// searchData parts the listed skills into files named by their content.
func searchData(skills []*Skill) searchParts {
	var parts searchParts
	for first := 0; first < len(skills); {
		end, size := first, 0
		for end < len(skills) && size < maxSearch {
			size += len(skills[end].Path) + len(skills[end].Description) + 32
			end++
		}
		part := searchPart{skills: skills[first:end], first: first}
		part.path = hashed("search.json", part.bytes())
		parts = append(parts, part)
		first = end
	}
	return parts
}

// between names the files that hold the skills of a range, last included.
func (p searchParts) between(first, last int) []string {
	var names []string
	for _, part := range p {
		if part.first <= last && first < part.first+len(part.skills) {
			names = append(names, part.path)
		}
	}
	return names
}

func (p searchPart) file() File {
	return File{
		Path: p.path, Type: "application/json", Class: Asset,
		Bytes: func() ([]byte, error) { return p.bytes(), nil },
	}
}

func (p searchPart) bytes() []byte {
	b := []byte("[")
	for i, k := range p.skills {
		if i > 0 {
			b = append(b, ",\n"...)
		}
		b = protocol.AppendString(append(b, '['), k.Path)
		b = protocol.AppendString(append(b, ','), k.Description)
		b = protocol.AppendString(append(b, ','), meta(k))
		b = append(b, ']')
	}
	return append(b, "]\n"...)
}
