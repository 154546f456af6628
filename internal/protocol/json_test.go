package protocol

import (
	"encoding/json"
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
	} {
		if got := string(AppendString(nil, in)); got != want {
			t.Errorf("AppendString(%q) = %s, want %s", in, got, want)
		}
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
