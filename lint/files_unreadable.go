package lint

import "skillpack/internal/diag"

// filesUnreadable explains what skill.Load reports.
func filesUnreadable() *Rule {
	return &Rule{
		ID:       "files/unreadable",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "A file or directory could not be read, or is no file at all, such as a socket.",
			Why:     "A skill is published whole or not at all, and this part of it cannot be.",
			Bad:     "A file without read permission.",
			Good:    "chmod +r",
			Cites:   []string{"E3"},
		},
	}
}
