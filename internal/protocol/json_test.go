package protocol

import (
	"encoding/json"
	"strings"
	"testing"
	"unicode/utf8"
)

func TestAppendString(t *testing.T) {
	for in, want := range map[string]string{
		"":                     `""`,
		"plain /<>&'":          `"plain /<>&'"`,
		"a\"b\\c":              `"a\"b\\c"`,
		"\b\t\n\f\r":           `"\b\t\n\f\r"`,
		"\x00\x0b\x1b\x1f\x7f": "\"\\u0000\\u000b\\u001b\\u001f\x7f\"",
		"ü中😀\u0085\uFEFF":      "\"ü中😀\u0085\uFEFF\"",
		"a\u2028b\u2029":       `"a\u2028b\u2029"`,
		"\xffx\xe4\xb8":        "\"\uFFFDx\uFFFD\uFFFD\"",
		"\uFFFD":               "\"\uFFFD\"",

		strings.Repeat("\x01", 99): `"` + strings.Repeat(`\u0001`, 99) + `"`, // more than there is room for
	} {
		if got := string(AppendString(nil, in)); got != want {
			t.Errorf("AppendString(%q) = %s, want %s", in, got, want)
		}
	}
}

// What is escaped must not depend on where in the eight bytes looked at it stands.
func TestAppendStringAtEveryPlace(t *testing.T) {
	for in, want := range map[string]string{
		`"`: `\"`, `\`: `\\`, "\n": `\n`, "\x00": `\u0000`, "\x1f": `\u001f`, " ": " ", "!": "!", "#": "#", "[": "[", "]": "]", "\x7f": "\x7f",
		"\u2028": `\u2028`, "\u2029": `\u2029`, "\u2027": "\u2027", "\u202a": "\u202a", "\xe2": "\uFFFD", "\xe1\x9a\x80": "\u1680", "é": "é", "😀": "😀",
	} {
		for before := range 20 {
			for after := range 10 {
				x, y := strings.Repeat("x", before), strings.Repeat("y", after)
				if got := string(AppendString(nil, x+in+in+y)); got != `"`+x+want+want+y+`"` {
					t.Fatalf("AppendString(%q) = %s", x+in+in+y, got)
				}
			}
		}
	}
}

func BenchmarkAppendString(b *testing.B) {
	text := strings.Repeat("A line of \"text\" — with a `path\\name` in it, and no more than that.\n", 200)
	dst := make([]byte, 0, 2*len(text))
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		AppendString(dst, text)
	}
}

func TestAppendStringKeepsDst(t *testing.T) {
	if got := string(AppendString([]byte("x:"), "y")); got != `x:"y"` {
		t.Errorf("got %s", got)
	}
}

func FuzzAppendString(f *testing.F) {
	f.Add("a\"\\\x00\u2028\xff😀")
	f.Fuzz(func(t *testing.T, s string) {
		var back string
		out := AppendString(nil, s)
		if err := json.Unmarshal(out, &back); err != nil || !utf8.Valid(out) {
			t.Fatalf("%q: %v", out, err)
		}
		if utf8.ValidString(s) && back != s {
			t.Fatalf("%q came back as %q", s, back)
		}
	})
}
