package verdict

import (
	"encoding/json"
	"encoding/xml"
	"fmt"
	"io"
	"strings"
	"testing"

	"skillpack/internal/diag"
	"skillpack/verify"
)

const evil = "\x1b]0;owned\x07\x1b[2J\u009b2J\u202e\r\n"

func sample() *verify.Report {
	both := []verify.Era{verify.Modern, verify.Legacy}
	ask := json.RawMessage(`{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"_meta":{"x":1},"uri":"skill://b/<a>.md"}}`)
	return &verify.Report{
		Target: "http://127.0.0.1:1/mcp", Label: "ours", Eras: both,
		Server: []verify.Finding{{Requirement: "P7", Message: "took a bad cursor", Eras: both}},
		Skills: []verify.SkillReport{
			{URI: "skill://a/SKILL.md", Name: "a", Verdict: verify.Verified, Files: 1, Bytes: 10, Unlisted: true},
			{URI: "skill://b/SKILL.md", Name: "b", Verdict: verify.Failed, Listed: 3, Files: 2, Bytes: 20, Findings: []verify.Finding{
				{Requirement: "H1", Skill: "skill://b/SKILL.md", URI: "skill://b/<a>.md", Message: "12 bytes, expected 13", Request: ask, Eras: both[:1]},
			}},
			{URI: "skill://c/SKILL.md", Name: "c", Verdict: verify.Unverifiable},
		},
		Notes: []verify.Finding{{Requirement: "E6", Message: `two skills are named "a"`}},
	}
}

