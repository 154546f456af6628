package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"skillpack/internal/skill"
)

const maxName = 64 // characters (F3)

// nameField returns the field of a skill's name where it is text and not blank.
func nameField(s *skill.Skill) (field *skill.Field, name string, ok bool) {
	name, ok = s.Front.Text(nameKey)
	return s.Front.Get(nameKey), name, ok && !isBlank(name)
}

// baseOf returns the name of a skill's directory, "" for the root.
func baseOf(s *skill.Skill) string {
	if s.Dir == "." {
		return ""
	}
	return path.Base(s.Dir)
}

func inName(r rune) bool { return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-' }

// faults lists what is wrong with a name by F3, in words that follow "the name".
func faults(name string) []string {
	var out []string
	if n := utf8.RuneCountInString(name); n > maxName {
		out = append(out, fmt.Sprintf("has %d characters where %d are allowed", n, maxName))
	}
	if strings.ContainsFunc(name, unicode.IsUpper) {
		out = append(out, "has upper-case letters")
	}
	if other := otherCharacters(name); len(other) > 0 {
		out = append(out, "has "+quotedList(other)+" where only a-z, 0-9 and \"-\" are allowed")
	}
	for _, f := range []struct {
		broken bool
		words  string
	}{
		{strings.HasPrefix(name, "-"), "starts with \"-\""},
		{strings.HasSuffix(name, "-"), "ends with \"-\""},
		{strings.Contains(name, "--"), "doubles \"-\""},
	} {
		if f.broken {
			out = append(out, f.words)
		}
	}
	return out
}

// otherCharacters lists each character that no name may have, but for those that
// are upper case.
func otherCharacters(name string) []string {
	var other []string
	for _, r := range name {
		if c := string(r); !inName(r) && !unicode.IsUpper(r) && !slices.Contains(other, c) {
			other = append(other, c)
		}
	}
	return other
}

// plainName returns the name that keeps F3 and is nearest to s: accents dropped,
// lower case, everything else a hyphen. It is "" where nothing of s can stay.
func plainName(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(norm.NFKD.String(s)) {
		switch {
		case inName(r) && r != '-':
			b.WriteRune(r)
		case unicode.Is(unicode.Mn, r):
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	name := b.String()
	return strings.Trim(name[:min(len(name), maxName)], "-")
}
