package skill

import (
	"slices"
	"strings"
	"testing"

	"skillpack/internal/diag"
)

func TestFrontmatterComments(t *testing.T) {
	for _, tt := range []struct {
		name, block string
		want        []string
	}{
		{"on a line", "# one\nname: x\n  # two \n\ndescription: d\n# three", []string{"# one", "# two", "# three"}},
		{"behind values", "name: x # one\ndescription: \"a # b\" # two\nlicense: 'c ''# d' \t# three\n", []string{"# one", "# two", "# three"}},
		{"a # without a blank is text", "name: x#y\ndescription: C# and F# # one\na#b: c", []string{"# one"}},
		{"in quoted values of several lines", "description: \"a\n  # b\n  c\" # one\nname: 'd\n  # e'\n", []string{"# one"}},
		{"in a plain value of several lines", "description: a\n  b#c\n  d # one\nname: x\n", []string{"# one"}},
		{"block scalars", "description: | # one\n  # a\n  b # c\n\n  # d\n# two\nmore: >-2 # three\n  e\n # four\nname: x\n", []string{"# one", "# two", "# three", "# four"}},
		{"without values", "name: # one\ndescription: # two\n  d\nmetadata:\n  # three\n  a: # four\n", []string{"# one", "# two", "# three", "# four"}},
		{"lists", "a: # one\n  # two\n  - b # three\n  - # four\n    c\n  -\n# five\n", []string{"# one", "# two", "# three", "# four", "# five"}},
		{"in brackets", "a: [b, # one\n  \"#c\", d#e # two\n  ] # three\nf: {g: h, # four\n  i: '#' } # five\n", []string{"# one", "# two", "# three", "# four", "# five"}},
		{"keys in quotes", "\"# a\": b # one\n'c #': d\n", []string{"# one"}},
		{"letters of several bytes", "é: \"ü # ö\" # ä\n# 中\u2028文\n", []string{"# ä", "# 中\u2028文"}},
		{"CRLF and CR", "name: x # one\r\n# two\r# three \r\n", []string{"# one", "# two", "# three"}},
	} {
		t.Run("A17 "+tt.name, func(t *testing.T) {
			data := "---\n" + strings.TrimSuffix(tt.block, "\n") + "\n---\n# body\n"
			front, _, found := parseManifest("x/SKILL.md", []byte(data))
			if front == nil {
				t.Fatal(found)
			}
			var got []string
			for _, c := range front.Comments {
				got = append(got, data[c.Start:c.End])
			}
			if !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
			if json := string(front.AppendJSON(nil)); strings.Contains(json, "one") {
				t.Errorf("a comment is in %s", json)
			}
		})
	}
}

// checkFrontmatterComments holds what is true of the comments of any frontmatter.
func checkFrontmatterComments(t *testing.T, data []byte, f *Frontmatter) {
	last := f.Span.Start
	for _, c := range f.Comments {
		if c.Start < last || c.End > f.Span.End || data[c.Start] != '#' || strings.ContainsAny(string(data[c.Start:c.End]), "\r\n") {
			t.Fatalf("comment %v of %q", c, data)
		}
		last = c.End
	}
	checkBeside(t, f.Fields, f.Comments)
}

// checkBeside holds that no key or scalar shares a byte with a comment but for the one
// in the header of a block scalar, and that a scalar's own comment is one of all.
func checkBeside(t *testing.T, fields []Field, comments []diag.Span) {
	beside := func(s diag.Span) {
		for _, c := range comments {
			if c.Start < s.End && s.Start < c.End {
				t.Fatalf("comment %v in %v", c, s)
			}
		}
	}
	for _, f := range fields {
		beside(f.Span)
		if c := f.Value.Comment; c != (diag.Span{}) && !slices.Contains(comments, c) {
			t.Fatalf("%v is not among %v", c, comments)
		}
		switch {
		case f.Value.Kind == Map:
			checkBeside(t, f.Value.Fields, comments)
		case f.Value.Kind != List && f.Value.Style < Literal:
			beside(f.Value.Span)
		}
	}
}
