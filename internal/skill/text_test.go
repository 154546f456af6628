package skill

import (
	"fmt"
	"strings"
	"testing"

	"skillpack/internal/diag"
)

// showFinding shows a diagnostic as "line:column rule text", with the text of its span.
func showFinding(data string, d diag.Diagnostic) string {
	p := diag.PositionAt([]byte(data), d.Span.Start)
	return fmt.Sprintf("%d:%d %s %q", p.Line, p.Column, d.Rule, data[d.Span.Start:d.Span.End])
}

func showFindings(data string, found []diag.Diagnostic) string {
	var lines []string
	for _, d := range found {
		lines = append(lines, showFinding(data, d))
	}
	return strings.Join(lines, "\n")
}

// applyFix applies the only fix of the findings.
func applyFix(t *testing.T, data string, found []diag.Diagnostic) string {
	t.Helper()
	var fix *diag.Fix
	for _, d := range found {
		if d.Fix != nil && fix != nil {
			t.Fatal("more than one fix")
		} else if d.Fix != nil {
			fix = d.Fix
		}
	}
	if fix == nil {
		t.Fatalf("no fix in %s", showFindings(data, found))
	}
	e := fix.Edits[0]
	return data[:e.Span.Start] + e.New + data[e.Span.End:]
}

func TestText(t *testing.T) {
	const good = "---\nname: x\n---\n"
	for _, tt := range []struct {
		name, data, want string
		json             string // "" for no frontmatter
	}{
		{"A1 byte order mark", "\ufeff" + good, `1:1 text/bom "\ufeff"`, `{"name":"x"}`},
		{"A4 bare CR ends a value", "---\nname: x\rlicense: y\n---\n", `2:8 text/carriage-return "\r"`, `{"name":"x","license":"y"}`},
		{"A4 bare CR in the body", good + "a\rb\r", `4:2 text/carriage-return "\r"`, `{"name":"x"}`},
		{"A4 control character in a value", "---\nname: a\x01b\n---\n", `2:8 text/control "\x01"`, `{"name":"a\u0001b"}`},
		{"A4 control characters in the body", good + "x\x1b[1m\x7f\u0080", `4:2 text/control "\x1b"`, `{"name":"x"}`},
		{"A19 NUL", "---\nname: x\n---\na\x00b\x00", `4:2 text/nul "\x00"`, ""},
		{"not UTF-8", "---\nname: caf\xe9\n---\n", `2:10 text/encoding "\xe9"`, ""},
		{"not UTF-8 and no fence", "caf\xe9\n", `1:4 text/encoding "\xe9"`, ""},
		{"U+0085 and U+2028 are text", good + "a\u0085b\u2028c\u2029", "", `{"name":"x"}`},
	} {
		t.Run(tt.name, func(t *testing.T) {
			front, _, found := parseManifest("x/SKILL.md", []byte(tt.data))
			if got := showFindings(tt.data, found); got != tt.want {
				t.Errorf("found %s\nwant  %s", got, tt.want)
			}
			if (front == nil) != (tt.json == "") || front != nil && string(front.AppendJSON(nil)) != tt.json {
				t.Errorf("frontmatter %s, want %s", front.AppendJSON(nil), tt.json)
			}
		})
	}
}

func TestTextFindingsConcernTheirSkill(t *testing.T) {
	_, _, found := parseManifest("a/b/SKILL.md", []byte("\x00\x00"))
	if len(found) != 1 || found[0].Skill != "a/b" || found[0].File != "a/b/SKILL.md" || !strings.Contains(found[0].Message, "and 1 more") {
		t.Errorf("%+v", found)
	}
	if _, _, root := parseManifest("SKILL.md", nil); root[0].Skill != "." {
		t.Errorf("%+v", root)
	}
}

func TestBOMFix(t *testing.T) {
	const data = "\ufeff---\nname: x\n---\nbody"
	_, body, found := parseManifest("x/SKILL.md", []byte(data))
	if data[body.Start:body.End] != "body" {
		t.Errorf("body %q", data[body.Start:body.End])
	}
	if got := applyFix(t, data, found); got != data[3:] {
		t.Errorf("fixed %q", got)
	}
}
