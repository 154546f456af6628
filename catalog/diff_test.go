package catalog

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

// frozen builds a frozen catalog of a source.
func frozen(t testing.TB, src source) *Catalog {
	t.Helper()
	return freeze(t, build(src))
}

// with returns a changed copy of a source: pairs of path and content, where "-" is none.
func (src source) with(pairs ...string) source {
	out := maps.Clone(src)
	for i := 0; i < len(pairs); i += 2 {
		if out[pairs[i]] = pairs[i+1]; pairs[i+1] == "-" {
			delete(out, pairs[i])
		}
	}
	return out
}

// told writes everything that changes say, a line each.
func told(c *Changes) []string {
	var lines []string
	for i := range c.Skills {
		lines = append(lines, toldOfSkill(&c.Skills[i])...)
	}
	for _, f := range c.Server {
		lines = append(lines, fmt.Sprintf("server %s: %s -> %s", strings.Join(f.Path, "/"), f.Old, f.New))
	}
	for _, d := range c.Described {
		lines = append(lines, fmt.Sprintf("described %s: %s -> %s", d.URI, d.Old.MIMEType, d.New.MIMEType))
	}
	for _, d := range c.Directories {
		lines = append(lines, fmt.Sprintf("directory %s %s", d.Kind, d.URI))
	}
	return lines
}

func toldOfSkill(s *SkillChange) []string {
	head := fmt.Sprintf("%s %s", s.Kind, s.URI())
	if s.Kind == Renamed {
		head += " from " + s.Old.URI
	}
	if s.Revoked() {
		head += " revoked"
	}
	if s.Relisted() {
		head += fmt.Sprintf(" listed %v", s.NewListed)
	}
	lines := []string{head}
	for _, f := range s.Files {
		line := fmt.Sprintf("  %s %s", f.Kind, f.Path)
		if f.Lines != nil {
			line += fmt.Sprintf(" +%d -%d", f.Lines.Added, f.Lines.Removed)
		}
		if f.Nested != "" {
			line += " of " + f.Nested
		}
		lines = append(lines, line)
	}
	for _, f := range s.Frontmatter {
		lines = append(lines, fmt.Sprintf("  field %s: %s -> %s", strings.Join(f.Path, "/"), f.Old, f.New))
	}
	for _, w := range s.Widening {
		lines = append(lines, fmt.Sprintf("  wider %s %s %s", w.Kind, w.URI, w.Detail))
	}
	for _, l := range s.Limits {
		lines = append(lines, fmt.Sprintf("  limit %s %d -> %d of %d", l.Limit, l.Old, l.New, l.Max))
	}
	return lines
}

const plain = `{"name":"a","description":"D"}`

// oneSkill is a skill "a" with a file, changed as pairs say.
func oneSkill(pairs ...string) source {
	return source{"a/SKILL.md": plain, "a/ref.md": "one\ntwo\nthree\n"}.with(pairs...)
}

