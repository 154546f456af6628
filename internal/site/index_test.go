package site

import (
	"fmt"
	"regexp"
	"slices"
	"strings"
	"testing"

	"skillpack/catalog"
)

// listed is a site of skills made up for the index alone.
func listed(t testing.TB, skills []*Skill, o Options) *Site {
	t.Helper()
	s := &Site{catalog: &catalog.Catalog{}, options: o, skills: skills}
	var err error
	if s.pages, err = newPages(); err != nil {
		t.Fatal(err)
	}
	for _, source := range []func() ([]File, error){s.assetFiles, s.indexFiles, s.textFiles} {
		files, err := source()
		if err != nil {
			t.Fatal(err)
		}
		s.files = append(s.files, files...)
	}
	slices.SortFunc(s.files, func(a, b File) int { return strings.Compare(a.Path, b.Path) })
	return s
}

// madeUp is n skills at the paths that name gives for each number, sorted as a catalog has
// them.
func madeUp(n int, description string, name func(i int) string) []*Skill {
	skills := make([]*Skill, n)
	for i := range skills {
		p := name(i)
		skills[i] = &Skill{
			Name: p[strings.LastIndexByte(p, '/')+1:], Path: p, Prefix: parentPrefix(p), Page: skillPage(p),
			Description: description, Files: make([]*SkillFile, 3), Bytes: int64(1000 + i),
		}
	}
	slices.SortFunc(skills, func(a, b *Skill) int { return strings.Compare(a.Path, b.Path) })
	return skills
}

var rowLink = regexp.MustCompile(`<li><a href="(?:\.\./)*(skills/[^"]*)">[^<]*</a><p>`)

func TestIndexRows(t *testing.T) {
	s := made(t, compiled(t, tree{
		"zoo/SKILL.md":       "x",
		"a/b/deep/SKILL.md":  "x",
		"a/b/deep/notes.txt": "x",
		"a/one/SKILL.md":     "---\nname: one\ndescription: Says <b>&amp;</b> \"that\" & more.\n---\n\nx",
		"a-b/two/SKILL.md":   "x",
	}), Options{Title: "Ours <1>"})
	main := mainOf(t, s, indexName)

	t.Run("groups in the order of segments", func(t *testing.T) {
		var heads []string
		for _, m := range regexp.MustCompile(`<h2>(.*?) <small>`).FindAllStringSubmatch(main, -1) {
			heads = append(heads, m[1])
		}
		if want := []string{"Top level", "a", "a/b", "a-b"}; !slices.Equal(heads, want) {
			t.Errorf("got %q, want %q", heads, want)
		}
	})
	t.Run("each skill with name, description, path, files and size", func(t *testing.T) {
		for _, want := range []string{
			`<li><a href="skills/a/b/deep/">deep</a><p>Explains what is tested.</p><code>a/b/deep</code><small>2 files, `,
			`<li><a href="skills/a/one/">one</a><p>Says &lt;b&gt;&amp;amp;&lt;/b&gt; &#34;that&#34; &amp; more.</p><code>a/one</code><small>1 file, `,
			`<li><a href="skills/zoo/">zoo</a>`, `<li><a href="skills/a-b/two/">two</a>`, "Ours &lt;1&gt;",
		} {
			if !strings.Contains(main, want) {
				t.Errorf("no %q in\n%s", want, main)
			}
		}
	})
	t.Run("prefixes to choose lead to their groups", func(t *testing.T) {
		for _, id := range []string{"in=a", "in=a%2Fb", "in=a-b"} {
			if !strings.Contains(main, `href="#`+id+`"`) || strings.Count(main, ` id="`+id+`"`) != 1 {
				t.Errorf("no link to one place %q in\n%s", id, main)
			}
		}
	})
}

