package lint

import "skillpack/internal/diag"

// filesName explains what skill.Load reports.
func filesName() *Rule {
	return &Rule{
		ID:       "files/name",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "A file or directory has a name that cannot stand in a URI.",
			Why:     "A backslash is a separator to some hosts, and a name that is not UTF-8 has no URI that reads back.",
			Bad:     `a\b.md`,
			Good:    "a-b.md",
			Cites:   []string{"M1", "M3", "D78"},
		},
	}
}