func TestDiff(t *testing.T) {
	nested := source{"a/SKILL.md": plain, "a/b/SKILL.md": `{"name":"b","description":"D"}`, "a/b/x.md": "x\n"}
	const inner = " of skill://a/b/SKILL.md"
	for _, c := range []struct {
		name     string
		old, now source
		want     []string
	}{
		{"nothing", oneSkill(), oneSkill(), nil},
		{"H6 a changed file", oneSkill(), oneSkill("a/ref.md", "one\n2\nthree\nfour"),
			[]string{"changed skill://a/SKILL.md revoked", "  changed ref.md +2 -1"}},
		{"H6 an added and a removed file", oneSkill(), oneSkill("a/ref.md", "-", "a/new b.md", "x"),
			[]string{"changed skill://a/SKILL.md revoked", "  added new b.md +1 -0", "  removed ref.md +0 -3"}},
		{"a blob has no lines", oneSkill("a/x", "\x00"), oneSkill("a/x", "text"),
			[]string{"changed skill://a/SKILL.md revoked", "  changed x"}},
		{"an empty file is a text", oneSkill("a/x", ""), oneSkill("a/x", "text"),
			[]string{"changed skill://a/SKILL.md revoked", "  changed x +1 -0"}},
		{"added", oneSkill(), oneSkill("z/SKILL.md", `{"name":"z","description":"D"}`),
			[]string{"added skill://z/SKILL.md", "  added SKILL.md +1 -0"}},
		{"H6 removed", oneSkill("z/SKILL.md", `{"name":"z","description":"D"}`), oneSkill(),
			[]string{"removed skill://z/SKILL.md revoked", "  removed SKILL.md +0 -1"}},
		{"H6 renamed", oneSkill(), source{"p/a/SKILL.md": plain, "p/a/ref.md": "one\ntwo\nthree\n"},
			[]string{"renamed skill://p/a/SKILL.md from skill://a/SKILL.md revoked"}},
		{"renamed and changed is another one", source{"a/SKILL.md": plain}, source{"p/a/SKILL.md": plain, "p/a/x": "x"},
			[]string{"removed skill://a/SKILL.md revoked", "  removed SKILL.md +0 -1", "added skill://p/a/SKILL.md", "  added SKILL.md +1 -0", "  added x +1 -0"}},
		{"M7 a nested skill's file", nested, nested.with("a/b/x.md", "y\n"),
			[]string{"changed skill://a/SKILL.md revoked", "  changed b/x.md +1 -1" + inner, "changed skill://a/b/SKILL.md revoked", "  changed x.md +1 -1"}},
		{"M7 a nested skill is none any more", nested, nested.with("a/b/SKILL.md", "-"),
			[]string{"changed skill://a/SKILL.md revoked", "  removed b/SKILL.md +0 -1" + inner,
				"removed skill://a/b/SKILL.md revoked", "  removed SKILL.md +0 -1", "  removed x.md +0 -1"}},
		{"frontmatter", oneSkill("a/SKILL.md", `{"name":"a","description":"D","metadata":{"v":"1","w":"2"},"n":1.0}`),
			oneSkill("a/SKILL.md", `{"n":1,"metadata":{"w":"2","v":"3"},"name":"a","description":"E","x":null}`),
			[]string{"changed skill://a/SKILL.md revoked", "  changed SKILL.md +1 -1", `  field description: "D" -> "E"`,
				`  field metadata/v: "1" -> "3"`, "  field n: 1.0 -> 1", "  field x:  -> null"}},
		{"an object and a text", oneSkill("a/SKILL.md", `{"name":"a","description":"D","m":{"v":"1"}}`), oneSkill("a/SKILL.md", `{"name":"a","description":"D","m":"v"}`),
			[]string{"changed skill://a/SKILL.md revoked", "  changed SKILL.md +1 -1", `  field m: {"v":"1"} -> "v"`}},
		{"an empty directory", oneSkill(), oneSkill("a/empty/", ""), []string{"directory added skill://a/empty"}},
		{"a directory with a file is told by the file", oneSkill(), oneSkill("a/d/x", "x"),
			[]string{"changed skill://a/SKILL.md revoked", "  added d/x +1 -0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			changes := Diff(frozen(t, c.old), frozen(t, c.now))
			if got := told(changes); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			if changes.Empty() != (c.want == nil) {
				t.Errorf("Empty is %v", changes.Empty())
			}
		})
	}
}

