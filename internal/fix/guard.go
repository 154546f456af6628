package fix

import (
	"bytes"
	"fmt"
	"path"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// broken says what edits would break in a file besides what they touch, "" for
// nothing. It is the promise of every fix, held against the bytes: a field that no edit
// touches keeps its key, its value and its place, a touched value keeps its kind or
// becomes text or a boolean, a readable file stays readable, the body and the other links
// stay. Edits that change line endings touch nothing. The finding's place is in terms of
// before.
func broken(file *skill.File, before, after []byte, edits []diag.Edit, rule string, at int) string {
	if path.Base(file.Path) != protocol.ManifestName {
		return brokenBody(file, before, after, diag.Span{End: len(before)}, diag.Span{End: len(after)}, edits)
	}
	g := guard{edits}
	if OfLineEndings(rule) {
		g.edits = nil
	}
	was, wasBody, wasWrong := skill.ParseFrontmatter(before)
	is, isBody, isWrong := skill.ParseFrontmatter(after)
	// Where the ends of lines were why nothing could be read, all faults show only now.
	hid := was == nil && OfLineEndings(rule)
	switch {
	case was != nil && is == nil:
		return "its fix would make the frontmatter unreadable: " + isWrong[0].Message
	case !hid && isWorse(edits, wasWrong, isWrong, rule, at):
		return "its fix would not help"
	case was != nil:
		if key := g.fields(was.Fields, is.Fields, was.Span.End); key != "" {
			return fmt.Sprintf("its fix would change %q as well", key)
		}
	}
	return brokenBody(file, before, after, wasBody, isBody, edits)
}

// guard compares a frontmatter with what edits have made of it.
type guard struct {
	edits []diag.Edit // in terms of the file as it was
}

// isWorse reports whether the finding that a fix is against is still there, or something
// is wrong at or above the last edit that was not wrong before. What follows below may
// have been hidden.
func isWorse(edits []diag.Edit, was, is []diag.Diagnostic, rule string, against int) bool {
	after := func(at int) int { return at + shift(edits, at) }
	last := after(edits[len(edits)-1].Span.End)
	return slices.ContainsFunc(is, func(now diag.Diagnostic) bool {
		if now.Rule == rule && now.Span.Start == after(against) {
			return true
		}
		return now.Span.Start <= last && !slices.ContainsFunc(was, func(then diag.Diagnostic) bool {
			return then.Rule == now.Rule && after(then.Span.Start) == now.Span.Start
		})
	})
}

// fields returns the key of the first field that changed without need, "" for none. The
// last field ends at an offset.
func (g guard) fields(was, is []skill.Field, end int) string {
	if len(was) != len(is) {
		return was[min(len(is), len(was)-1)].Key
	}
	for i := range was {
		until := end
		if i+1 < len(was) {
			until = was[i+1].Span.Start
		}
		key := was[i].Key
		if is[i].Key != key && !g.touches(was[i].Span.Start, was[i].Span.End) {
			return key
		}
		if !g.sameValue(was[i].Value, is[i].Value, was[i].Span.End, until) {
			return key
		}
	}
	return ""
}

// sameValue compares a value that was written somewhere in [start, end).
func (g guard) sameValue(was, is *skill.Value, start, end int) bool {
	switch {
	case bytes.Equal(was.AppendJSON(nil), is.AppendJSON(nil)):
		return true
	case !g.touches(start, end):
		return false
	case g.replaces(was.Span) || was.Kind != skill.Map && was.Kind != skill.List:
		return is.Kind == was.Kind || is.Kind == skill.String || is.Kind == skill.Bool
	case is.Kind != was.Kind || len(was.Items) != len(is.Items):
		return false
	case was.Kind == skill.Map:
		return len(was.Fields) > 0 && g.fields(was.Fields, is.Fields, end) == ""
	}
	for i, item := range was.Items {
		until := end
		if i+1 < len(was.Items) {
			until = was.Items[i+1].Span.Start
		}
		if !g.sameValue(item, is.Items[i], item.Span.Start, until) {
			return false
		}
	}
	return true
}

// touches reports whether an edit changes something of [start, end).
func (g guard) touches(start, end int) bool {
	return slices.ContainsFunc(g.edits, func(e diag.Edit) bool {
		return e.Span.Start < end && e.Span.End > start || e.Span.Start == e.Span.End && start <= e.Span.Start && e.Span.Start < end
	})
}

// replaces reports whether one edit replaces all of a span.
func (g guard) replaces(s diag.Span) bool {
	return slices.ContainsFunc(g.edits, func(e diag.Edit) bool { return e.Span.Start <= s.Start && e.Span.End >= s.End })
}

// brokenBody says what edits would break behind any frontmatter, where was and is are the
// spans of that before and after.
func brokenBody(file *skill.File, before, after []byte, was, is diag.Span, edits []diag.Edit) string {
	switch {
	case edits[len(edits)-1].Span.End <= was.Start:
		if !bytes.Equal(before[was.Start:was.End], after[is.Start:is.End]) {
			return "its fix would change the text below the frontmatter"
		}
		return ""
	case file.Markdown() == nil:
		return ""
	}
	g := guard{edits}
	then, now := skill.ParseMarkdown(before, was.Start).Links, skill.ParseMarkdown(after, is.Start).Links
	for i, l := range then {
		if len(then) != len(now) || l.Dest != now[i].Dest && !g.touches(l.Span.Start, l.Span.End) {
			return fmt.Sprintf("its fix would change the link to %q as well", l.Dest)
		}
	}
	return ""
}
