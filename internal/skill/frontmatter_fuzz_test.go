package skill

import (
	"bytes"
	"encoding/json"
	"reflect"
	"testing"
	"unicode/utf8"

	"skillpack/internal/diag"
)

// FuzzFrontmatter holds what parseManifest promises for any bytes.
func FuzzFrontmatter(f *testing.F) {
	for _, seed := range []string{
		"---\nname: x\ndescription: Post to #ops\n---\nbody",
		"\ufeff--- \r\na: |\r\n  b\r\n---\r\n",
		"---\na: [b, {c: 'd', \"e\\/\": 0x10}, # f\n ]\n? g\n: - h\n  -\n---\n",
		"---\na: >2-\n   b\n\n  c\n# d\ne: f\n  g\n\n  h\u2028\x01\u0085\n---\n",
		"---\n# skillpack-ignore a/b\na: [b, # skillpack-ignore c/d, e\n  f]\ng:\n  - h: i # skillpack-ignore\n  # skillpack-ignore j\n---\n",
		"---\na: b: c\n---\n", "---\n&a b: *c\n<<: !d e\n---\n", "---\n- a\n-- -\n", "<!-- x -->\n---\nname: y\n---\n",
		"---\na: \"b\\\n  c\" d\n\te: 'f\n---\n", "---\na: 1\na: .inf\n1: 2\n...\n---\n", "---\na: b\r  c\rd: e\n---\n", "\x00\xff",
	} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		front, body, found := parseManifest("x/SKILL.md", data)
		whole := diag.Span{End: len(data)}
		checkWithin(t, "body", body, whole)
		for _, d := range found {
			checkFinding(t, d, whole)
		}
		if front == nil {
			if len(found) == 0 {
				t.Fatal("no frontmatter and no finding")
			}
			return
		}
		checkWithin(t, "frontmatter", front.Span, diag.Span{End: body.Start})
		checkFields(t, data, front.Fields, front.Span)
		checkFrontmatterComments(t, data, front)
		checkSilencers(t, data, front.Silencers)
		if out := front.AppendJSON(nil); !json.Valid(out) || !utf8.Valid(out) {
			t.Fatalf("not JSON: %s", out)
		}
		checkBodyIsApart(t, data, front, body)
	})
}

// checkBodyIsApart checks that another body changes nothing of the frontmatter.
func checkBodyIsApart(t *testing.T, data []byte, front *Frontmatter, body diag.Span) {
	t.Helper()
	if body.Start == 0 || data[body.Start-1] != '\n' {
		return // the closing fence ends the file without a newline
	}
	other, at, _ := parseManifest("x/SKILL.md", append(bytes.Clone(data[:body.Start]), "---\nb: [\n---\n"...))
	if !reflect.DeepEqual(front, other) || at.Start != body.Start {
		t.Fatalf("depends on the body: %s, %s", front.AppendJSON(nil), other.AppendJSON(nil))
	}
}

func checkFinding(t *testing.T, d diag.Diagnostic, whole diag.Span) {
	t.Helper()
	checkWithin(t, d.Rule, d.Span, whole)
	for _, r := range d.Related {
		checkWithin(t, "related of "+d.Rule, r.Span, whole)
	}
	if d.Fix != nil {
		for _, e := range d.Fix.Edits {
			checkWithin(t, "fix of "+d.Rule, e.Span, whole)
		}
	}
	if d.Message == "" || d.Rule == "" || d.File == "" {
		t.Fatalf("incomplete %+v", d)
	}
}

func checkFields(t *testing.T, data []byte, fields []Field, outer diag.Span) {
	t.Helper()
	for _, f := range fields {
		checkWithin(t, "key", f.Span, outer)
		if f.Value.Span.Start < f.Span.End {
			t.Fatalf("value %v before the end of its key %v", f.Value.Span, f.Span)
		}
		checkValue(t, data, f.Value, outer)
	}
}

func checkValue(t *testing.T, data []byte, v *Value, outer diag.Span) {
	t.Helper()
	checkWithin(t, "value", v.Span, outer)
	text := data[v.Span.Start:v.Span.End]
	if v.Comment != (diag.Span{}) && (v.Comment.Start <= v.Span.End || data[v.Comment.Start] != '#') {
		t.Fatalf("comment %v of %q", v.Comment, text)
	}
	if v.Kind != List && v.Kind != Map {
		checkScalar(t, v, text)
	}
	checkFields(t, data, v.Fields, v.Span)
	for _, item := range v.Items {
		checkValue(t, data, item, v.Span)
	}
}

// checkScalar compares what a scalar's span holds with how it is said to be written.
func checkScalar(t *testing.T, v *Value, text []byte) {
	t.Helper()
	quoted := func(q byte) bool { return len(text) > 1 && text[0] == q && text[len(text)-1] == q }
	ok := true
	switch v.Style {
	case SingleQuoted:
		ok = quoted('\'')
	case DoubleQuoted:
		ok = quoted('"')
	case Literal:
		ok = text[0] == '|'
	case Folded:
		ok = text[0] == '>'
	default:
		ok = v.Raw == string(text) && len(bytes.Trim(text, " \t\r\n")) == len(text)
		if oneLine := !bytes.ContainsAny(text, "\r\n"); v.Kind == String && oneLine {
			ok = ok && v.Text == v.Raw
		}
	}
	if !ok {
		t.Fatalf("style %d, text %q, raw %q at %q", v.Style, v.Text, v.Raw, text)
	}
}

func checkWithin(t *testing.T, what string, inner, outer diag.Span) {
	t.Helper()
	if inner.Start < outer.Start || inner.End < inner.Start || inner.End > outer.End {
		t.Fatalf("%s at %v is not within %v", what, inner, outer)
	}
}
