package verify

import (
	"strconv"
	"strings"
	"testing"
)

// A server could hide a fault behind many others if what is not told did not count.
func TestASkillWithAFaultIsNotVerifiedWhenTheReportIsFull(t *testing.T) {
	tally := newTally()
	for _, name := range []string{"a", "b", "right"} {
		uri := "skill://" + name + "/SKILL.md"
		tally.addSkill(&auditedSkill{Entry: Entry{URI: uri}})
	}
	for i := range maxFindings {
		tally.out.add(subject{}, "P2", nil, "finding %d", i)
	}
	for range 3 {
		tally.out.share([]string{"skill://a/SKILL.md"}, subject{"skill://b/SKILL.md", "skill://b/x"}, "H1", nil, "wrong bytes")
	}
	r := tally.report()
	for i, want := range []Verdict{Failed, Failed, Verified} {
		if s := r.Skills[i]; s.Verdict != want || want == Failed && (len(s.Findings) != 1 || s.Findings[0].Requirement != "H1") {
			t.Errorf("H1: %+v, want it %s", s, want)
		}
	}
	if n := len(tally.out.items); n != maxFindings+2 {
		t.Errorf("%d findings are kept", n)
	}
}

func TestWalkRefusesALongCursor(t *testing.T) {
	k := &caller{out: newFindings(Modern)}
	w := &walk{method: methodSkills}
	if w.tooLong(k, &response{}, strings.Repeat("x", maxCursor), 1) || len(k.out.items) != 0 {
		t.Error("P12: a cursor of " + strconv.Itoa(maxCursor) + " bytes is refused")
	}
	if !w.tooLong(k, &response{}, strings.Repeat("x", maxCursor+1), 1) || !w.broken || len(k.out.items) != 1 {
		t.Error("P12: a longer cursor is taken")
	}
}
