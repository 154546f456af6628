package skill

import (
	"fmt"
	"path"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

// maxFindings bounds the findings of one manifest. Nobody reads further, and each
// costs memory and a search for its line.
const maxFindings = 100

// manifest is a SKILL.md being read.
type manifest struct {
	path  string
	data  []byte
	found []diag.Diagnostic
}

// ParseFrontmatter reads the bytes of one SKILL.md, as Load does: its frontmatter, nil
// where none can be read, the span of all that follows the closing fence, and what is
// wrong with the file. The findings have no severity.
func ParseFrontmatter(data []byte) (front *Frontmatter, body diag.Span, found []diag.Diagnostic) {
	return parseManifest(protocol.ManifestName, data)
}

// parseManifest reads the SKILL.md at path. It returns its frontmatter, nil where
// none could be read, the span of all that follows the closing fence, and what is
// wrong with the file, each finding for the skill in path's directory alone and
// without a severity. Where front is nil there is at least one finding.
//
// Where there is no opening fence the body is the whole file behind any byte order
// mark; where there is no closing fence it is empty.
//
// It takes any bytes: time and memory are linear in their number, and frontmatter
// over 1 MiB, or nested more than 100 deep, is a finding.
func parseManifest(path string, data []byte) (front *Frontmatter, body diag.Span, found []diag.Diagnostic) {
	m := &manifest{path: path, data: data}
	if !m.checkText() {
		// What a file that is no text lacks is of no interest.
		_, body, _ = (&manifest{path: path, data: data}).findBlock()
		return nil, body, m.found
	}
	block, body, ok := m.findBlock()
	if ok {
		front = m.parseYAML(block)
	}
	return front, body, m.found
}

// report adds a finding and returns it, to be completed before the next one.
func (m *manifest) report(rule string, span diag.Span, format string, args ...any) *diag.Diagnostic {
	d := diag.Diagnostic{Rule: rule, File: m.path, Skill: path.Dir(m.path), Span: span, Message: fmt.Sprintf(format, args...)}
	if len(m.found) == maxFindings {
		return &d
	}
	m.found = append(m.found, d)
	return &m.found[len(m.found)-1]
}

// lineOf returns the number of the line that holds an offset.
func (m *manifest) lineOf(offset int) int { return diag.PositionAt(m.data, offset).Line }

// AppendJSON appends the frontmatter to dst as a JSON object in the catalog's
// spelling: no white space, keys in the order written, numbers as their lexemes
// (E1). A nil Frontmatter is the empty object.
func (f *Frontmatter) AppendJSON(dst []byte) []byte {
	if f == nil {
		return append(dst, "{}"...)
	}
	return appendFields(dst, f.Fields)
}

func appendFields(dst []byte, fields []Field) []byte {
	dst = append(dst, '{')
	for i := range fields {
		if i > 0 {
			dst = append(dst, ',')
		}
		dst = append(protocol.AppendString(dst, fields[i].Key), ':')
		dst = fields[i].Value.AppendJSON(dst)
	}
	return append(dst, '}')
}

// AppendJSON appends the value to dst as Frontmatter.AppendJSON does.
func (v *Value) AppendJSON(dst []byte) []byte {
	switch v.Kind {
	case Map:
		return appendFields(dst, v.Fields)
	case List:
		dst = append(dst, '[')
		for i, item := range v.Items {
			if i > 0 {
				dst = append(dst, ',')
			}
			dst = item.AppendJSON(dst)
		}
		return append(dst, ']')
	case String:
		return protocol.AppendString(dst, v.Text)
	default:
		return append(dst, v.Text...)
	}
}
