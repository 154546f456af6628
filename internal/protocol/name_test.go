package protocol

import (
	"strings"
	"testing"
)

// N57, N58: each name that F3 refuses, the rule that it breaks and the name that
// would pass.
func TestNameFault(t *testing.T) {
	for _, c := range []struct{ name, fault, passing string }{
		{"", "empty", ""},
		{"PDF-Tools", "'P'", "pdf-tools"},
		{"a:b", "':'", "a-b"},
		{"a--b", "two hyphens", "a-b"},
		{"-a", "begins", "a"},
		{"a-", "ends", "a"},
		{"a_b", "'_'", "a-b"},
		{"my skill", "' '", "my-skill"},
		{"a/b", "'/'", "a-b"},
		{"café", "'é'", "cafe"},
		{"中文", "'中'", ""},
		{"\xff", "'\uFFFD'", ""},
		{"--", "begins", ""},
		{strings.Repeat("a", 65), "65 characters", strings.Repeat("a", 64)},
		{strings.Repeat("a", 63) + "-b", "65 characters", strings.Repeat("a", 63)},
	} {
		fault := NameFault(c.name)
		if fault == "" || !strings.Contains(fault, c.fault) {
			t.Errorf("NameFault(%q) = %q, want it to hold %q", c.name, fault, c.fault)
		}
		if got := PassingName(c.name); got != c.passing {
			t.Errorf("PassingName(%q) = %q, want %q", c.name, got, c.passing)
		}
	}
}

func TestNameFaultGood(t *testing.T) {
	for _, name := range []string{"a", "7", "12306", "release-notes", "a-b-c", strings.Repeat("a", 64)} {
		if fault := NameFault(name); fault != "" {
			t.Errorf("NameFault(%q) = %q, want none", name, fault)
		}
		if got := PassingName(name); got != name {
			t.Errorf("PassingName(%q) = %q, want it unchanged", name, got)
		}
	}
}
