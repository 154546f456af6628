package site

import (
	"strings"
	"testing"
)

func TestFormatSize(t *testing.T) {
	for n, want := range map[int64]string{
		0: "0 bytes", 1: "1 byte", 1023: "1\u00a0023 bytes", 1024: "1 KiB", 1536: "1.5 KiB", 100<<10 + 512: "100 KiB",
		1<<20 - 1: "1024 KiB", 1 << 20: "1 MiB", 16 << 20: "16 MiB", 5<<20 + 400<<10: "5.4 MiB",
	} {
		if got := formatSize(n); got != want {
			t.Errorf("formatSize(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestFormatNumber(t *testing.T) {
	for n, want := range map[int64]string{0: "0", 999: "999", 1000: "1 000", -1000: "-1 000", -100: "-100", 1234567: "1 234 567"} {
		if got := strings.ReplaceAll(formatNumber(n), "\u00a0", " "); got != want {
			t.Errorf("formatNumber(%d) = %q, want %q", n, got, want)
		}
	}
}

func TestE5Budget(t *testing.T) {
	for _, c := range []struct {
		name        string
		files       int
		bytes       int64
		text        string
		near, large bool
	}{
		{"small", 1, 100, "1 of 512 files (0.1%)", false, false},
		{"many files", 461, 100, "461 of 512 files (90%)", true, false},
		{"at the limits", 512, 16 << 20, "512 of 512 files (100%)", true, true},
	} {
		t.Run(c.name, func(t *testing.T) {
			bars := budget(&Skill{Files: make([]*SkillFile, c.files), Bytes: c.bytes})
			if bars[0].Text != c.text || bars[0].Near != c.near || bars[1].Near != c.large {
				t.Errorf("bars %+v, want %q", bars, c.text)
			}
		})
	}
}

func TestF8TokensOfTheParts(t *testing.T) {
	text := strings.Repeat("word ", 1000)
	s := made(t, compiled(t, tree{
		"a/SKILL.md": "Body.\n", "a/one.md": text, "a/two.bin": "\x00" + text, "a/in/SKILL.md": text,
	}), Options{})
	k := s.byURI["skill://a/SKILL.md"]
	parts, err := s.tokens(k, []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	if parts[0].Count == 0 || parts[0].Count > 20 || parts[1].Count != 1000 || parts[2].Count != 1000 {
		t.Errorf("parts %v, want a few, 1000 of the text given and 1000 of one.md, without the binary and the nested skill", parts)
	}
}

func TestShortDigest(t *testing.T) {
	for digest, want := range map[string]string{
		"sha256:0123456789abcdef": "0123456789ab…", "0123456789abcdef": "0123456789ab…", "sha256:0123456789ab": "0123456789ab", "": "",
	} {
		if got := shortDigest(digest); got != want {
			t.Errorf("%q: %q, want %q", digest, got, want)
		}
	}
}
