package lint

import "skillpack/internal/diag"

// filesCollision explains what skill.Load reports.
func filesCollision() *Rule {
	return &Rule{
		ID:       "files/collision",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "Two names in one directory differ only by case or Unicode form.",
			Why:     "On disks that ignore the difference a checkout holds one of them, so the catalog depends on the machine.",
			Bad:     "references/Form.md and references/form.md",
			Good:    "references/form.md and references/form-2.md",
			Cites:   []string{"M1", "E3", "D78"},
		},
	}
}
