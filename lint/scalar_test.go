package lint

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
	"time"

	"gopkg.in/yaml.v3"
)

// Scalars that readers take differently, as the value of an unknown key.
func scalarCases() []lintCase {
	var cases []lintCase
	for _, c := range []struct{ id, scalar, want string }{
		{"Y33", "2026-05-06", `"2026-05-06" is text in YAML 1.2 and a date in YAML 1.1; quote it`},
		{"Y33 time", "2026-05-06T10:00:00Z", `is text in YAML 1.2 and a date in YAML 1.1`},
		{"Y33 short", "2026-5-6", `is text in YAML 1.2 and a date to some readers`},
		{"Y33 short with a time", "2026-5-6 1:02:03", `is text in YAML 1.2 and a date in YAML 1.1`},
		{"Y33 no such day", "2026-02-30", `is text in YAML 1.2 and a date in YAML 1.1`},
		{"Y34 off", "off", `"off" is text in YAML 1.2 and false in YAML 1.1`},
		{"Y34 On", "On", `is text in YAML 1.2 and true in YAML 1.1`},
		{"Y34 Y", "Y", `is text in YAML 1.2 and true in YAML 1.1`},
		{"Y34 NO", "NO", `is text in YAML 1.2 and false in YAML 1.1`},
		{"Y34 007", "007", `the number "007" is printed as 7 by many`},
		{"Y34 0x10", "0x10", `the number "0x10" is printed as 16 by many`},
		{"Y34 12:30", "12:30", `is text in YAML 1.2 and the number 750 in YAML 1.1`},
		{"Y34 morning", "09:30", `is text in YAML 1.2 and the number 570 to some readers`},
		{"Y34 1_000", "1_000", `is text in YAML 1.2 and the number 1000 in YAML 1.1`},
		{"Y37", "9007199254740993", `the number "9007199254740993" is over 2^53 and read as 9007199254740992 by many`},
		{"Y37 negative", "-9007199254740993", `read as -9007199254740992 by many`},
		{"Y octal", "010", `is the number 10 in YAML 1.2 and the number 8 in YAML 1.1`},
		{"Y octal 1.2", "0o17", `is the number 15 in YAML 1.2 and text in YAML 1.1`},
		{"Y binary", "0b11", `is text in YAML 1.2 and the number 3 in YAML 1.1`},
		{"Y sexagesimal", "12:30:45", `is text in YAML 1.2 and the number 45045 in YAML 1.1`},
		{"Y 1.10", "1.10", `the number "1.10" is printed as 1.1 by many`},
		{"Y 1.0", "1.0", `is printed as 1 by many`},
		{"Y 1e3", "1e3", `is the number 1000 in YAML 1.2 and text in YAML 1.1`},
		{"Y plus", "+1", `the number "+1" is printed as 1 by many`},
		{"Y other readers", "0B11", `is text in YAML 1.2 and the number 3 to some readers`},
		{"Y half", ".5", `the number ".5" is printed as 0.5 by many`},
		{"Y whole", "5.", `the number "5." is printed as 5 by many`},
		{"Y sign and half", "-.5", `is the number -0.5 in YAML 1.2 and text in YAML 1.1`},
		{"Y hex with a sign", "-0x1F", `is text in YAML 1.2 and the number -31 in YAML 1.1`},
		{"Y octal with an 8", "08", `is the number 8 in YAML 1.2 and text in YAML 1.1`},
		{"Y no digits", "0x_", `is text in YAML 1.2 and refused in YAML 1.1`},
		{"Y value tag", "=", `is text in YAML 1.2 and refused in YAML 1.1`},
	} {
		cases = append(cases, lintCase{c.id, one("a: " + c.scalar), at(4, 4, "warning frontmatter/ambiguous-scalar: "+c.want)})
	}
	return append(cases,
		lintCase{"Y34 in a list", one("a:", "  - x", "  - off"), at(6, 5, `warning frontmatter/ambiguous-scalar: "off"`)},
		lintCase{"Y34 deep", one("a:", "  - b:", "      c: off"), at(6, 10, `warning frontmatter/ambiguous-scalar: "off"`)},
		lintCase{"Y34 key", one("on: push"), at(4, 1, `warning frontmatter/ambiguous-scalar: the key "on" is text in YAML 1.2 and true in YAML 1.1`)},
		lintCase{"Y34 keys", one("yes: a", "b:", "  n: c", "c:", "  - Off: d", "metadata:", "  on: e", "  'no': f"), []string{
			`x/SKILL.md:4:1 warning frontmatter/ambiguous-scalar: the key "yes" is text in YAML 1.2 and true in YAML 1.1`,
			`x/SKILL.md:6:3 warning frontmatter/ambiguous-scalar: the key "n" is text in YAML 1.2 and false in YAML 1.1`,
			`x/SKILL.md:8:5 warning frontmatter/ambiguous-scalar: the key "Off" is text`,
			`x/SKILL.md:10:3 warning frontmatter/ambiguous-scalar: the key "on" is text`,
		}},
		lintCase{"Y34 description", described("yes"), at(3, 14, `warning frontmatter/ambiguous-scalar: "yes"`)},
		lintCase{"Y34 quoted", one("a: 'off'", `b: "007"`, "c: |", "  12:30", `"on": x`), nil},
		lintCase{"Y agreed", one("a: 2", "b: -5", "c: 0", "d: 1.5", "e: true", "f: ~", "g:", "h: 9007199254740992",
			"i: 1.2.3", "j: 12:60", "k: v1.10", "l: 2026-05", "m: offline", "n1: 10:30am", "o: 0.5"), nil},
	)
}

