package skill

import (
	"bytes"
	"slices"

	"skillpack/internal/diag"
)

// silencers returns the silencers among the comments of a frontmatter, which is of data.
func (f *Frontmatter) silencers(data []byte) []Silencer {
	var all []Silencer
	var entries []entrySpan
	for _, c := range f.Comments {
		rules, ok := parseSilencer(string(data[c.Start+1:c.End]), c.Start+1)
		if !ok {
			continue
		}
		if entries == nil {
			entries = appendEntries(nil, data, f.Fields)
		}
		scope := scopeOf(data, c, entries)
		all = append(all, Silencer{Comment: c, Rules: rules, Scope: scope, Whole: scope.Start == 0 && scope.End > 0})
	}
	return all
}

// nameDirectory is the rule that a skill's name is its directory's. Where it is silenced
// the skill is fit to publish, under its name.
const nameDirectory = "name/directory"

// silences reports whether a comment silences a rule for the name.
func (f *Frontmatter) silences(rule string) bool {
	name := f.Get("name")
	if name == nil {
		return false
	}
	return slices.ContainsFunc(f.Silencers, func(s Silencer) bool {
		return s.silences(rule, name.Value.Span.Start)
	})
}

// entrySpan is a field with its value, or an item of a list.
type entrySpan struct {
	diag.Span
	flow bool // the value is in brackets
}

// appendEntries appends what a comment can speak of, in the order written. What stands in
// brackets is one value.
func appendEntries(dst []entrySpan, data []byte, fields []Field) []entrySpan {
	for _, f := range fields {
		dst = append(dst, entrySpan{diag.Span{Start: f.Span.Start, End: f.Value.Span.End}, isFlow(data, f.Value)})
		dst = appendEntriesOf(dst, data, f.Value)
	}
	return dst
}

func appendEntriesOf(dst []entrySpan, data []byte, v *Value) []entrySpan {
	if isFlow(data, v) {
		return dst
	}
	for _, item := range v.Items {
		dst = append(dst, entrySpan{item.Span, isFlow(data, item)})
		dst = appendEntriesOf(dst, data, item)
	}
	return appendEntries(dst, data, v.Fields)
}

func isFlow(data []byte, v *Value) bool {
	return (v.Kind == List || v.Kind == Map) && bytes.IndexByte([]byte("[{"), data[v.Span.Start]) >= 0
}

// scopeOf returns the lines that a comment among entries speaks of.
func scopeOf(data []byte, comment diag.Span, entries []entrySpan) diag.Span {
	n := 0 // of entries before the comment
	for n < len(entries) && entries[n].Start < comment.Start {
		n++
	}
	lineStart := bytes.LastIndexByte(data[:comment.Start], '\n') + 1
	behind := n > 0 && len(bytes.TrimSpace(data[lineStart:comment.Start])) > 0
	var scope diag.Span
	switch {
	case behind || n > 0 && entries[n-1].flow && comment.End <= entries[n-1].End:
		scope = diag.Span{Start: entries[n-1].Start, End: max(entries[n-1].End, comment.End)}
	case n == len(entries):
		return diag.Span{}
	default:
		scope = entries[n].Span
	}
	if n == 0 {
		scope.Start = 0
	}
	scope.End = lineFrom(data, scope.End).end
	return scope
}
