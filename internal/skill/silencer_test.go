package skill

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/diag"
)

func TestParseSilencer(t *testing.T) {
	for _, tt := range []struct{ text, want string }{
		{" skillpack-ignore a/b: reason ", "a/b"},
		{"skillpack-ignore a/b", "a/b"},
		{" skillpack-ignore a/b, c/d,e/f : reason, with a comma", "a/b c/d e/f"},
		{" skillpack-ignore a/b c/d", "a/b c/d"},
		{" skillpack-ignore a/b because of and/or", "a/b"},
		{" skillpack-ignore wrong, worse: x", "wrong worse"},
		{"\n  skillpack-ignore\n  a/b,\n  c/d: x\n", "a/b c/d"},
		{" skillpack-ignore", ""},
		{" skillpack-ignore: reason", ""},
		{" skillpack-ignored a/b", "no"},
		{" skillpack-ignore-next a/b", "no"},
		{" use skillpack-ignore a/b", "no"},
		{"", "no"},
	} {
		rules, ok := parseSilencer(tt.text, 100)
		var words []string
		for _, r := range rules {
			words = append(words, r.Text)
			if tt.text[r.Span.Start-100:r.Span.End-100] != r.Text {
				t.Errorf("%q: %q at %v", tt.text, r.Text, r.Span)
			}
		}
		if got := strings.Join(words, " "); ok != (tt.want != "no") || ok && got != tt.want {
			t.Errorf("%q: got %q %v", tt.text, got, ok)
		}
	}
}

// TestSilencersOfMarkdown shows each silencer as its rules and its scope.
func TestSilencersOfMarkdown(t *testing.T) {
	const text = `<!-- skillpack-ignore a/first: x -->
<!-- other -->
<!-- skillpack-ignore a/too -->

one

<!-- skillpack-ignore a/b, c/d: x -->

two
lines

| a <!-- skillpack-ignore a/in --> |
|---|

<!-- skillpack-ignore a/end -->
`
	for _, before := range []string{"", "---\n---\n", "\ufeff"} {
		checkScopes(t, before, text)
	}
}

func checkScopes(t *testing.T, before, text string) {
	t.Helper()
	mark := strings.TrimPrefix(before, "---\n---\n")
	whole := mark + text[:strings.Index(text, "\n\n<!-- skillpack-ignore a/b")]
	want := []string{
		"[a/first] " + whole, "[a/too] " + whole, "[a/b c/d] two\nlines", "[a/in] | a <!-- skillpack-ignore a/in --> |\n|---|", "[a/end] ",
	}
	data := before + text
	got := showSilencers(data, ParseMarkdown([]byte(data), len(before)-len(mark)).Silencers)
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func TestSilencersOfFrontmatter(t *testing.T) {
	for _, tt := range []struct {
		name, block string
		want        []string
	}{
		{"before the first field, from the file's start", "# skillpack-ignore a/b\n# other\nname: x\nlicense: y", []string{"[a/b] ---\n# skillpack-ignore a/b\n# other\nname: x"}},
		{"before a field of several lines", "name: x\n# skillpack-ignore a/b: r\ndescription: |\n  d\n\n  e\nlicense: y", []string{"[a/b] description: |\n  d\n\n  e"}},
		{"behind a value", "name: x\nlicense: y # skillpack-ignore a/b\nmore: z", []string{"[a/b] license: y # skillpack-ignore a/b"}},
		{"behind the first value", "name: x # skillpack-ignore a/b\nmore: z", []string{"[a/b] name: x # skillpack-ignore a/b"}},
		{"behind the end of a value", "name: x\nlicense: \"a\n  b\" # skillpack-ignore a/b\nmore: z", []string{"[a/b] license: \"a\n  b\" # skillpack-ignore a/b"}},
		{"behind a block's mark", "name: x\nlicense: > # skillpack-ignore a/b\n  a\n  b\nmore: z", []string{"[a/b] license: > # skillpack-ignore a/b\n  a\n  b"}},
		{"behind a key", "metadata: # skillpack-ignore a/b\n  a: b\n  c: d\nname: x", []string{"[a/b] metadata: # skillpack-ignore a/b\n  a: b\n  c: d"}},
		{"in a mapping", "metadata:\n  # skillpack-ignore a/b\n  a: b # skillpack-ignore c/d\n  c: d\nname: x", []string{"[a/b] a: b # skillpack-ignore c/d", "[c/d] a: b # skillpack-ignore c/d"}},
		{"before a mapping", "name: x\n# skillpack-ignore a/b\nmetadata:\n  a: b\n  c: d", []string{"[a/b] metadata:\n  a: b\n  c: d"}},
		{"in a list", "tags:\n  # skillpack-ignore a/b\n  - a: b\n    c: d\n  - e # skillpack-ignore c/d\n  - f", []string{"[a/b] a: b\n    c: d", "[c/d] e # skillpack-ignore c/d"}},
		{"behind brackets", "tags: [a,\n  b] # skillpack-ignore a/b\nname: x", []string{"[a/b] tags: [a,\n  b] # skillpack-ignore a/b"}},
		{"in brackets", "tags: [a,\n  # skillpack-ignore a/b\n  b]\nname: x", []string{"[a/b] tags: [a,\n  # skillpack-ignore a/b\n  b]"}},
		{"behind the last field", "name: x\n# skillpack-ignore a/b", []string{"[a/b] "}},
		{"in a text", "name: |\n  # skillpack-ignore a/b\nlicense: \"# skillpack-ignore a/b\"", nil},
		{"CRLF", "# other\r\nname: x # skillpack-ignore a/b\r\nmore: z\r", []string{"[a/b] name: x # skillpack-ignore a/b"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			data := "---\n" + tt.block + "\n---\n"
			front, _, found := parseManifest("x/SKILL.md", []byte(data))
			if front == nil {
				t.Fatal(found)
			}
			if got := showSilencers(data, front.Silencers); !slices.Equal(got, tt.want) {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func showSilencers(data string, silencers []Silencer) []string {
	var all []string
	for _, s := range silencers {
		var ids []string
		for _, r := range s.Rules {
			ids = append(ids, r.Text)
		}
		all = append(all, fmt.Sprintf("%v %s", ids, data[s.Scope.Start:s.Scope.End]))
	}
	return all
}

// checkSilencers holds what is true of the silencers of any file.
func checkSilencers(t *testing.T, data []byte, silencers []Silencer) {
	t.Helper()
	for _, s := range silencers {
		checkWithin(t, "scope", s.Scope, diag.Span{End: len(data)})
		if !strings.Contains(string(data[s.Comment.Start:s.Comment.End]), SilencerWord) {
			t.Fatalf("no silencer is at %v", s.Comment)
		}
		for _, r := range s.Rules {
			checkWithin(t, "rule", r.Span, s.Comment)
			if string(data[r.Span.Start:r.Span.End]) != r.Text {
				t.Fatalf("no %q is at %v", r.Text, r.Span)
			}
		}
	}
}