// Go's yaml.v3 stands for the readers of both versions: wherever it reads a plain
// scalar otherwise than YAML 1.2 core, there is doubt. Left out is its fault of
// taking a sign behind a base prefix.
func TestDoubtCoversYAMLv3(t *testing.T) {
	compared := 0
	var try func(prefix string, left int)
	try = func(prefix string, left int) {
		compared++
		theirs, ok := readByYAMLv3(prefix)
		if ours := coreReader.read(prefix); ok && theirs != ours && !behindPrefix.MatchString(prefix) && ours != asRefused && doubt(prefix) == "" {
			t.Errorf("%q is %s to yaml.v3 and %s to us, yet there is no doubt", prefix, theirs, ours)
		}
		if left == 0 {
			return
		}
		for _, c := range "0179_.+-xobeE:" {
			try(prefix+string(c), left-1)
		}
	}
	for _, start := range "01289.+-" {
		try(string(start), 3)
	}
	for _, s := range []string{"y", "yes", "on", "True", "TRUE", "null", "Null", "~", "2026-05-06", "2026-5-6", "2026-05-06 10:00:00", "<<", "="} {
		try(s, 0)
	}
	if compared < 10_000 {
		t.Errorf("only %d scalars compared", compared)
	}
}

var behindPrefix = regexp.MustCompile(`^0_*[bo]_*[-+]`)

func readByYAMLv3(s string) (reading, bool) {
	var v struct{ A any }
	if err := yaml.Unmarshal([]byte("a: "+s), &v); err != nil {
		return "", false
	}
	switch a := v.A.(type) {
	case nil:
		return asNull, true
	case bool:
		return map[bool]reading{true: asTrue, false: asFalse}[a], true
	case string:
		return asText, a == s // else it is no scalar of this text
	case time.Time:
		return asDate, true
	case float64:
		return number(a), true
	case int, int64, uint64:
		return reading(fmt.Sprint(numberPrefix, a)), true
	}
	return "", false
}

// A long scalar is text, and looking at it is cheap.
func TestLongScalar(t *testing.T) {
	if d := doubt(strings.Repeat("1_", 1<<20)); d != "" {
		t.Errorf("got %s", d)
	}
}
