package skill

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"skillpack/internal/diag"
)

// SilencerWord starts a comment that silences rules.
const SilencerWord = "skillpack-ignore"

// Silencer is a comment "skillpack-ignore rule-id, rule-id: reason", an HTML comment of
// markdown or a comment of frontmatter.
type Silencer struct {
	Comment diag.Span
	Rules   []Word // as written, known or not
	// Scope is where it silences: findings that start there, its end included. It is the
	// block that the comment speaks of, or the lines of a field with its value: the next
	// field for a comment on a line of its own, else the one that it stands behind. Before
	// the first field it begins with the file, before the first block with the text. It is
	// empty where nothing follows.
	Scope diag.Span
	// Whole is set before the first field and before the first block: it also silences
	// what is said of the whole file, wherever that stands.
	Whole bool
}

// silences reports whether a finding of a rule at an offset is silenced.
func (s *Silencer) silences(rule string, at int) bool {
	return s.Scope.Start < s.Scope.End && s.Scope.Start <= at && at <= s.Scope.End &&
		slices.ContainsFunc(s.Rules, func(w Word) bool { return w.Text == rule })
}

// Word is a word of a file with its place.
type Word struct {
	Text string
	Span diag.Span
}

// parseSilencer reads what a comment holds between its marks, from an offset of the file
// on; ok is false for a comment that is no silencer. The rules end at a ":", at the
// latest where a word neither follows a comma nor has a slash: there the reason begins.
func parseSilencer(text string, offset int) (rules []Word, ok bool) {
	rest := strings.TrimLeftFunc(text, unicode.IsSpace)
	if rest, ok = strings.CutPrefix(rest, SilencerWord); !ok {
		return nil, false
	}
	if r, _ := utf8.DecodeRuneInString(rest); rest != "" && r != ':' && !unicode.IsSpace(r) {
		return nil, false // another word
	}
	for listed := true; ; {
		rest = strings.TrimLeftFunc(rest, func(r rune) bool {
			listed = listed || r == ','
			return r == ',' || unicode.IsSpace(r)
		})
		end := strings.IndexFunc(rest, func(r rune) bool { return r == ',' || r == ':' || unicode.IsSpace(r) })
		if end < 0 {
			end = len(rest)
		}
		word := rest[:end]
		if word == "" || !listed && !strings.Contains(word, "/") {
			return rules, true
		}
		start := offset + len(text) - len(rest)
		rules = append(rules, Word{word, diag.Span{Start: start, End: start + end}})
		if rest, listed = rest[end:], false; strings.HasPrefix(rest, ":") {
			return rules, true
		}
	}
}

// silencersIn returns the silencers among the comments of markdown that starts at an
// offset of data.
func silencersIn(data []byte, from int, comments []Comment) []Silencer {
	var all []Silencer
	first, at := true, from // nothing but comments stands before at
	for _, c := range comments {
		first = first && strings.Trim(string(data[at:c.Span.Start]), " \t\r\n"+byteOrderMark) == ""
		at = c.Span.End
		inner := string(data[c.Span.Start+len(commentStart) : c.Span.End])
		rules, ok := parseSilencer(strings.TrimSuffix(inner, commentEnd), c.Span.Start+len(commentStart))
		if !ok {
			continue
		}
		s := Silencer{Comment: c.Span, Rules: rules, Scope: c.Block, Whole: first}
		if first && s.Scope.End > from { // else no block follows
			s.Scope.Start = from
		}
		all = append(all, s)
	}
	return all
}
