// Package baseline remembers the findings that an old tree had when lint came, so that
// only new ones are reported.
//
// A finding is known by its rule, its file, the line that it is on and the text that it
// marks there. It is not known by the line's number, for lines come and go, nor by its
// message, which another version may word otherwise. Equal findings are counted, so that
// one more is new.
package baseline

import (
	"bytes"
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"slices"

	"skillpack/internal/diag"
)

// Entry is a finding: what it is known by, and the message.
type Entry struct {
	Key
	Message string // for readers
}

// Key is what a finding is known by. Its digests are no plain text, for that may be a
// secret. They are those of no text where the finding measures a whole text, of which every
// edit changes the size and the line that is too much.
type Key struct {
	File string // "/"-separated, from the directory of the baseline's file
	Rule string
	Line string // of the line where it begins, blanks around it left out
	Text string // of what it marks
}

// EntryOf returns what a finding in a file is known by. The bytes are the file's, nil for
// one without text. What JSON cannot hold of a name or message is replaced as it does.
func EntryOf(d *diag.Diagnostic, file string, data []byte) Entry {
	line, _ := diag.LineAt(data, d.Span.Start)
	text := data[min(max(d.Span.Start, 0), len(data)):min(max(d.Span.Start, d.Span.End, 0), len(data))]
	if measures(d.Rule) {
		line, text = nil, nil
	}
	return Entry{Key{string([]rune(file)), d.Rule, digest(line), digest(text)}, string([]rune(d.Message))}
}

// measures reports whether a rule measures whole texts.
func measures(rule string) bool {
	return rule == "text/length" || rule == "files/long-text" || rule == "catalog/metadata-budget"
}

// digest returns one of a text, the same whatever the ends of its lines are.
func digest(text []byte) string {
	sum := sha256.Sum256(bytes.TrimSpace(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n"))))
	return hex.EncodeToString(sum[:8])
}

// Baseline is a set of entries with how often each may still be found. The zero value is
// empty and ready for use. It is not safe for concurrent use.
type Baseline struct {
	known map[Key]*counted
}

// counted is how often a key may still be found, with the message of the first.
type counted struct {
	message string
	n       int
}

// Add puts in an entry once more.
func (b *Baseline) Add(e Entry) { b.addTimes(e, 1) }

func (b *Baseline) addTimes(e Entry, n int) {
	if b.known == nil {
		b.known = map[Key]*counted{}
	}
	if b.known[e.Key] == nil {
		b.known[e.Key] = &counted{message: e.Message}
	}
	b.known[e.Key].n += n
}

// Take takes out what is known by a key once and reports whether it was there.
func (b *Baseline) Take(k Key) bool {
	c := b.known[k]
	if c == nil || c.n == 0 {
		return false
	}
	c.n--
	return true
}

// Len is how many findings are in it.
func (b *Baseline) Len() int {
	n := 0
	for _, c := range b.known {
		n += c.n
	}
	return n
}

// Select returns a copy with those entries whose file and rule are to be kept.
func (b *Baseline) Select(keep func(file, rule string) bool) *Baseline {
	out := &Baseline{}
	for k, c := range b.known {
		if keep(k.File, k.Rule) {
			out.addTimes(Entry{k, c.message}, c.n)
		}
	}
	return out
}

// sorted returns the entries by file, rule, message and what else they are known by.
func (b *Baseline) sorted() []Entry {
	var all []Entry
	for k, c := range b.known {
		if c.n > 0 {
			all = append(all, Entry{k, c.message})
		}
	}
	slices.SortFunc(all, func(x, y Entry) int {
		return cmp.Or(cmp.Compare(x.File, y.File), cmp.Compare(x.Rule, y.Rule), cmp.Compare(x.Message, y.Message),
			cmp.Compare(x.Line, y.Line), cmp.Compare(x.Text, y.Text))
	})
	return all
}
