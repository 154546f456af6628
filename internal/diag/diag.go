// Package diag is the one form of a finding: a Diagnostic value with a place in a
// file, and the writers that print findings as text and as JSON.
//
// A finding is data, never a Go error. Places are byte ranges inside; line and
// column exist only when a writer prints.
package diag

import (
	"cmp"
	"slices"
)

// Severity says what a finding means for the run. The zero value is Off.
type Severity uint8

// The severities, in rising order.
const (
	Off     Severity = iota // the rule reports nothing
	Note                    // worth knowing; never fails a run
	Warning                 // a SHOULD broken; fails a run only where asked
	Error                   // a MUST broken or a host that refuses; the skill cannot be published
)

var severityNames = [...]string{Off: "off", Note: "note", Warning: "warning", Error: "error"}

// String returns the severity's name: "off", "note", "warning" or "error".
func (s Severity) String() string { return severityNames[s] }

// ParseSeverity is the inverse of String.
func ParseSeverity(name string) (Severity, bool) {
	i := slices.Index(severityNames[:], name)
	return Severity(max(i, 0)), i >= 0
}

// Span is the half-open byte range [Start, End) of a file. The zero Span is the
// start of the file.
type Span struct{ Start, End int }

// Related is a second place that a finding speaks of.
type Related struct {
	File    string
	Span    Span
	Message string
}

// Edit replaces the bytes of Span by New.
type Edit struct {
	Span Span
	New  string
}

// Fix is a change that removes the finding: edits of its file, then a rename. Edits are
// sorted and do not overlap. It is safe to apply unasked unless it says otherwise.
type Fix struct {
	Title  string
	Edits  []Edit
	Rename *Rename // nil for none
	// Unsafe is set where the change moves what others know the skill by, a name or a
	// URI, or gives a value another type or meaning than every reader saw.
	Unsafe bool
}

// Rename moves a file or directory within the tree. Paths are as Diagnostic.File.
type Rename struct{ From, To string }

// Diagnostic is one finding.
type Diagnostic struct {
	Rule     string   // rule id, such as "frontmatter/yaml"
	Severity Severity // never Off
	File     string   // path below the tree's root, "/"-separated; "." is the root itself
	// Skill is the directory of the one skill that the finding concerns. Where it
	// is empty the finding concerns every skill that holds File.
	Skill   string
	Span    Span
	Message string // lower case, no full stop, user text in quotes
	Related []Related
	Fix     *Fix // nil where there is none
	// OtherFix is the second way out, where two things disagree and either may give.
	OtherFix *Fix
	Doc      string // where the rule is explained
}

// Sort orders findings by file, place, rule and message, and returns them without
// exact repeats. It reorders ds in place.
func Sort(ds []Diagnostic) []Diagnostic {
	slices.SortStableFunc(ds, compare)
	return slices.CompactFunc(ds, func(a, b Diagnostic) bool { return compare(a, b) == 0 })
}

func compare(a, b Diagnostic) int {
	return cmp.Or(
		cmp.Compare(a.File, b.File),
		cmp.Compare(a.Span.Start, b.Span.Start),
		cmp.Compare(a.Span.End, b.Span.End),
		cmp.Compare(a.Rule, b.Rule),
		cmp.Compare(a.Message, b.Message),
		cmp.Compare(a.Severity, b.Severity),
		cmp.Compare(a.Skill, b.Skill),
	)
}

// Count returns how many findings have exactly the given severity.
func Count(ds []Diagnostic, s Severity) int {
	n := 0
	for i := range ds {
		if ds[i].Severity == s {
			n++
		}
	}
	return n
}
