package changes_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/renderer/html"

	"skillpack/catalog"
	"skillpack/internal/changes"
)

// compared builds two trees of files, given in turn by path and text, and compares them.
func compared(t *testing.T, old, now []string) *catalog.Changes {
	t.Helper()
	var pair [2]*catalog.Catalog
	for i, files := range [][]string{old, now} {
		d := tree{t, t.TempDir()}
		for j := 0; j < len(files); j += 2 {
			d.write(files[j], files[j+1])
		}
		pair[i] = built(t, d.dir)
	}
	return changes.Find(pair[0], pair[1])
}

func manifest(name, body string) string {
	return "---\nname: " + name + "\ndescription: Does what it says. Use when asked.\n---\n\n" + body
}

func written(t *testing.T, c *catalog.Changes, format string) string {
	t.Helper()
	var b bytes.Buffer
	var err error
	switch format {
	case "json":
		err = changes.WriteJSON(&b, c)
	case "markdown":
		err = changes.WriteMarkdown(&b, c)
	default:
		err = changes.WriteText(&b, c, format == "color")
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestNewLinks(t *testing.T) {
	one := func(body string, more ...string) []string {
		return append([]string{"a/SKILL.md", manifest("a", body)}, more...)
	}
	for _, c := range []struct {
		name     string
		old, now []string
		want     []string
	}{
		{"a link", one(""), one("[x](https://a.org/x?y=1&amp;z)"), []string{"SKILL.md https://a.org/x?y=1&z"}},
		{"one with its scheme disguised", one(""), one("[x](https&#58;//a.org)"), []string{"SKILL.md https://a.org"}},
		{"a reference", one(""), one("[x][y]\n\n[y]: http://a.org/b"), []string{"SKILL.md http://a.org/b"}},
		{"an image", one(""), one("![x](https://a.org/i.png)"), []string{"SKILL.md https://a.org/i.png"}},
		{"HTML", one(""), one(`<a href="https://a.org/h">x</a>`), []string{"SKILL.md https://a.org/h"}},
		{"a bare one", one(""), one("See HTTPS://a.org/b, or (http://b.org/c_(d))."), []string{"SKILL.md HTTPS://a.org/b", "SKILL.md http://b.org/c_(d)"}},
		{"in code", one(""), one("```sh\ncurl \"https://a.org/x.sh\" | sh\n```\n"), []string{"SKILL.md https://a.org/x.sh"}},
		{"twice", one(""), one("https://a.org and [x](https://a.org)", "a/x.md", "https://a.org"), []string{"SKILL.md https://a.org"}},
		{"in another file", one(""), one("", "a/x.md", "<https://a.org>"), []string{"x.md https://a.org"}},
		{"moved to another file", one("https://a.org"), one("", "a/x.md", "https://a.org"), nil},
		{"known", one("https://a.org"), one("More. https://a.org"), nil},
		{"of an added skill", one(""), one("", "b/SKILL.md", manifest("b", "https://a.org")), []string{"SKILL.md https://a.org"}},
		{"M7 told of the nested skill alone", one("", "a/b/SKILL.md", manifest("b", "")), one("", "a/b/SKILL.md", manifest("b", "https://a.org")), []string{"SKILL.md https://a.org"}},
		{"none", one(""), one("ftp://a.org, https:// and x://y [x](mailto:a@b.org)"), nil},
		{"in a script", one(""), one("", "a/x.sh", "curl https://a.org/x | sh\n"), []string{"x.sh https://a.org/x"}},
		{"in a text", one(""), one("", "a/x.txt", "(https://a.org)))))"), []string{"x.txt https://a.org"}},
		{"in a script, known from markdown", one("https://a.org"), one("https://a.org", "a/x.sh", "curl https://a.org\n"), nil},
		{"no text", one(""), one("", "a/x.bin", "\x00 https://a.org"), nil},
		{"of a renamed skill", one("", "a/x", ""), []string{"b/SKILL.md", manifest("b", "https://a.org"), "b/x", ""}, []string{"SKILL.md https://a.org"}},
		{"known, of a renamed skill", one("https://a.org"), []string{"b/SKILL.md", manifest("b", "https://a.org")}, nil},
		{"frontmatter", one(""), []string{"a/SKILL.md", "---\nname: a\ndescription: See https://a.org for all.\n---\n"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range compared(t, c.old, c.now).Skills {
				for _, w := range s.Widening {
					if w.Kind == catalog.WiderLink {
						got = append(got, w.URI[strings.LastIndexByte(w.URI, '/')+1:]+" "+w.Detail)
					}
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// evil is text that tries to steer whatever shows it.
const evil = "\u001b]0;own\u0007\u009b2J\u202e| `x` </code></details><img src=x onerror=alert(1)> @octocat #1 ![x](https://evil.org/p) www.evil.org **b** & &lt;\u2028"

// evilChanges have it in every place where a catalog can have it.
func evilChanges() *catalog.Changes {
	quoted, _ := json.Marshal(evil)
	fields := []catalog.FieldChange{{Path: []string{evil, "k.l"}, Old: quoted, New: nil}, {Path: []string{"m"}, New: quoted}}
	entry := &catalog.Entry{URI: evil, Resources: []catalog.Ref{{URI: evil, Size: 1}}}
	return &catalog.Changes{
		Old: &catalog.Catalog{}, New: &catalog.Catalog{},
		Skills: []catalog.SkillChange{
			{Kind: catalog.Renamed, Old: entry, New: entry},
			{Kind: catalog.Changed, Old: entry, New: entry, NewListed: true, Frontmatter: fields,
				Files: []catalog.FileChange{
					{Kind: catalog.Added, URI: evil, Path: evil, New: &catalog.Ref{}},
					{Kind: catalog.Changed, URI: evil + "n", Path: "n", Nested: evil, Old: &catalog.Ref{}, New: &catalog.Ref{}},
				},
				Widening: []catalog.Widening{
					{Kind: catalog.WiderTools, URI: evil, Detail: evil}, {Kind: catalog.WiderScript, URI: evil},
					{Kind: catalog.WiderExecutable, URI: evil}, {Kind: catalog.WiderLink, URI: "unknown" + evil, Detail: evil},
				}},
		},
		Server:      fields,
		Described:   []catalog.Description{{URI: evil, Old: catalog.Resource{Name: evil, MIMEType: "a"}, New: catalog.Resource{Description: evil, MIMEType: evil}}},
		Directories: []catalog.DirectoryChange{{Kind: catalog.Added, URI: evil}, {Kind: catalog.Removed, URI: evil}},
	}
}

func TestNothingSteersTheTerminal(t *testing.T) {
	for _, format := range []string{"text", "json", "markdown"} {
		said := written(t, evilChanges(), format)
		if at := strings.IndexFunc(said, func(r rune) bool {
			return r < ' ' && r != '\n' || r >= 0x7f && r < 0xa0 || r == '\u202e' || r == '\u2028'
		}); at >= 0 {
			t.Errorf("%s has %q", format, said[at:min(len(said), at+20)])
		}
	}
	if said := written(t, evilChanges(), "color"); !strings.Contains(said, "\x1b[1;33m! ") || strings.Contains(said, "]0;own\u0007") {
		t.Errorf("the colours are wrong:\n%q", said)
	}
}

// TestMarkdownIsInert renders the comment as GitHub does and looks for what only the
// catalogs can have put there.
func TestMarkdownIsInert(t *testing.T) {
	var page bytes.Buffer
	md := goldmark.New(goldmark.WithExtensions(extension.GFM), goldmark.WithRendererOptions(html.WithUnsafe()))
	if err := md.Convert([]byte(written(t, evilChanges(), "markdown")), &page); err != nil {
		t.Fatal(err)
	}
	shown := page.String()
	for _, bad := range []string{"<img", "<a ", "<strong>b", "onerror=alert(1)>"} {
		if strings.Contains(shown, bad) {
			t.Errorf("the page has %s:\n%s", bad, shown)
		}
	}
	for tag, want := range map[string]int{"details": 1, "table": 1, "pre": 1} {
		if got := strings.Count(shown, "<"+tag+">"); got != want || strings.Count(shown, "</"+tag+">") != want {
			t.Errorf("the page has %d <%s>, want %d:\n%s", got, tag, want, shown)
		}
	}
	// Names and numbers of GitHub are only looked for outside of code.
	outside := regexp.MustCompile(`(?s)<code>.*?</code>`).ReplaceAllString(shown, "")
	if strings.ContainsAny(outside, "@#") {
		t.Errorf("outside of code the page has a mention:\n%s", outside)
	}
	if !strings.Contains(shown, "@octocat") {
		t.Error("the text itself is lost")
	}
}

func TestMarkdownIsBounded(t *testing.T) {
	c := &catalog.Changes{Old: &catalog.Catalog{}, New: &catalog.Catalog{}}
	for i := range 3000 {
		s := catalog.SkillChange{Kind: catalog.Changed, New: &catalog.Entry{URI: fmt.Sprintf("skill://%s%d", strings.Repeat("|é", i%300), i)}}
		s.Old = s.New
		for j := range 30 {
			s.Widening = append(s.Widening, catalog.Widening{Kind: catalog.WiderTools, Detail: fmt.Sprintf("Tool%d", j)})
		}
		c.Skills = append(c.Skills, s)
	}
	said := written(t, c, "markdown")
	if n := utf8.RuneCountInString(said); n > 55_000 {
		t.Errorf("it has %d characters", n)
	}
	for _, more := range []string{`(?m)^and 29[5-9]\d more$`, `(?m)^- and 89[0-9]{3} more$`, `(?m)^    … and \d+ lines more$`} {
		if !regexp.MustCompile(more).MatchString(said) {
			t.Errorf("nothing matches %s in\n%s", more, said)
		}
	}
	if text := written(t, c, "text"); strings.Count(text, "    … and 10 more, which --json tells\n") != 3000 {
		t.Errorf("the text is\n%.2000s", text)
	}
}

// TestFormats holds the whole of JSON and markdown for changes of every kind.
func TestFormats(t *testing.T) {
	old := []string{"a/SKILL.md", manifest("a", ""), "a/old.sh", "ls\n", "gone/SKILL.md", manifest("gone", "Gone.\n"), "x/m/SKILL.md", manifest("m", "")}
	now := []string{"a/SKILL.md", manifest("a", "<https://a.org>\n"), "a/old.sh", "rm\n", "a/run.sh", "ls\n",
		"new/SKILL.md", strings.Replace(manifest("new", ""), "---\n\n", "allowed-tools: Read\n---\n\n", 1), "y/n/SKILL.md", manifest("n", "")}
	c := compared(t, old, now)
	for format, file := range map[string]string{"json": "testdata/all.json", "markdown": "testdata/all.md"} {
		want, err := os.ReadFile(file)
		if got := written(t, c, format); err != nil || got != string(want) {
			t.Errorf("%v; %s is\n%s", err, format, got)
		}
	}
}

// TestRenamedSkills holds which skills of real SKILL.md files are renamed ones, and to
// which; the first by URI of those that are equally alike.
func TestRenamedSkills(t *testing.T) {
	for _, c := range []struct {
		name     string
		old, now []string
		want     string
	}{
		{"a single file", []string{"a/SKILL.md", manifest("a", "Body.")}, []string{"b/SKILL.md", manifest("b", "Body.")}, "renamed b"},
		{"a single file with another body", []string{"a/SKILL.md", manifest("a", "Body.")}, []string{"b/SKILL.md", manifest("b", "Other.")}, "removed a, added b"},
		{"with a script", []string{"a/SKILL.md", manifest("a", ""), "a/x.sh", "ls"}, []string{"b/SKILL.md", manifest("b", "More."), "b/x.sh", "ls"}, "renamed b"},
		{"of two the one with the same body", []string{"a/SKILL.md", manifest("a", "Body."), "a/x.sh", "ls"},
			[]string{"b/SKILL.md", manifest("b", "Other."), "b/x.sh", "ls", "c/SKILL.md", manifest("c", "Body."), "c/x.sh", "ls"}, "added b script, renamed c"},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range compared(t, c.old, c.now).Skills {
				_, name, _ := strings.Cut(strings.TrimSuffix(s.URI(), "/SKILL.md"), "://")
				one := string(s.Kind) + " " + name
				for _, w := range s.Widening {
					one += " " + string(w.Kind)
				}
				got = append(got, one)
			}
			if strings.Join(got, ", ") != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

// TestText holds how text keeps its columns and the quotes of what it cuts.
func TestText(t *testing.T) {
	long := strings.Repeat("d", 70)
	value := func(end string) []byte {
		return []byte(`"` + strings.Repeat("x", 90) + end + strings.Repeat("z", 90) + `"`)
	}
	entry := func(name string) *catalog.Entry { return &catalog.Entry{URI: "skill://" + name + "/SKILL.md"} }
	c := &catalog.Changes{Old: &catalog.Catalog{}, New: &catalog.Catalog{}, Skills: []catalog.SkillChange{
		{Kind: catalog.Removed, Old: entry("a")},
		{Kind: catalog.Removed, Old: entry(long)},
		{Kind: catalog.Changed, Old: entry("z"), New: entry("z"), Frontmatter: []catalog.FieldChange{
			{Path: []string{"k"}, Old: value("1"), New: value("2")}, {Path: []string{"n"}, New: value("")},
		}},
	}}
	cut := func(end string) string {
		return `"…` + strings.Repeat("x", 20) + end + strings.Repeat("z", 58) + `…"`
	}
	want := "0 added, 2 removed, 0 renamed, 1 changed; approvals revoked: 2\n\n" +
		"removed  skill://a/SKILL.md" + strings.Repeat(" ", 44) + "0 files, 0 bytes, approval revoked\n" +
		"removed  skill://" + long + "/SKILL.md\n" + strings.Repeat(" ", 71) + "0 files, 0 bytes, approval revoked\n" +
		"changed  skill://z/SKILL.md\n" +
		"    = k: " + cut("1") + " -> " + cut("2") + "\n" +
		"    = n: nothing -> \"" + strings.Repeat("x", 80) + "…\"\n"
	if got := written(t, c, "text"); got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestEmptyChanges(t *testing.T) {
	c := &catalog.Changes{Old: &catalog.Catalog{}, New: &catalog.Catalog{}}
	for format, want := range map[string]string{"text": "no differences\n", "markdown": "### Skills: no differences\n"} {
		if got := written(t, c, format); got != want {
			t.Errorf("%s is %q", format, got)
		}
	}
	if got := written(t, c, "json"); !strings.Contains(got, `"differ": false`) || !strings.Contains(got, `"skills": []`) {
		t.Errorf("JSON is %s", got)
	}
}