func TestDiffTellsWhatIsWider(t *testing.T) {
	tools := func(tools string) source {
		return oneSkill("a/SKILL.md", `{"name":"a","description":"D","allowed-tools":`+tools+`}`)
	}
	nested := source{"a/SKILL.md": plain, "a/b/SKILL.md": `{"name":"b","description":"D"}`}
	for _, c := range []struct {
		name     string
		old, now source
		want     []string
	}{
		{"tools grew", tools(`"Read Bash(git add:*)"`), tools(`"Bash(git add:*) Bash(rm -rf (x) *) Read Write"`),
			[]string{"tools skill://a/SKILL.md Bash(rm -rf (x) *)", "tools skill://a/SKILL.md Write"}},
		{"tools appeared", oneSkill(), tools(`"Read, Write"`), []string{"tools skill://a/SKILL.md Read", "tools skill://a/SKILL.md Write"}},
		{"a list of tools", tools(`"Read"`), tools(`["Read","Bash(a b)"]`), []string{"tools skill://a/SKILL.md Bash(a b)"}},
		{"a tool without a limit", tools(`"Bash(git:*)"`), tools(`"Bash"`), []string{"tools skill://a/SKILL.md Bash"}},
		{"tools in another order", tools(`"Read Write"`), tools(`"Write, Read"`), nil},
		{"fewer tools", tools(`"Read Bash Edit(*)"`), tools(`"Bash(git:*) Edit(x)"`), nil},
		{"a script by its extension", oneSkill(), oneSkill("a/s/RUN.PY", "print()"), []string{"script skill://a/s/RUN.PY "}},
		{"a script by its first line", oneSkill(), oneSkill("a/run", "#!/bin/sh\n"), []string{"script skill://a/run "}},
		{"a blob that runs", oneSkill(), oneSkill("a/run", "#!/bin/sh\n\x00"), []string{"script skill://a/run "}},
		{"a first line", oneSkill("a/x.py", "print()"), oneSkill("a/x.py", "#!/usr/bin/env python3\nprint()"), []string{"executable skill://a/x.py "}},
		{"a script changed", oneSkill("a/x.sh", "#!/bin/sh\n"), oneSkill("a/x.sh", "#!/bin/sh\nls\n"), []string{"script-changed skill://a/x.sh "}},
		{"a script by its extension changed", oneSkill("a/x.sh", "ls"), oneSkill("a/x.sh", "rm"), []string{"script-changed skill://a/x.sh "}},
		{"a script by its first line changed", oneSkill("a/x", "#!/bin/sh"), oneSkill("a/x", "\x7fELF\x00"), []string{"script-changed skill://a/x "}},
		{"a script is as it was", oneSkill("a/x.sh", "ls"), oneSkill("a/x.sh", "ls", "a/ref.md", "x"), nil},
		{"M7 a nested skill's script changed", nested.with("a/b/x.sh", "ls"), nested.with("a/b/x.sh", "rm"), []string{"script-changed skill://a/b/x.sh "}},
		{"a script moved with its skill, which asks for more", source{"a/SKILL.md": plain, "a/x.sh": "x"},
			source{"b/SKILL.md": `{"name":"b","description":"D","allowed-tools":"Bash"}`, "b/x.sh": "x"}, []string{"tools skill://b/SKILL.md Bash"}},
		{"no script", oneSkill(), oneSkill("a/x.txt", " #!/bin/sh\n", "a/empty", ""), nil},
		{"a script moved with its skill", oneSkill("a/x.sh", "x"), source{"p/a/SKILL.md": plain, "p/a/ref.md": "one\ntwo\nthree\n", "p/a/x.sh": "x"}, nil},
		{"M7 a nested skill's script is told there alone", nested, nested.with("a/b/x.sh", ""), []string{"script skill://a/b/x.sh "}},
		{"M7 a script that was the outer skill's", source{"a/SKILL.md": plain, "a/b/x.sh": ""}, nested.with("a/b/x.sh", ""), nil},
		{"an added skill", source{"a/SKILL.md": plain}, nested.with("a/SKILL.md", plain, "a/b/SKILL.md", `{"name":"b","description":"D","allowed-tools":"Bash"}`),
			[]string{"tools skill://a/b/SKILL.md Bash"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			var got []string
			for _, s := range Diff(frozen(t, c.old), frozen(t, c.now)).Skills {
				for _, w := range s.Widening {
					got = append(got, fmt.Sprintf("%s %s %s", w.Kind, w.URI, w.Detail))
				}
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %q, want %q", got, c.want)
			}
		})
	}
}

