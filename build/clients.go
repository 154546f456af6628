package build

import (
	"encoding/json"
	"fmt"
	"unicode/utf8"

	"skillpack/catalog"
)

// Refused says which client refuses the whole listing of a catalog, for which skill
// and why; "" where none does. Only a project that lowered a rule of frontmatter can
// have such a catalog (C).
func Refused(c *catalog.Catalog) string {
	first, why, n := "", "", 0
	for i := range c.Skills {
		if reason := refusedEntry(&c.Skills[i]); reason != "" {
			if n++; n == 1 {
				first, why = c.Skills[i].URI, reason
			}
		}
	}
	switch n {
	case 0:
		return ""
	case 1:
		return fmt.Sprintf("the MCP TypeScript client refuses the whole listing of this catalog, since %s in %s", why, first)
	}
	return fmt.Sprintf("the MCP TypeScript client refuses the whole listing of this catalog for %d skills, the first since %s in %s", n, why, first)
}

// refusedEntry says what the TypeScript client refuses in an entry that a catalog can
// hold, "" for nothing.
func refusedEntry(e *catalog.Entry) string {
	var front struct{ Metadata, Compatibility json.RawMessage }
	if err := json.Unmarshal(e.Frontmatter, &front); err != nil {
		return "the frontmatter cannot be read"
	}
	var values map[string]*string
	if front.Metadata != nil && (json.Unmarshal(front.Metadata, &values) != nil || hasNil(values)) {
		return "the metadata does not map text to text"
	}
	var text *string
	if front.Compatibility == nil {
		return ""
	}
	if json.Unmarshal(front.Compatibility, &text) != nil || text == nil || *text == "" || utf8.RuneCountInString(*text) > 500 {
		return "the compatibility is not a text of 1 to 500 characters"
	}
	return ""
}

// hasNil reports whether values is no mapping or has a null in it.
func hasNil(values map[string]*string) bool {
	for _, v := range values {
		if v == nil {
			return true
		}
	}
	return values == nil
}
