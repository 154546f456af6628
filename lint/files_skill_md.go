package lint

import "skillpack/internal/diag"

// filesSkillMD explains what skill.Load reports.
func filesSkillMD() *Rule {
	return &Rule{
		ID:       "files/skill-md",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "A skill's main file is not a file called exactly SKILL.md.",
			Why:     "Hosts look for that spelling only. On disks that ignore case the skill seems to work, elsewhere it does not exist.",
			Bad:     "reviews/skill.md",
			Good:    "reviews/SKILL.md",
			Cites:   []string{"F1", "D62", "A19"},
		},
	}
}
