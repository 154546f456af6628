package catalog

import (
	"strings"

	"skillpack/internal/protocol"
)

// files compares two manifests of one skill, of which either may be nil.
func (d differ) files(old, now *Entry) []FileChange {
	var found []FileChange
	skill, before, after := now, refsOf(old), refsOf(now)
	if skill == nil {
		skill = old
	}
	for len(before) > 0 || len(after) > 0 {
		var a, b *Ref
		if len(after) == 0 || len(before) > 0 && before[0].URI <= after[0].URI {
			a = &before[0]
		}
		if a == nil || len(after) > 0 && after[0].URI == a.URI {
			b = &after[0]
		}
		if a == nil || b == nil || a.Digest != b.Digest {
			found = append(found, d.file(skill, a, b))
		}
		if a != nil {
			before = before[1:]
		}
		if b != nil {
			after = after[1:]
		}
	}
	return found
}

func refsOf(e *Entry) []Ref {
	if e == nil {
		return nil
	}
	return e.Resources
}

// file tells of a file that differs. One of old and now may be nil.
func (d differ) file(skill *Entry, old, now *Ref) FileChange {
	f := FileChange{Kind: Changed, Old: old, New: now}
	switch {
	case old == nil:
		f.Kind, f.URI = Added, now.URI
	case now == nil:
		f.Kind, f.URI = Removed, old.URI
	default:
		f.URI = now.URI
	}
	_, path, _ := protocol.SplitURI(f.URI) // the URIs of a frozen catalog are valid
	_, root, _ := protocol.SplitURI(strings.TrimSuffix(skill.URI, manifestSuffix))
	f.Path = strings.TrimPrefix(path, root+"/")
	// Of two skills that enclose the file the longer URI is that of the inner one.
	inner := max(len(innermost(d.old, f.URI)), len(innermost(d.now, f.URI)))
	if inner > len(skill.URI) {
		f.Nested = f.URI[:inner-len(protocol.ManifestName)] + protocol.ManifestName
	}
	f.Lines = d.lines(old, now)
	return f
}

// innermost returns the URI of the skill that owns a file or would own it, "" for none.
func innermost(c *Catalog, file string) string {
	if e, ok := c.Owner(file); ok {
		return e.URI
	}
	return ""
}

// lines counts the lines in which two texts differ; nil where one is no text. A file that
// is not there is an empty text.
func (d differ) lines(old, now *Ref) *LineCount {
	a, okA := textOf(d.old, old)
	b, okB := textOf(d.now, now)
	if !okA || !okB {
		return nil
	}
	count := countLines(a, b)
	return &count
}

// textOf returns the text of a file; ok is false where it is a blob.
func textOf(c *Catalog, ref *Ref) (text string, ok bool) {
	if ref == nil || ref.Size == 0 {
		return "", true
	}
	content, ok := c.Content(ref.URI)
	if !ok || !content.Text() {
		return "", false
	}
	b, err := content.Bytes()
	return string(b), err == nil
}