func TestDiffTellsLimits(t *testing.T) { // E5
	files := func(n int) source {
		src := source{"a/SKILL.md": plain}
		for i := range n - 1 {
			src[fmt.Sprintf("a/%d", i)] = ""
		}
		return src
	}
	size := func(n int) source { return source{"a/SKILL.md": plain, "a/x": strings.Repeat("x", n-len(plain))} }
	for _, c := range []struct {
		name     string
		old, now source
		want     []LimitChange
	}{
		{"460 files", files(1), files(460), nil},
		{"461 files", files(460), files(461), []LimitChange{{"files", 460, 461, 512}}},
		{"always near", files(461), files(500), nil},
		{"fewer", files(500), files(2), nil},
		{"bytes", size(15_099_494), size(15_099_495), []LimitChange{{"bytes", 15_099_494, 15_099_495, 16 << 20}}},
		{"a new skill", source{"z/SKILL.md": `{"name":"z","description":"D"}`}, files(512), []LimitChange{{"files", 0, 512, 512}}},
	} {
		t.Run("E5 "+c.name, func(t *testing.T) {
			var got []LimitChange
			for _, s := range Diff(frozen(t, c.old), frozen(t, c.now)).Skills {
				got = append(got, s.Limits...)
			}
			if !slices.Equal(got, c.want) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
}

func TestDiffTellsListingAndSettings(t *testing.T) {
	old, now := build(oneSkill()), build(oneSkill(), "skill://a/SKILL.md")
	now.Server.Instructions, now.Server.TTLMs = "", 5
	now.Resources[1].MIMEType, now.Directories[0].Children[1].MIMEType = "text/x", "text/x"
	want := []string{
		"changed skill://a/SKILL.md listed false",
		"server instructions: \"Read\\n`skill://zoo/SKILL.md`\" -> ", "server ttlMs: 60000 -> 5",
		"described skill://a/ref.md: text/plain -> text/x",
	}
	if got := told(Diff(freeze(t, old), freeze(t, now))); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestDiffPairsSkillsWithAnotherName holds which skills are renamed ones: a skill's name
// is that of its directory, so most renames change SKILL.md.
func TestDiffPairsSkillsWithAnotherName(t *testing.T) {
	named := func(name, description string) string {
		return fmt.Sprintf(`{"name":%q,"description":%q}`, name, description)
	}
	const manifest = "  changed SKILL.md +1 -1"
	for _, c := range []struct {
		name     string
		old, now source
		want     []string
	}{
		{"H6 the name alone", source{"a/SKILL.md": plain, "a/x": "x"}, source{"b/SKILL.md": named("b", "D"), "b/x": "x"},
			[]string{"renamed skill://b/SKILL.md from skill://a/SKILL.md revoked", manifest, `  field name: "a" -> "b"`}},
		{"more of SKILL.md", source{"a/SKILL.md": plain, "a/x": "x"}, source{"b/SKILL.md": named("b", "E"), "b/x": "x"},
			[]string{"renamed skill://b/SKILL.md from skill://a/SKILL.md revoked", manifest, `  field description: "D" -> "E"`, `  field name: "a" -> "b"`}},
		{"of two the one with the same content", source{"a/SKILL.md": plain, "a/x": "x"},
			source{"b/SKILL.md": named("b", "E"), "b/x": "x", "p/a/SKILL.md": plain, "p/a/x": "x"},
			[]string{"added skill://b/SKILL.md", "  added SKILL.md +1 -0", "  added x +1 -0", "renamed skill://p/a/SKILL.md from skill://a/SKILL.md revoked"}},
		{"of two alike the first", source{"a/SKILL.md": plain, "a/x": "x"},
			source{"c/SKILL.md": named("c", "E"), "c/x": "x", "b/SKILL.md": named("b", "F"), "b/x": "x"},
			[]string{"renamed skill://b/SKILL.md from skill://a/SKILL.md revoked", manifest, `  field description: "D" -> "F"`, `  field name: "a" -> "b"`,
				"added skill://c/SKILL.md", "  added SKILL.md +1 -0", "  added x +1 -0"}},
		{"another file differs", source{"a/SKILL.md": plain, "a/x": "x"}, source{"b/SKILL.md": named("b", "D"), "b/x": "y"},
			[]string{"removed skill://a/SKILL.md revoked", "  removed SKILL.md +0 -1", "  removed x +0 -1", "added skill://b/SKILL.md", "  added SKILL.md +1 -0", "  added x +1 -0"}},
		{"single files that differ", source{"a/SKILL.md": plain}, source{"b/SKILL.md": named("b", "E")},
			[]string{"removed skill://a/SKILL.md revoked", "  removed SKILL.md +0 -1", "added skill://b/SKILL.md", "  added SKILL.md +1 -0"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			old, now := frozen(t, c.old), frozen(t, c.now)
			if got := told(Diff(old, now)); !slices.Equal(got, c.want) {
				t.Errorf("got\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
			checkDiff(t, old, now)
		})
	}
}

func TestWithoutFrontmatter(t *testing.T) {
	for text, want := range map[string]string{
		"": "", "x": "x", "---\nname: a\n---\nbody\n---\n": "body\n---\n", "---\r\nname: a\r\n--- \r\nbody": "body",
		"---\nname: a\n---": "", "---\nname: a\n": "---\nname: a\n", "----\n---\nx": "----\n---\nx",
	} {
		if got := withoutFrontmatter(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}

func TestDiffPairsSeveralOfOneContent(t *testing.T) {
	old := source{"p/a/SKILL.md": plain, "q/a/SKILL.md": plain}
	now := source{"r/a/SKILL.md": plain, "s/a/SKILL.md": plain, "t/a/SKILL.md": plain}
	want := []string{
		"renamed skill://r/a/SKILL.md from skill://p/a/SKILL.md revoked", "renamed skill://s/a/SKILL.md from skill://q/a/SKILL.md revoked",
		"added skill://t/a/SKILL.md", "  added SKILL.md +1 -0",
	}
	if got := told(Diff(frozen(t, old), frozen(t, now))); !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestCountLines holds the count against a slow one by its definition.
func TestCountLines(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	text := func() string {
		var b strings.Builder
		for range random.IntN(12) {
			fmt.Fprintf(&b, "%d\n", random.IntN(4))
		}
		return b.String() + strings.Repeat("end", random.IntN(2))
	}
	for range 3000 {
		a, b := text(), text()
		x, y := splitLines(a), splitLines(b)
		kept := longestCommon(x, y)
		if got, want := countLines(a, b), (LineCount{len(y) - kept, len(x) - kept}); got != want {
			t.Fatalf("%q and %q: got %v, want %v", a, b, got, want)
		}
	}
}

func longestCommon(a, b []string) int {
	length := make([][]int, len(a)+1)
	for i := range length {
		length[i] = make([]int, len(b)+1)
	}
	for i := range a {
		for j := range b {
			if length[i+1][j+1] = max(length[i][j+1], length[i+1][j]); a[i] == b[j] {
				length[i+1][j+1] = length[i][j] + 1
			}
		}
	}
	return length[len(a)][len(b)]
}

func TestCountLinesOfGreatChanges(t *testing.T) {
	var a, b strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&a, "a%d\nsame\n", i)
		fmt.Fprintf(&b, "same\nb%d\nb\n", i)
	}
	if got, want := countLines(a.String(), b.String()), (LineCount{6000, 3000}); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
}