func written(t *testing.T, write func(io.Writer, *verify.Report, Options) error, r *verify.Report, o Options) string {
	t.Helper()
	var b strings.Builder
	if err := write(&b, r, o); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestText(t *testing.T) {
	got := written(t, WriteText, sample(), Options{})
	want := `verified      skill://a/SKILL.md  1 file, 10 bytes, not listed
unverifiable  skill://c/SKILL.md  dynamic: nothing says what its files are
failed        skill://b/SKILL.md  2 of 3 files, 20 bytes
    H1 skill://b/<a>.md: 12 bytes, expected 13 (in 2026-07-28 alone)
       request: resources/read {"uri":"skill://b/<a>.md"}
note          about the server
    E6 two skills are named "a"
failed        the server
    P7 took a bad cursor
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	quiet := written(t, WriteText, sample(), Options{Quiet: true})
	if !strings.HasPrefix(quiet, "failed    skill://b/SKILL.md") || strings.Contains(quiet, "note") || !strings.Contains(quiet, "P7") {
		t.Errorf("quiet is\n%s", quiet)
	}
	if strict := written(t, WriteText, sample(), Options{Quiet: true, Strict: true}); !strings.Contains(strict, "unverifiable") {
		t.Errorf("quiet and strict is\n%s", strict)
	}
	if colored := written(t, WriteText, sample(), Options{Color: true}); !strings.Contains(colored, "\x1b[1;31mfailed") {
		t.Errorf("in colour it is\n%q", colored)
	}
}

func TestTextShowsTheFirstFindings(t *testing.T) {
	r := &verify.Report{Skills: []verify.SkillReport{{URI: "skill://a/SKILL.md", Verdict: verify.Failed}}}
	for i := range maxFindings + 3 {
		r.Skills[0].Findings = append(r.Skills[0].Findings, verify.Finding{Requirement: "H1", Message: fmt.Sprint("number ", i)})
	}
	got := written(t, WriteText, r, Options{})
	if !strings.HasSuffix(got, "number 19\n    … and 3 more, which --json tells\n") {
		t.Errorf("got\n%s", got)
	}
}

func TestTally(t *testing.T) {
	unverifiable := &verify.Report{Skills: sample().Skills[2:]}
	for _, c := range []struct {
		r    *verify.Report
		o    Options
		want string
	}{
		{sample(), Options{}, "3 skills: 1 verified, 1 failed, 1 unverifiable; 1 finding about the server; asked in 2026-07-28 and 2025-11-25"},
		{&verify.Report{Skills: sample().Skills[:1]}, Options{}, "1 skill: 1 verified, 0 failed"},
		{unverifiable, Options{}, "1 skill: 0 verified, 0 failed, 1 unverifiable"},
		{unverifiable, Options{Strict: true}, "1 skill: 0 verified, 0 failed, 1 unverifiable; --strict fails on what is unverifiable"},
	} {
		if got := Tally(c.r, c.o); got != c.want {
			t.Errorf("got  %s\nwant %s", got, c.want)
		}
	}
}

func TestFailed(t *testing.T) {
	t.Run("H7", func(t *testing.T) {
		r := &verify.Report{Skills: sample().Skills[2:]}
		if Failed(r, false) || !Failed(r, true) {
			t.Error("an unverifiable skill must fail with --strict alone")
		}
	})
	if !Failed(sample(), false) || Failed(&verify.Report{}, true) {
		t.Error("a finding fails, nothing does not")
	}
}

func TestJSON(t *testing.T) {
	var got struct {
		Version  int
		Verified bool
		Error    string
		Eras     []string
		Counts   Counts
		Server   []finding
		Skills   []skill
		Notes    []finding
	}
	parse := func(r *verify.Report, o Options) {
		t.Helper()
		got.Error = ""
		if err := json.Unmarshal([]byte(written(t, WriteJSON, r, o)), &got); err != nil {
			t.Fatal(err)
		}
	}
	parse(sample(), Options{})
	if got.Version != 1 || got.Verified || got.Counts != (Counts{1, 1, 1, 0, 2}) || len(got.Skills) != 3 || len(got.Notes) != 1 || len(got.Server) != 1 {
		t.Errorf("got %+v", got)
	}
	var asked struct {
		Params struct {
			Meta map[string]int `json:"_meta"`
		}
	}
	if err := json.Unmarshal(got.Skills[1].Findings[0].Request, &asked); err != nil || asked.Params.Meta["x"] != 1 {
		t.Errorf("the request is not whole: %s", got.Skills[1].Findings[0].Request)
	}
	if parse(sample(), Options{Quiet: true}); len(got.Skills) != 1 || got.Counts.Verified != 1 {
		t.Errorf("quiet is %+v", got)
	}
	if parse(&verify.Report{}, Options{}); !got.Verified || got.Skills == nil || got.Server == nil || got.Eras == nil {
		t.Errorf("of nothing: %+v", got)
	}
	if parse(&verify.Report{}, Options{Ended: "no answer"}); got.Verified || got.Error != "no answer" {
		t.Errorf("ended early: %+v", got)
	}
	broken := &verify.Report{Server: []verify.Finding{{Request: json.RawMessage("{")}}}
	if parse(broken, Options{}); got.Server[0].Request != nil {
		t.Errorf("kept a request that is no JSON: %+v", got)
	}
}

func TestJUnit(t *testing.T) {
	parse := func(r *verify.Report, o Options) (got diag.JUnit) {
		t.Helper()
		if err := xml.Unmarshal([]byte(written(t, WriteJUnit, r, o)), &got); err != nil {
			t.Fatal(err)
		}
		return got
	}
	got := parse(sample(), Options{})
	if got.Tests != 4 || got.Failures != 2 || got.Skipped != 1 || len(got.Suites) != 4 {
		t.Errorf("got %+v", got)
	}
	if c := got.Suites[2].Cases[0]; c.Name != "H1 skill://b/<a>.md" || c.Class != "skill://b/SKILL.md" || c.Failure == nil || c.Failure.Type != "H1" ||
		!strings.Contains(c.Failure.Text, `resources/read {"uri"`) {
		t.Errorf("a finding is %+v", c)
	}
	if strict := parse(sample(), Options{Strict: true}); strict.Failures != 3 || strict.Skipped != 0 {
		t.Errorf("strict is %+v", strict)
	}
	if quiet := parse(sample(), Options{Quiet: true}); quiet.Tests != 2 || quiet.Failures != 2 {
		t.Errorf("quiet is %+v", quiet)
	}
	if ended := parse(&verify.Report{Target: "x"}, Options{Ended: "no answer"}); ended.Errors != 1 || ended.Failures != 0 || ended.Suites[0].Cases[0].Error.Message != "no answer" {
		t.Errorf("ended early: %+v", ended)
	}
	if clean := parse(&verify.Report{Target: "x"}, Options{}); clean.Tests != 1 || clean.Failures != 0 {
		t.Errorf("of nothing: %+v", clean)
	}
}

// What was not checked never looks as if it passed.
func TestUnchecked(t *testing.T) {
	r := &verify.Report{Skills: []verify.SkillReport{{URI: "skill://a/SKILL.md", Verdict: verify.Unchecked, Listed: 4, Files: 1, Bytes: 2}}}
	for _, c := range []struct {
		write func(io.Writer, *verify.Report, Options) error
		want  string
	}{
		{WriteText, "not checked  skill://a/SKILL.md  1 of 4 files, 2 bytes\n"},
		{WriteJSON, `"verdict": "unchecked"`},
		{WriteJSON, `"unchecked": 1`},
		{WriteJUnit, `<skipped message="not checked: the audit ended early"></skipped>`},
	} {
		if got := written(t, c.write, r, Options{Ended: "lost"}); !strings.Contains(got, c.want) {
			t.Errorf("got\n%s\nwant %s", got, c.want)
		}
	}
	if got := Tally(r, Options{}); !strings.HasSuffix(got, ", 1 not checked") {
		t.Errorf("the tally is %q", got)
	}
}

// Nothing that a server says reaches a terminal or a parser as it is.
func TestHostileWords(t *testing.T) {
	ask := json.RawMessage("{\"method\":\"resources/read\",\"params\":{\"uri\":\"\\u001b[2J\u009b2J\u202e\"}}")
	f := verify.Finding{Requirement: "H1" + evil, Skill: evil, URI: evil, Message: evil + "]]>", Request: ask}
	r := &verify.Report{
		Target: evil, Label: evil, Server: []verify.Finding{f}, Notes: []verify.Finding{f},
		Skills: []verify.SkillReport{
			{URI: evil, Name: evil, Verdict: verify.Failed, Findings: []verify.Finding{f}},
			{URI: "x" + evil, Verdict: verify.Unverifiable},
		},
	}
	for name, write := range map[string]func(io.Writer, *verify.Report, Options) error{"text": WriteText, "json": WriteJSON, "junit": WriteJUnit} {
		got := written(t, write, r, Options{Ended: evil})
		if lines := strings.ReplaceAll(got, "\n", ""); diag.Printable(lines) != lines {
			t.Errorf("%s lets through %q", name, got)
		}
	}
	if got := written(t, WriteText, r, Options{}); strings.Count(got, "\n") != 10 {
		t.Errorf("the server made lines of its own:\n%s", got)
	}
}
