package lint

import (
	"strings"

	"skillpack/docs"
)

// Cite is what an id stands for that a rule cites.
type Cite struct {
	ID   string
	Case bool   // an input that real tools got wrong, rather than a requirement
	Text string // of a case the input, of a requirement all of it; in markdown
}

// Cites returns what the ids stand for that the rule cites.
func (r *Rule) Cites() []Cite {
	cites := make([]Cite, 0, len(r.Doc.Cites))
	for _, id := range r.Doc.Cites {
		c := Cite{ID: id, Case: isCase(id)}
		switch {
		case c.Case:
			c.Text = strings.ReplaceAll(row(docs.Cases, id), "`fm: ", "`")
		case len(id) == 1:
			c.Text = heading(docs.Requirements, id)
		default:
			c.Text = row(docs.Requirements, id)
		}
		cites = append(cites, c)
	}
	return cites
}

// isCase tells the document of an id by its letter; Y is both a table of requirements
// and, with a number, a group of cases.
func isCase(id string) bool { return len(id) > 1 && strings.Contains("AYNDLS", id[:1]) }

// row returns the second cell of the table row that begins with an id.
func row(document, id string) string {
	_, rest, found := strings.Cut(document, "\n| "+id+" | ")
	if !found {
		return ""
	}
	line, _, _ := strings.Cut(rest, "\n")
	for i := 0; i < len(line); i++ {
		switch {
		case line[i] == '\\':
			i++ // an escaped bar is text
		case line[i] == '|':
			return strings.ReplaceAll(strings.TrimSpace(line[:i]), `\|`, "|")
		}
	}
	return ""
}

// heading returns what the heading of a table says behind its letter.
func heading(document, letter string) string {
	_, rest, _ := strings.Cut(document, "\n## "+letter+": ")
	line, _, _ := strings.Cut(rest, "\n")
	return line
}
