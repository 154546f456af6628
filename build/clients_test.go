package build

import (
	"strings"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
	"skillpack/lint"
)

func TestY32LoweredSaysWhichClientRefuses(t *testing.T) { // C
	lowered := Options{Lint: lint.Config{Severity: map[string]diag.Severity{
		"frontmatter/metadata": diag.Warning, "frontmatter/compatibility": diag.Off,
	}}}
	for line, want := range map[string]string{
		"license: MIT":                     "",
		"metadata: {version: \"1.10\"}":    "",
		"metadata: {}":                     "",
		"compatibility: Needs git.":        "",
		"metadata: {version: 1.10}":        "since the metadata does not map text to text in skill://a/SKILL.md",
		"metadata: {on: null}":             "since the metadata does not",
		"metadata: [a]":                    "since the metadata does not",
		"metadata:":                        "since the metadata does not",
		"compatibility: 2":                 "since the compatibility is not a text of 1 to 500 characters in skill://a/SKILL.md",
		"compatibility: \"\"":              "since the compatibility is",
		"compatibility: " + long(501, 'x'): "since the compatibility is",
		"compatibility: " + long(500, '中'): "",
	} {
		c := compile(t, tree(map[string]string{"a/SKILL.md": md("a", line), "b/SKILL.md": md("b")}), skill.Options{}, lowered)
		if got := Refused(c); (got == "") != (want == "") || !strings.Contains(got, want) {
			t.Errorf("%.40s: %q, want %q", line, got, want)
		}
	}
	two := compile(t, tree(map[string]string{"a/SKILL.md": md("a", "metadata: {x: 1}"), "b/SKILL.md": md("b", "metadata: {x: 1}")}), skill.Options{}, lowered)
	if got := Refused(two); !strings.Contains(got, "for 2 skills, the first since") {
		t.Errorf("two are %q", got)
	}
}

func long(n int, r rune) string { return strings.Repeat(string(r), n) }