func TestPrefixesToChoose(t *testing.T) {
	nav := func(paths ...string) string {
		l := planListings(newTree(madeUp(len(paths), "x", func(i int) string { return paths[i] })))[0]
		var b strings.Builder
		for _, n := range l.Nav() {
			fmt.Fprintf(&b, "%d %s=%s %d; ", n.Depth, n.Text, n.Prefix, n.Count)
		}
		return b.String()
	}
	for name, c := range map[string]struct {
		paths []string
		want  string
	}{
		"none where there is no choice":        {[]string{"a/b/x", "a/b/y"}, ""},
		"none at the top level alone":          {[]string{"x", "y"}, ""},
		"a prefix alone within one is skipped": {[]string{"x", "a/b/y", "a/b/c/z"}, "0 a/b=a/b 2; 1 c=a/b/c 1; "},
		"what all have in common is not shown": {[]string{"r/a/x", "r/b/y"}, "0 a=r/a 1; 0 b=r/b 1; "},
	} {
		t.Run(name, func(t *testing.T) {
			if got := nav(c.paths...); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
	t.Run("few enough to look through", func(t *testing.T) {
		l := planListings(newTree(madeUp(1000, "x", func(i int) string { return fmt.Sprintf("p%d/q%d/s", i%50, i) })))[0]
		if n := len(l.Nav()); n != 50 {
			t.Errorf("got %d prefixes, want the 50 topmost", n)
		}
	})
}

func TestIndexOf3000Skills(t *testing.T) {
	src := tree{}
	for i := range 3000 {
		src[fmt.Sprintf("department-%d/team-%03d/procedure-of-number-%04d/SKILL.md", i/500, i/10, i)] = fmt.Sprintf(
			"---\nname: procedure-of-number-%04d\ndescription: Explains procedure %d & its neighbours. %s\n---\n\nx", i, i, strings.Repeat("Use it when asked. ", 30))
	}
	s := made(t, compiled(t, src), Options{})
	index := content(t, s, indexName)
	if len(index) >= 1_000_000 {
		t.Errorf("the index has %d bytes", len(index))
	}
	if n := len(rowLink.FindAllString(index, -1)); n != 3000 {
		t.Errorf("the index links %d skills", n)
	}
	if s.listings[0].clip < 80 {
		t.Errorf("descriptions are cut to %d letters", s.listings[0].clip)
	}
	t.Run("search data has the whole descriptions", func(t *testing.T) {
		whole := 0
		for _, name := range strings.Fields(s.listings[0].Search()) {
			whole += strings.Count(content(t, s, name), s.skills[0].Description[len("Explains procedure 0 & its neighbours."):])
		}
		if whole != 3000 {
			t.Errorf("%d of 3000", whole)
		}
	})
}

// TestIndexesTooLargeForAPage holds for catalogs of each shape that every skill has one row,
// on a page of bounded size, to which links lead from the index.
func TestIndexesTooLargeForAPage(t *testing.T) {
	text := strings.Repeat("Explains 'it' & more. ", 40)
	for name, c := range map[string]struct {
		skills []*Skill
		parted bool
	}{
		"no prefix":                   {madeUp(6000, text, func(i int) string { return fmt.Sprintf("skill-%05d", i) }), true},
		"each a prefix of its own":    {madeUp(6000, text, func(i int) string { return fmt.Sprintf("p%05d/skill", i) }), true},
		"prefixes of two":             {madeUp(10000, text, func(i int) string { return fmt.Sprintf("p%05d/skill%d", i/2, i%2) }), true},
		"teams":                       {madeUp(6000, text, func(i int) string { return fmt.Sprintf("all/d%d/t%03d/s%d", i%3, i/10, i) }), true},
		"all in one":                  {madeUp(6000, text, func(i int) string { return fmt.Sprintf("a/b/c/s%05d", i) }), true},
		"a name that is all markup":   {madeUp(3000, strings.Repeat("<'\"&+>", 200), func(i int) string { return fmt.Sprintf("<&+>/%s%d", strings.Repeat("'", 20), i) }), true},
		"paths that are not of ASCII": {madeUp(3000, text, func(i int) string { return fmt.Sprintf("ö%d/%s%d", i%9, strings.Repeat("ü", 40), i) }), true},
		"small":                       {madeUp(500, text, func(i int) string { return fmt.Sprintf("p%d/s%d", i%40, i) }), false},
	} {
		t.Run(name, func(t *testing.T) {
			s := listed(t, c.skills, Options{})
			if parted := len(s.listings) > 1; parted != c.parted {
				t.Errorf("%d pages", len(s.listings))
			}
			rows := map[string]int{}
			for _, l := range s.listings {
				html := content(t, s, l.path)
				if len(html) > maxListing {
					t.Errorf("%s has %d bytes", l.path, len(html))
				}
				for _, m := range rowLink.FindAllStringSubmatch(html, -1) {
					rows[m[1]]++
				}
			}
			links := 0
			for _, k := range c.skills {
				links += rows[rel(indexName, k.Page)]
			}
			if links != len(c.skills) {
				t.Errorf("%d rows of %d skills", links, len(c.skills))
			}
			reached := map[string]bool{indexName: true}
			for _, l := range s.listings { // parents come first
				if !reached[l.path] {
					t.Fatalf("no link leads to %s", l.path)
				}
				reached[l.Next] = true
				for _, b := range l.Branches {
					reached[b.Page] = true
				}
			}
		})
	}
}

func TestClip(t *testing.T) {
	for name, c := range map[string]struct {
		text string
		most int
		want string
	}{
		"whole":            {"as long as that", 15, "as long as that"},
		"at a blank":       {"some words are cut, others not", 21, "some words are cut…"},
		"within a word":    {"Donaudampfschifffahrt", 10, "Donaudamp…"},
		"by code points":   {"ääääääääää", 5, "ääää…"},
		"nothing to clip":  {"", 5, ""},
		"no half sentence": {"Ends here. And more", 12, "Ends here…"},
	} {
		t.Run(name, func(t *testing.T) {
			if got := clip(c.text, c.most); got != c.want {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}
