package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

const (
	similar = "frontmatter/similar-description"
	// long has more than minNear words that mean something.
	long = "Builds, tests, packs, signs, uploads, announces, archives, measures, compares, plots, explains, reviews, merges, rebases, tags, " +
		"documents, translates, prints, mails, schedules, cancels, restores"
)

// saying makes a skill of a directory's name with a description.
func saying(name, description string, lines ...string) string {
	return block(append([]string{"name: " + name, "description: " + description}, lines...)...)
}

// A model chooses by the description (F4).
func TestSimilarDescriptions(t *testing.T) {
	for _, c := range []struct {
		name  string
		files map[string]string
		want  []string
	}{
		{"the same but for form", map[string]string{"a/SKILL.md": saying("a", "Writes invoices from time sheets."), "b/SKILL.md": saying("b", "Use this SKILL to write invoices; from the time-sheets"), "c/SKILL.md": saying("c", "Reads invoices.")},
			[]string{"b/SKILL.md:3:14 warning " + similar + `: 2 skills say the same of themselves, the first is "a"`}},
		{"three", map[string]string{"a/SKILL.md": saying("a", "Write time sheets"), "b/SKILL.md": saying("b", "Write time sheets"), "c/SKILL.md": saying("c", "Write time sheets")},
			[]string{"b/SKILL.md:3:14 warning " + similar + `: 3 skills say the same`}},
		{"one word more", map[string]string{"a/SKILL.md": saying("a", long), "b/SKILL.md": saying("b", long+" quickly")},
			[]string{"b/SKILL.md:3:14 warning " + similar + `: the description differs from that of "a" only in the word "quickly"`}},
		{"one word less", map[string]string{"a/SKILL.md": saying("a", long+" quickly"), "b/SKILL.md": saying("b", long)},
			[]string{"b/SKILL.md:3:14 warning " + similar + `: only in the word "quickly"`}},
		{"another word", map[string]string{"a/SKILL.md": saying("a", long+" quickly"), "b/SKILL.md": saying("b", long+" swiftly")},
			[]string{"b/SKILL.md:3:14 warning " + similar + `: only in the word "swiftly"`}},
		{"without names", map[string]string{"a/SKILL.md": block("description: Write time sheets"), "b/SKILL.md": block("description: Write time sheets")}, []string{
			"a/SKILL.md:1:1 error name/missing: ",
			"b/SKILL.md:1:1 error name/missing: ", "b/SKILL.md:2:14 warning " + similar + `: 2 skills say the same of themselves, the first is "a"`}},
		{"a filler word of one name, in both", map[string]string{"a-tool/SKILL.md": saying("a-tool", "A tool to write time sheets"), "b/SKILL.md": saying("b", "A tool to write time sheets")},
			[]string{"b/SKILL.md:3:14 warning " + similar + `: 2 skills say the same`}},

		{"filler words that are the names", map[string]string{"jj-user/SKILL.md": saying("jj-user", "Use when working with jj user commands"),
			"jj-help/SKILL.md": saying("jj-help", "Use when working with jj help commands")}, nil},
		{"another product", map[string]string{"a/SKILL.md": saying("a", long+" in Jira"), "b/SKILL.md": saying("b", long+" in Trello")}, nil},
		{"another version", map[string]string{"a/SKILL.md": saying("a", long+" in v1"), "b/SKILL.md": saying("b", long+" in v2")}, nil},
		{"the word is the name", map[string]string{"zellij/SKILL.md": saying("zellij", long+" in zellij"), "tmux/SKILL.md": saying("tmux", long+" in tmux")}, nil},
		{"the word is one of the names", map[string]string{"a/SKILL.md": saying("a", long), "quickly-b/SKILL.md": saying("quickly-b", long+" quickly")}, nil},
		{"two words differ", map[string]string{"a/SKILL.md": saying("a", long+" quickly"), "b/SKILL.md": saying("b", long+" slowly again")}, nil},
		{"short, one word differs", map[string]string{"a/SKILL.md": saying("a", "Write time sheets for teams"), "b/SKILL.md": saying("b", "Write time sheets for people")}, nil},
		{"nothing is said", map[string]string{"a/SKILL.md": saying("a", "Use this skill for it"), "b/SKILL.md": saying("b", "Use this skill for it")}, nil},
		{"kept from the model", map[string]string{"a/SKILL.md": saying("a", "Write time sheets"), "b/SKILL.md": saying("b", "Write time sheets", "disable-model-invocation: true")}, nil},
		{"no description", map[string]string{"a/SKILL.md": block("name: a"), "b/SKILL.md": block("name: b")}, []string{
			"a/SKILL.md:1:1 error frontmatter/description: ", "b/SKILL.md:1:1 error frontmatter/description: "}},
		{"one name", map[string]string{"x/a/SKILL.md": saying("a", "Write time sheets"), "y/a/SKILL.md": saying("a", "Write time sheets")},
			[]string{"y/a/SKILL.md:2:7 warning name/duplicate: 2 skills have the name"}},
	} {
		t.Run(c.name, func(t *testing.T) { checkFindings(t, lintFiles(t, c.files), c.want) })
	}
}

// A skill that is not listed is no choice.
func TestSimilarDescriptionOfUnlisted(t *testing.T) {
	tree := loadFiles(t, map[string]string{"a/SKILL.md": saying("a", "Write time sheets"), "b/SKILL.md": saying("b", "Write time sheets")}, skill.Options{})
	found := Run(t.Context(), tree, Config{Globs: []Glob{{Key: GlobUnlisted, Pattern: "b"}}})
	checkFindings(t, linted{tree, found}, nil)
}

// Five thousand skills that differ in one word, the worst case, cost no more than reading
// them does.
func TestManySimilarDescriptions(t *testing.T) {
	files := map[string]string{}
	for i := range 5000 {
		name := fmt.Sprintf("s%d", i)
		word := strings.Map(func(r rune) rune { return r - '0' + 'a' }, name[1:])
		files[name+"/SKILL.md"] = saying(name, long+" q"+word)
	}
	tree := loadFiles(t, files, skill.Options{})
	start := time.Now()
	found := findings{}
	checkSimilarDescriptions(&Pass{Tree: tree, report: found.add})
	if count := len(found); count != 4999 {
		t.Errorf("%d findings, want 4999", count)
	}
	if took := time.Since(start); took > 20*time.Second {
		t.Errorf("took %v", took)
	}
}

// What is off by default says nothing unless asked.
func TestDescriptionWhen(t *testing.T) {
	const what = "Writes the release notes of a project from the commits."
	for _, c := range []struct {
		name, description string
		found             bool
	}{
		{"what", what, true},
		{"when", what + " Use when a release is near.", false},
		{"before", what + " Runs before the release.", false},
		{"best for", what + " Best for release managers.", false},
		{"the best", what + " It tells the best of them first.", true},
		{"too short to tell the language", "Release notes.", false},
		{"German", "Schreibt die Notizen zu einer Version aus den Commits.", false},
		{"Chinese", "根据提交记录撰写发布说明。", false},
	} {
		tree := loadFiles(t, map[string]string{"x/SKILL.md": saying("x", c.description)}, skill.Options{})
		for _, all := range []bool{false, true} {
			found := slices.ContainsFunc(Run(t.Context(), tree, Config{All: all}), func(d diag.Diagnostic) bool { return d.Rule == "frontmatter/description-when" })
			if found != (all && c.found) {
				t.Errorf("%s, all %v: found %v", c.name, all, found)
			}
		}
	}
}
