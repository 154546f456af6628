package verdict

import (
	"bufio"
	"fmt"
	"io"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/verify"
)

// maxFindings is how many findings of one skill text shows; of more nobody learns more.
const maxFindings = 20

// WriteText prints a report for people: a line for each skill, and under it what is
// wrong with it and what shows that. What failed stands last, and the server after it.
func WriteText(w io.Writer, r *verify.Report, o Options) error {
	t := text{b: bufio.NewWriter(w), c: diag.Palette(o.Color), audited: r.Eras}
	skills := slices.Clone(o.shown(r.Skills))
	slices.SortStableFunc(skills, func(a, b verify.SkillReport) int { return rank(a.Verdict) - rank(b.Verdict) })
	t.width = widest(skills)
	for i := range skills {
		t.skill(&skills[i])
	}
	if !o.Quiet {
		t.group("note", t.c.Blue, "about the server", r.Notes)
	}
	t.group("failed", t.c.Red, "the server", r.Server)
	return t.b.Flush()
}

func rank(v verify.Verdict) int {
	return slices.Index([]verify.Verdict{verify.Verified, verify.Unverifiable, verify.Unchecked, verify.Failed}, v)
}

// word is what people read for a verdict.
func word(v verify.Verdict) string {
	if v == verify.Unchecked {
		return "not checked"
	}
	return string(v)
}

type text struct {
	b       *bufio.Writer
	c       diag.Colors
	audited []verify.Era
	width   int // of the verdicts
}

// widest returns the width of the verdicts of some skills.
func widest(skills []verify.SkillReport) int {
	width := len(verify.Verified)
	for _, s := range skills {
		width = max(width, len(word(s.Verdict)))
	}
	return width
}

func (t *text) skill(s *verify.SkillReport) {
	details := fmt.Sprintf("%s, %d bytes", filesOf(s), s.Bytes)
	if s.Unlisted {
		details += ", not listed"
	}
	if s.Verdict == verify.Unverifiable {
		details = "dynamic: nothing says what its files are"
	}
	t.head(word(s.Verdict), t.color(s.Verdict), fmt.Sprintf("%s  %s%s%s", diag.Printable(s.URI), t.c.Dim, details, t.c.Reset))
	t.findings(s.Findings)
}

// filesOf counts the files of a skill, and says of how many where that is not all.
func filesOf(s *verify.SkillReport) string {
	if s.Files < s.Listed {
		return fmt.Sprintf("%d of %s", s.Files, count(s.Listed, "file"))
	}
	return count(s.Files, "file")
}

// count renders a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}

func (t *text) color(v verify.Verdict) string {
	switch v {
	case verify.Verified:
		return t.c.Green
	case verify.Unverifiable, verify.Unchecked:
		return t.c.Yellow
	}
	return t.c.Red
}

// group prints findings that are of no skill, if there are any.
func (t *text) group(word, color, what string, findings []verify.Finding) {
	if len(findings) > 0 {
		t.head(word, color, what)
		t.findings(findings)
	}
}

func (t *text) head(word, color, rest string) {
	fmt.Fprintf(t.b, "%s%-*s%s  %s\n", color, t.width, word, t.c.Reset, rest)
}

func (t *text) findings(findings []verify.Finding) {
	for i, f := range findings {
		if i == maxFindings {
			fmt.Fprintf(t.b, "    … and %d more, which --json tells\n", len(findings)-i)
			return
		}
		fmt.Fprintf(t.b, "    %s%s%s %s\n", t.c.Bold, diag.Printable(f.Requirement), t.c.Reset, sentence(f, t.audited))
		if asked := request(f.Request); asked != "" {
			fmt.Fprintf(t.b, "       %srequest: %s%s\n", t.c.Dim, asked, t.c.Reset)
		}
	}
}

// Tally says in one line what came out.
func Tally(r *verify.Report, o Options) string {
	c := Count(r)
	parts := []string{fmt.Sprintf("%s: %d verified, %d failed", count(len(r.Skills), "skill"), c.Verified, c.Failed)}
	if c.Unverifiable > 0 {
		parts[0] += fmt.Sprintf(", %d unverifiable", c.Unverifiable)
	}
	if c.Unchecked > 0 {
		parts[0] += fmt.Sprintf(", %d not checked", c.Unchecked)
	}
	if n := len(r.Server); n > 0 {
		parts = append(parts, count(n, "finding")+" about the server")
	}
	if len(r.Eras) > 0 {
		parts = append(parts, "asked in "+join(r.Eras))
	}
	if r.OK() && Failed(r, o.Strict) {
		parts = append(parts, "--strict fails on what is unverifiable")
	}
	return strings.Join(parts, "; ")
}
