package lint_test

import (
	"fmt"
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/rogpeppe/go-internal/txtar"

	"skillpack/internal/config"
	"skillpack/internal/diag"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// TestRuleScripts runs a script for each rule, testdata/rules/GROUP-NAME.txtar. What a
// header may say is told at sourceTree. Its sections are
//
//	bad/       a tree that is reported
//	bad.want   every finding of a full run: "path:line:col severity rule-id: fragment"
//	good/      the tree put right: a full run is silent
//	silenced/  the bad tree with a silencer in the text or with silenced/skillpack.yaml:
//	           a full run is silent, but for silenced.want if there is one
//
// The rule is on: one that is off by default has its Opinion severity.
func TestRuleScripts(t *testing.T) {
	for _, rule := range lint.Rules() {
		t.Run(rule.ID, func(t *testing.T) {
			s, err := readScript(filepath.Join("testdata", "rules", lint.Anchor(rule.ID)+".txtar"))
			if err != nil {
				t.Fatal(err)
			}
			want := s.lines("bad.want")
			if !mentions(want, rule.ID) {
				t.Errorf("bad.want has no finding of %s", rule.ID)
			}
			s.check(t, rule, "bad", want)
			s.check(t, rule, "good", nil)
			s.checkSilencer(t)
			s.check(t, rule, "silenced", s.lines("silenced.want"))
		})
	}
}

// TestNoScriptIsLost holds that every script is some rule's.
func TestNoScriptIsLost(t *testing.T) {
	names, err := filepath.Glob("testdata/rules/*")
	if err != nil {
		t.Fatal(err)
	}
	known := map[string]bool{}
	for _, rule := range lint.Rules() {
		known[lint.Anchor(rule.ID)+".txtar"] = true
	}
	for _, name := range names {
		if !known[filepath.Base(name)] {
			t.Errorf("%s is no rule's script", name)
		}
	}
}

// script is an archive by the first segment of its names.
type script map[string][]txtar.File

func readScript(file string) (script, error) {
	archive, err := txtar.ParseFile(file)
	if err != nil {
		return nil, err
	}
	s := script{}
	for _, f := range archive.Files {
		section, rest, inside := strings.Cut(f.Name, "/")
		switch section {
		case "bad", "good", "silenced":
			if !inside {
				return nil, fmt.Errorf("-- %s --: name a file in it", f.Name)
			}
		case "bad.want", "silenced.want":
		default:
			return nil, fmt.Errorf("-- %s --: unknown section", f.Name)
		}
		s[section] = append(s[section], txtar.File{Name: rest, Data: f.Data})
	}
	return s, nil
}

// lines returns the lines of a section that is a file; nil where it is absent.
func (s script) lines(section string) []string {
	var lines []string
	for _, f := range s[section] {
		for line := range strings.Lines(string(f.Data)) {
			lines = append(lines, strings.TrimSuffix(line, "\n"))
		}
	}
	return lines
}

// check compares what a full run says of a section's tree.
func (s script) check(t *testing.T, rule *lint.Rule, section string, want []string) {
	t.Helper()
	if len(s[section]) == 0 {
		t.Errorf("the script has no %s/", section)
		return
	}
	fsys, err := lint.SourceTree(s[section])
	if err != nil {
		t.Fatal(err)
	}
	got := rendered(t, fsys, rule)
	for i := range max(len(want), len(got)) {
		switch {
		case i >= len(want):
			t.Errorf("%s: unexpected %s", section, got[i])
		case i >= len(got):
			t.Errorf("%s: missing %s", section, want[i])
		case !lint.Matches(got[i], want[i]):
			t.Errorf("%s: got  %s\nwant %s", section, got[i], want[i])
		}
	}
}

// checkSilencer sees that the silenced tree is silent for a silencer.
func (s script) checkSilencer(t *testing.T) {
	t.Helper()
	for _, f := range s["silenced"] {
		text := string(f.Data)
		if f.Name == skill.ConfigName && strings.Contains(text, "ignore") || strings.Contains(text, "skillpack-ignore") {
			return
		}
	}
	t.Error("silenced/ has no silencer")
}

func mentions(findings []string, id string) bool {
	for _, f := range findings {
		if strings.Contains(f, " "+id+": ") {
			return true
		}
	}
	return false
}

// rendered loads a tree as the command does, runs every rule over it with the given one
// on, and returns the findings as scripts write them.
func rendered(t *testing.T, fsys fstest.MapFS, on *lint.Rule) []string {
	t.Helper()
	tree, c := loadTree(t, fsys)
	if _, set := c.Severity[on.ID]; !set && on.Severity == diag.Off {
		if c.Severity == nil {
			c.Severity = map[string]diag.Severity{}
		}
		c.Severity[on.ID] = on.Opinion
	}
	c.External = answers(tree)
	var lines []string
	for _, d := range lint.Run(t.Context(), tree, c) {
		text := tree.Source(d.File)
		if d.File == skill.ConfigName {
			text = fsys[skill.ConfigName].Data
		}
		p := diag.PositionAt(text, d.Span.Start)
		lines = append(lines, fmt.Sprintf("%s:%d:%d %s %s: %s", d.File, p.Line, p.Column, d.Severity, d.Rule, d.Message))
	}
	return lines
}

// answers is the web as the scripts and examples know it: of addresses that end in "/gone"
// and "/closed" there is nothing, and no saying.
func answers(tree *skill.Tree) map[string]lint.Answer {
	web := make(map[string]lint.Answer)
	for _, address := range lint.ExternalLinks(tree, ".") {
		switch {
		case strings.HasSuffix(address, "/gone"):
			web[address] = lint.Answer{Gone: true, Detail: "the server answers 404 Not Found"}
		case strings.HasSuffix(address, "/closed"):
			web[address] = lint.Answer{Detail: "the server answers 403 Forbidden"}
		}
	}
	return web
}

// loadTree reads a tree with its skillpack.yaml.
func loadTree(t *testing.T, fsys fs.FS) (*skill.Tree, lint.Config) {
	t.Helper()
	text, err := fs.ReadFile(fsys, skill.ConfigName)
	if err != nil {
		text = nil
	}
	c, faults := config.Parse(text, lint.Rules())
	if len(faults) > 0 {
		t.Fatalf("%s: %v", skill.ConfigName, faults)
	}
	tree, _, err := skill.Load(t.Context(), fsys, skill.Options{
		Scheme: c.Scheme, Prefix: c.Prefix, Include: c.Include, Exclude: c.Exclude, ByName: c.Lint.Lowers("name/directory"),
	})
	if err != nil {
		t.Fatal(err)
	}
	return tree, c.Lint
}
