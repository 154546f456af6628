// Package changes tells people and programs how a catalog differs from an older one: as
// text, as JSON and as markdown. To what catalog.Diff finds it adds new links to the web,
// for which it reads markdown.
//
// All words from the catalogs are escaped, so that nothing in them can steer a terminal,
// mean something as markdown or HTML, or call somebody by name in a comment.
package changes

import (
	"fmt"
	"strings"

	"skillpack/catalog"
)

// Summary says in one line what differs.
func Summary(c *catalog.Changes) string {
	if c.Empty() {
		return "no differences"
	}
	parts := []string{
		fmt.Sprintf("%d added, %d removed, %d renamed, %d changed", c.Count(catalog.Added), c.Count(catalog.Removed), c.Count(catalog.Renamed), c.Count(catalog.Changed)),
		fmt.Sprintf("approvals revoked: %d", c.Revoked()),
	}
	for _, other := range []struct {
		n    int
		what string
	}{{len(c.Server), "settings of the server"}, {len(c.Described), "files described otherwise"}, {len(c.Directories), "empty directories"}} {
		if other.n > 0 {
			parts = append(parts, fmt.Sprintf("%s: %d", other.what, other.n))
		}
	}
	return strings.Join(parts, "; ")
}

// count renders a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
