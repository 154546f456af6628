package lint

import "skillpack/internal/diag"

// filesLink explains what skill.Load reports.
func filesLink() *Rule {
	return &Rule{
		ID:       "files/link",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "A symbolic link is dangling, goes round in a circle or leads out of the tree.",
			Why:     "The catalog holds the bytes behind a link, and only those of the tree; these have none.",
			Bad:     "notes.txt -> ../../.env",
			Good:    "A copy of the file, or a link to a file of the tree.",
			Cites:   []string{"M1", "D64", "D65"},
		},
	}
}
