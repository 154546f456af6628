package protocol

import (
	"slices"
	"strings"
	"testing"
)

// N57, N58: each name that F3 refuses, the rules that it breaks and the name that
// would pass.
func TestNameFaults(t *testing.T) {
	const only = " where only a-z, 0-9 and \"-\" are allowed"
	for _, c := range []struct {
		name   string
		faults []string
		plain  string
	}{
		{"", []string{"is empty"}, ""},
		{"PDF-Tools", []string{"has upper-case letters"}, "pdf-tools"},
		{"a:b", []string{`has ":"` + only}, "a-b"},
		{"a--b", []string{`doubles "-"`}, "a-b"},
		{"-a", []string{`starts with "-"`}, "a"},
		{"a-", []string{`ends with "-"`}, "a"},
		{"a_b", []string{`has "_"` + only}, "a-b"},
		{"my skill", []string{`has " "` + only}, "my-skill"},
		{"../up", []string{`has ".", "/"` + only}, "up"},
		{"café", []string{`has "é"` + only}, "cafe"},
		{"中", []string{`has "中"` + only}, ""},
		{"a_b:c.", []string{`has "_", ":", "."` + only}, "a-b-c"},
		{"a_b:c.d ", []string{`has "_", ":", ".", others` + only}, "a-b-c-d"},
		{strings.Repeat("_:.@", 1<<18), []string{"has 1048576 characters where 64 are allowed", `has "_", ":", ".", others` + only}, ""},
		{"--", []string{`starts with "-"`, `ends with "-"`, `doubles "-"`}, ""},
		{"My_x-", []string{"has upper-case letters", `has "_"` + only, `ends with "-"`}, "my-x"},
		{strings.Repeat("a", 65), []string{"has 65 characters where 64 are allowed"}, strings.Repeat("a", 64)},
		{strings.Repeat("a", 63) + "-b", []string{"has 65 characters where 64 are allowed"}, strings.Repeat("a", 63)},
	} {
		if got := NameFaults(c.name); !slices.Equal(got, c.faults) {
			t.Errorf("NameFaults(%q) = %q, want %q", c.name, got, c.faults)
		}
		if got := PlainName(c.name); got != c.plain {
			t.Errorf("PlainName(%q) = %q, want %q", c.name, got, c.plain)
		}
	}
}

func TestNameFaultsNone(t *testing.T) {
	for _, name := range []string{"a", "7", "12306", "release-notes", "a-b-c", strings.Repeat("a", 64)} {
		if faults := NameFaults(name); len(faults) > 0 {
			t.Errorf("NameFaults(%q) = %q, want none", name, faults)
		}
		if got := PlainName(name); got != name {
			t.Errorf("PlainName(%q) = %q, want it unchanged", name, got)
		}
	}
}
