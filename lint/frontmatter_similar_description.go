package lint

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterSimilarDescription() *Rule {
	return &Rule{
		ID:       "frontmatter/similar-description",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "Two skills of different names have the same description, or nearly so.",
			Why: "A model chooses a skill by its description, and here nothing tells it which. Case, order, punctuation and words such " +
				"as \"the\" or \"skill\" are not compared; of 20 other words or more, one may differ unless it is a name, a number or a " +
				"part of a skill's name. Left out are descriptions of one or two such words, skills that are not listed or that no model " +
				"may call, and skills of one name, which are name/duplicate.",
			Bad: "-- invoice/SKILL.md --\n---\nname: invoice\ndescription: Writes invoices from time sheets.\n---\n" +
				"-- billing/SKILL.md --\n---\nname: billing\ndescription: This skill writes invoices from the time sheets\n---",
			Good: "-- invoice/SKILL.md --\n---\nname: invoice\ndescription: Writes invoices from time sheets.\n---\n" +
				"-- billing/SKILL.md --\n---\nname: billing\ndescription: Collects open invoices and writes reminders.\n---",
			Cites: []string{"F4", "H4"},
		},
		Tree: checkSimilarDescriptions,
	}
}

// minSame and minNear are how many words that mean something two descriptions have in
// common before they are held for the same, or for nearly the same.
const (
	minSame = 3
	minNear = 20
)

func checkSimilarDescriptions(p *Pass) {
	filler := fillerWords()
	alike := likeAnother
	if len(p.only) > 0 {
		alike = likeAsked
	}
	compareTellings(p, tellings(p, alike(p, filler), filler))
}

func compareTellings(p *Pass, all []*telling) {
	var first []*telling // of each description
	for _, same := range groupBy(all, func(t *telling) string { return strings.Join(t.words, " ") }) {
		first = append(first, same[0])
		for _, alike := range apart(same) {
			if named := firstOfNames(alike); len(named) > 1 {
				reportSame(p, named)
			}
		}
	}
	first = slices.DeleteFunc(first, func(t *telling) bool { return len(t.words) < minNear })
	seen := nearIndex{}
	for _, t := range first {
		if other, word := seen.find(t); other != nil {
			reportNear(p, t, other, word)
		}
		seen.add(t)
	}
}

// tellings returns what some skills say of themselves that a model chooses from.
func tellings(p *Pass, skills []*skill.Skill, filler map[string]bool) []*telling {
	var out []*telling
	all := make([]*telling, len(skills))
	inParallel(context.Background(), len(all), func(i int) { all[i] = tellingOf(skills[i], filler) })
	for i, s := range skills {
		if t := all[i]; len(t.words) >= minSame && !isManual(s) && !isUnlisted(p, s) {
			out = append(out, t)
		}
	}
	return out
}

// isManual reports whether a skill is kept from the model's choice.
func isManual(s *skill.Skill) bool {
	field := s.Front.Get(disableModelKey)
	return field != nil && field.Value.Text == "true"
}

func isUnlisted(p *Pass, s *skill.Skill) bool {
	return slices.ContainsFunc(p.Globs, func(g Glob) bool {
		return g.Key == GlobUnlisted && matchesAny(g.Pattern, []string{s.Dir})
	})
}

// firstOfNames keeps the first skill of each name.
func firstOfNames(same []*telling) []*telling {
	var out []*telling
	for _, group := range groupBy(same, func(t *telling) string { return t.name }) {
		out = append(out, group[0])
	}
	return out
}

// reportSame reports one finding for all skills of one description, at the second.
func reportSame(p *Pass, same []*telling) {
	d := same[1].finding(fmt.Sprintf("%d skills say the same of themselves, the first is %s; a model cannot choose, so say what only this one does",
		len(same), quoted(same[0].name)))
	for _, other := range same {
		if other != same[1] {
			d.Related = append(d.Related, other.related())
		}
	}
	p.Report(d)
}

func reportNear(p *Pass, t, other *telling, word string) {
	d := t.finding(fmt.Sprintf("the description differs from that of %s only in the word %s; a model can hardly choose, so say what only this one does",
		quoted(other.name), quoted(word)))
	d.Related = []diag.Related{other.related()}
	p.Report(d)
}
