package lint

import "strings"

// Rules returns every rule, sorted by id.
func Rules() []*Rule {
	return []*Rule{
		filesLimit(),
	}
}

// Anchor is the fragment under which a rule stands in its documentation.
func Anchor(id string) string { return strings.ReplaceAll(id, "/", "-") }
