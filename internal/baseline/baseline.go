// Package baseline remembers the findings that an old tree had when lint came, so that
// only new ones are reported.
//
// A finding is known by its rule, its file, its message and the text of the line that it
// is on, and not by the line's number: lines that come and go elsewhere change nothing.
// Equal findings are counted, so that one more is new.
package baseline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"regexp"
	"slices"

	"skillpack/internal/diag"
)

// Entry is what a finding is known by.
type Entry struct {
	File    string `json:"file"` // "/"-separated, from the directory of the baseline's file
	Rule    string `json:"rule"`
	Message string `json:"message"` // the numbers of lines in it left out
	// Line is a digest of the line's text, blanks around it left out. It is no plain text,
	// for that may be a secret. It is that of no text where the finding measures a whole
	// text, of which every edit changes the size and the line that is too much.
	Line string `json:"line"`
}

// Compiled once, these are never changed.
var (
	lineNumber = regexp.MustCompile(`\bline \d+`)
	measure    = regexp.MustCompile(`\b\d+ (lines|tokens)\b`)
)

// EntryOf returns what a finding in a file is known by. The bytes are the file's, nil for
// one without text. What JSON cannot hold of a name or message is replaced as it does.
func EntryOf(d *diag.Diagnostic, file string, data []byte) Entry {
	message := lineNumber.ReplaceAllString(d.Message, "line N")
	line, _ := diag.LineAt(data, d.Span.Start)
	if measure.MatchString(message) {
		message, line = measure.ReplaceAllString(message, "N $1"), nil
	}
	digest := sha256.Sum256(bytes.TrimSpace(line))
	return Entry{File: string([]rune(file)), Rule: d.Rule, Message: string([]rune(message)), Line: hex.EncodeToString(digest[:8])}
}

// Baseline is a set of entries with how often each may still be found. The zero value is
// empty and ready for use. It is not safe for concurrent use.
type Baseline struct {
	count map[Entry]int
}

// Add puts in an entry once more.
func (b *Baseline) Add(e Entry) { b.addTimes(e, 1) }

func (b *Baseline) addTimes(e Entry, n int) {
	if b.count == nil {
		b.count = map[Entry]int{}
	}
	b.count[e] += n
}

// Take takes out an entry once and reports whether it was there.
func (b *Baseline) Take(e Entry) bool {
	if b.count[e] == 0 {
		return false
	}
	b.count[e]--
	return true
}

// Len is how many findings are in it.
func (b *Baseline) Len() int {
	n := 0
	for _, count := range b.count {
		n += count
	}
	return n
}

// Select returns a copy with those entries whose file is to be kept.
func (b *Baseline) Select(keep func(file string) bool) *Baseline {
	out := &Baseline{}
	for e, n := range b.count {
		if keep(e.File) {
			out.addTimes(e, n)
		}
	}
	return out
}

// sorted returns the entries by file, rule, message and line.
func (b *Baseline) sorted() []Entry {
	var all []Entry
	for e, n := range b.count {
		if n > 0 {
			all = append(all, e)
		}
	}
	slices.SortFunc(all, func(x, y Entry) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Message, y.Message), cmp.Compare(x.Line, y.Line))
	})
	return all
}
