package protocol

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"
)

// MaxName is the greatest length of a skill's name, in characters (F3).
const MaxName = 64

// NameFault returns which rule of F3 a skill's name breaks, as the end of a
// sentence that begins with the name, or "" for a good name. It looks at the name
// alone, not at its directory.
func NameFault(name string) string {
	bad := strings.IndexFunc(name, func(r rune) bool { return !nameRune(r) })
	switch {
	case name == "":
		return "is empty"
	case utf8.RuneCountInString(name) > MaxName:
		return fmt.Sprintf("has %d characters, at most %d are allowed", utf8.RuneCountInString(name), MaxName)
	case bad >= 0:
		r, _ := utf8.DecodeRuneInString(name[bad:])
		return fmt.Sprintf("holds %q, only a-z, 0-9 and \"-\" are allowed", r)
	case name[0] == '-':
		return "begins with a hyphen"
	case name[len(name)-1] == '-':
		return "ends with a hyphen"
	case strings.Contains(name, "--"):
		return "holds two hyphens in a row"
	}
	return ""
}

// PassingName returns the name nearest to the given one that F3 allows: lower case,
// letters without their accents, one hyphen for everything else. It is "" where
// nothing of the name can be kept.
func PassingName(name string) string {
	var b strings.Builder
	for _, r := range strings.ToLower(norm.NFKD.String(name)) {
		switch {
		case unicode.Is(unicode.Mn, r): // an accent, now apart from its letter
		case nameRune(r) && r != '-':
			b.WriteRune(r)
		case b.Len() > 0 && !strings.HasSuffix(b.String(), "-"):
			b.WriteByte('-')
		}
	}
	return strings.TrimRight(b.String()[:min(b.Len(), MaxName)], "-")
}

func nameRune(r rune) bool {
	return 'a' <= r && r <= 'z' || '0' <= r && r <= '9' || r == '-'
}
