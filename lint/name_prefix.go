package lint

import (
	"fmt"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func namePrefix() *Rule {
	return &Rule{
		ID:       "name/prefix",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "The first segment of a published path needs percent-encoding.",
			Why: "That segment stands where a URI has its host. Some clients refuse an escaped host, and then none of the skills below " +
				"it can be read. A skill's own name is judged by name/format.",
			Bad:   "-- Team Tools/refunds/SKILL.md --\n...",
			Good:  "-- team-tools/refunds/SKILL.md --\n...",
			Cites: []string{"M3"},
		},
		Tree: checkPrefix,
	}
}

func checkPrefix(p *Pass) {
	seen := map[string]bool{}
	for _, s := range p.Tree.Skills {
		first, rest, below := strings.Cut(p.Tree.Published(s.Dir), "/")
		if !below || seen[first] || protocol.EncodePath(first) == first || isSkillName(p.Tree, s) {
			continue
		}
		seen[first] = true
		reportPrefix(p, s, first, rest)
	}
}

// isSkillName reports whether the first segment of a skill's path is the name of a
// skill that encloses it.
func isSkillName(t *skill.Tree, s *skill.Skill) bool {
	for s.Parent != nil {
		s = s.Parent
	}
	return !strings.Contains(t.Published(s.Dir), "/")
}

func reportPrefix(p *Pass, s *skill.Skill, first, rest string) {
	from := "the directory"
	if p.Tree.Prefix != "" {
		from = "the prefix"
	}
	p.At(s.Manifest, diag.Span{}, fmt.Sprintf(
		"%s %s becomes %q at the start of URIs such as that of %s, and some clients refuse an escape there; use only letters, digits and \"-._~\"",
		from, quoted(first), protocol.EncodePath(first), quoted(rest)))
}
