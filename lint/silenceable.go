package lint

import "strings"

// Comments are where a comment can stand that silences a rule.
type Comments struct {
	Text        bool // in markdown
	Frontmatter bool
}

// Comments says what comments can silence the rule; by skillpack.yaml all can be silenced
// that are not Required. A test holds it to what the cases and scripts of the rules show.
func (r *Rule) Comments() Comments {
	if r.Required {
		return Comments{}
	}
	switch r.ID {
	case "catalog/metadata-budget", "catalog/nested":
		return Comments{Frontmatter: true}
	case "files/collision", "files/long-text", "files/script", "files/unreferenced", "files/windows-name", "security/comment-instructions":
		return Comments{Text: true}
	case "files/secret", "name/prefix":
		return Comments{Text: true, Frontmatter: true}
	}
	switch group, _, _ := strings.Cut(r.ID, "/"); group {
	case "frontmatter", "name":
		return Comments{Frontmatter: true}
	case "links":
		return Comments{Text: true}
	case "security", "text":
		return Comments{Text: true, Frontmatter: true}
	}
	return Comments{}
}

// ofWhole reports whether the rule speaks of whole files, wherever in one its findings
// stand: a comment before the first field or block silences it.
func (r *Rule) ofWhole() bool {
	switch r.ID {
	case "files/collision", "files/long-text", "files/unreferenced", "files/windows-name", "name/prefix",
		"text/bom", "text/length", "text/line-endings":
		return true
	}
	return false
}

// commentPlaces is Comments in words, "" for none.
func (r *Rule) commentPlaces() string {
	switch c := r.Comments(); {
	case c.Text && c.Frontmatter:
		return "markdown and in the frontmatter"
	case c.Text:
		return "markdown"
	case c.Frontmatter:
		return "the frontmatter"
	}
	return ""
}
