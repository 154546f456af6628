package protocol

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxName is the greatest length of a skill's name, in characters (F3).
const MaxName = 64

// NameFaults returns the rules of F3 that a skill's name breaks, each in words that
// follow "the name"; none for a good one. It looks at the name alone, not at its
// directory.
func NameFaults(name string) []string {
	var faults []string
	add := func(broken bool, words string) {
		if broken {
			faults = append(faults, words)
		}
	}
	length, others := utf8.RuneCountInString(name), otherCharacters(name)
	add(name == "", "is empty")
	add(length > MaxName, fmt.Sprintf("has %d characters where %d are allowed", length, MaxName))
	add(strings.ContainsFunc(name, unicode.IsUpper), "has upper-case letters")
	add(len(others) > 0, fmt.Sprintf("has %s where only a-z, 0-9 and \"-\" are allowed", strings.Join(others, ", ")))
	add(strings.HasPrefix(name, "-"), "starts with \"-\"")
	add(strings.HasSuffix(name, "-"), "ends with \"-\"")
	add(strings.Contains(name, "--"), "doubles \"-\"")
	return faults
}

// otherCharacters returns, in quotes, the characters that no name may have, but for
// those that are upper case: the first three, and "others" where there are more.
func otherCharacters(name string) []string {
	const shown = 3
	var others []string
	for _, r := range name {
		if inName(r) || unicode.IsUpper(r) {
			continue
		}
		c := fmt.Sprintf("%q", string(r))
		if slices.Contains(others, c) {
			continue
		}
		if len(others) == shown {
			return append(others, "others")
		}
		others = append(others, c)
	}
	return others
}

// PlainName returns the name that keeps F3 and is nearest to s: accents dropped,
// lower case, one hyphen for everything else. It is "" where nothing of s can stay.
func PlainName(s string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(norm.NFKD.String(s)) {
		switch {
		case unicode.Is(unicode.Mn, r): // an accent, now apart from its letter
		case inName(r) && r != '-':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimRight(b.String()[:min(b.Len(), MaxName)], "-")
}

func inName(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-'
}
