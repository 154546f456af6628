package verify

import (
	"cmp"
	"maps"
	"slices"
)

// tally puts the audits of several eras together.
type tally struct {
	label  string
	eras   []Era
	out    *findings
	notes  *findings
	skills map[string]*SkillReport
	whole  map[string]int // in how many eras all of a skill was checked, by URI
}

func newTally() *tally {
	return &tally{out: newFindings(""), notes: newFindings(""), skills: map[string]*SkillReport{}, whole: map[string]int{}}
}

// add adds what was found in one era.
func (t *tally) add(a *eraAudit) {
	t.label = a.c.Label()
	t.eras = append(t.eras, a.c.Era())
	for _, s := range a.skills {
		t.addSkill(s)
	}
	for _, f := range a.out.sorted() {
		t.out.put(f)
	}
	for _, f := range a.notes.sorted() {
		t.notes.put(f)
	}
}

// addSkill adds a skill of one era. It failed if it has findings; until they are counted
// it is as good as can be.
func (t *tally) addSkill(s *auditedSkill) {
	r := t.skills[s.URI]
	if r == nil {
		r = &SkillReport{URI: s.URI, Name: s.name, Unlisted: s.unlisted, Verdict: Verified}
		t.skills[s.URI] = r
	}
	r.Name = cmp.Or(r.Name, s.name)
	r.Listed = max(r.Listed, len(s.Resources))
	r.Files, r.Bytes = max(r.Files, s.files), max(r.Bytes, s.bytes)
	if s.files == len(s.Resources) {
		t.whole[s.URI]++
	}
	if s.Dynamic {
		r.Verdict = Unverifiable
	}
}

// endEarly makes unchecked what was not checked as a whole in each era, and drops what is
// known only from calls without an answer: that says nothing of how a server behaves.
func (t *tally) endEarly() {
	maps.DeleteFunc(t.out.items, func(_ findingKey, f *found) bool { return f.unanswered })
	for uri, s := range t.skills {
		if t.whole[uri] < len(t.eras) {
			s.Verdict = Unchecked
		}
	}
}

// report returns the whole report.
func (t *tally) report() *Report {
	r := &Report{Label: t.label, Eras: t.eras}
	for _, f := range t.notes.sorted() {
		r.Notes = append(r.Notes, f.Finding)
	}
	for _, f := range t.out.sorted() {
		if !t.fails(f.Skill, f.Finding) {
			r.Server = append(r.Server, f.Finding)
			continue
		}
		for _, uri := range f.also {
			t.fails(uri, f.Finding)
		}
	}
	for _, s := range slices.SortedFunc(maps.Values(t.skills), func(a, b *SkillReport) int { return cmp.Compare(a.URI, b.URI) }) {
		r.Skills = append(r.Skills, *s)
	}
	return r
}

// fails adds a finding to a skill; false where there is no such skill.
func (t *tally) fails(uri string, f Finding) bool {
	s := t.skills[uri]
	if s == nil {
		return false
	}
	s.Verdict = Failed
	s.Findings = append(s.Findings, f)
	return true
}
