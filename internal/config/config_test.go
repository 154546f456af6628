package config

import (
	"reflect"
	"slices"
	"strings"
	"testing"

	"skillpack/build"
	"skillpack/internal/diag"
	"skillpack/lint"
)

var known = []*lint.Rule{{ID: "files/link"}, {ID: "frontmatter/yaml", Required: true}, {ID: "links/missing"}, {ID: "name/format"}}

const whole = `# yaml-language-server: $schema=x.json
scheme: github
prefix: acme/billing
include: [skills/**, ./docs/]
exclude:
  - "**/draft"
unlisted: internal/*
instructions: |
  Read first.
server: {name: acme, version: "1.0"}
cache:
  ttl: 1m30s
  scope: private
profile: all
rules:
  name/format: off
  files/link: {severity: warning, ignore: [big/**]}
  "*": {ignore: vendor}
site:
  title: Skills
  baseURL: https://skills.example.com/x/
  mcpURL: https://skills.example.com/mcp
`

func TestParse(t *testing.T) {
	got, found := Parse([]byte(whole), known)
	if len(found) > 0 {
		t.Fatal(found)
	}
	server := build.DefaultServer()
	server.Name, server.Version, server.Instructions, server.TTLMs, server.CacheScope = "acme", "1.0", "Read first.\n", 90_000, "private"
	want := &Config{
		Scheme: "github", Prefix: "acme/billing",
		Include: []string{"skills/**", "docs"}, Exclude: []string{"**/draft"}, Unlisted: []string{"internal/*"},
		Server: server,
		Lint: lint.Config{
			All:      true,
			Severity: map[string]diag.Severity{"name/format": diag.Off, "files/link": diag.Warning},
			Ignore:   ignoresIn(whole),
			// The place of the "|".
			Instructions: lint.Instructions{Text: "Read first.\n", File: "skillpack.yaml", Span: diag.Span{Start: 164, End: 165}},
			Globs:        globsIn(whole),
		},
		Site: Site{Title: "Skills", BaseURL: "https://skills.example.com/x/", MCPURL: "https://skills.example.com/mcp"},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("\n got %+v\nwant %+v", got, want)
	}
	want.Lint.Instructions.Span = diag.Span{Start: 171, End: 172}
	want.Lint.Globs = globsIn(strings.ReplaceAll(whole, "\n", "\r\n"))
	want.Lint.Ignore = ignoresIn(strings.ReplaceAll(whole, "\n", "\r\n"))
	crlf, found := Parse([]byte(strings.ReplaceAll(whole, "\n", "\r\n")), known)
	if len(found) > 0 || !reflect.DeepEqual(crlf, want) {
		t.Errorf("with CRLF: %+v, %v", crlf, found)
	}
}

// globsIn returns the globs of whole with their places in text, which is whole with
// some ends of line.
func globsIn(text string) []lint.Glob {
	var globs []lint.Glob
	for _, g := range []struct{ key, pattern, written string }{
		{"include", "skills/**", "skills/**"}, {"include", "docs", "./docs/"}, {"exclude", "**/draft", `"**/draft"`},
		{"unlisted", "internal/*", "internal/*"}, {"ignore", "big/**", "big/**"}, {"ignore", "vendor", "vendor"},
	} {
		at := strings.Index(text, g.written)
		globs = append(globs, lint.Glob{Key: g.key, Pattern: g.pattern, File: "skillpack.yaml", Span: diag.Span{Start: at, End: at + len(g.written)}})
	}
	return globs
}

// ignoresIn returns the ignores of whole with their places in text.
func ignoresIn(text string) []lint.Ignore {
	globs := globsIn(text)[4:]
	return []lint.Ignore{
		{Rule: "files/link", Paths: "big/**", File: "skillpack.yaml", Span: globs[0].Span},
		{Rule: "*", Paths: "vendor", File: "skillpack.yaml", Span: globs[1].Span},
	}
}

func TestNothingGivesTheDefault(t *testing.T) {
	for _, text := range []string{"", "\n", "# yaml-language-server: x\n", "---\n", "---\n# only\n", "null\n", "cache:\nrules:\nserver: {name: }\n", "\ufeff"} {
		c, found := Parse([]byte(text), known)
		if len(found) > 0 || !reflect.DeepEqual(c, &Config{Server: build.DefaultServer()}) {
			t.Errorf("%q: %+v, %v", text, c, found)
		}
	}
	if c, found := Parse([]byte("cache: {ttl: 0s}"), nil); len(found) > 0 || c.Server.TTLMs != 0 {
		t.Errorf("0s: %+v, %v", c.Server, found)
	}
}

func TestFindings(t *testing.T) {
	tests := []struct {
		text    string
		rule    string
		at      string // what the span covers
		message string
	}{
		{"profile: al", "config/value", "al", `unknown profile "al"; expected default or all`},
		{"profile: [all]", "config/value", "[", `found a list, expected text`},
		{"pefix: a", "config/key", "pefix", `unknown key "pefix"; did you mean "prefix"?`},
		{"zzzzzz: a", "config/key", "zzzzzz", `unknown key "zzzzzz"; known here are scheme, prefix, include`},
		{"cache: {tll: 5m}", "config/key", "tll", `did you mean "ttl"?`},
		{"site: {baseurl: x}", "config/key", "baseurl", `did you mean "baseURL"?`},
		{"rules: {name/fromat: off}", "config/key", "name/fromat", `unknown rule "name/fromat"; did you mean "name/format"?`},
		{"rules: {links/*: off}", "config/key", "links/*", `"links/*" is a glob, and rules are named one by one; expected the id of a rule, such as "links/missing"`},
		{"rules: {'*/missing': off}", "config/key", "'*/missing'", `such as "files/link"`},
		{"rules: {name/for: off}", "config/key", "name/for", `unknown rule "name/for"; did you mean "name/format"?`},
		{"prefix: a\nprefix: b", "config/key", "prefix", `the key "prefix" stands here twice`},
		{"rules: {name/format: off, name/format: off}", "config/key", "name/format", "twice"},
		{"rules: {frontmatter/yaml: off}", "config/key", "frontmatter/yaml", `the rule "frontmatter/yaml" cannot be changed`},
		{"<<: {prefix: a}", "config/key", "<<", `unknown key "<<"`},
		{"? [a]\n: b", "config/value", "[", "found a list, expected a key that is text"},
		{"- a", "config/value", "-", "found a list, expected a mapping"},
		{"prefix", "config/value", "prefix", `found the text "prefix", expected a mapping`},
		{"prefix: [a]", "config/value", "[", "found a list, expected text"},
		{"server: {version: 1.0}", "config/value", "1.0", `write it in quotes: "1.0"`},
		{"server: {name: ' '}", "config/value", "' '", "an empty text"},
		{"server: x", "config/value", "x", "expected a mapping"},
		{"prefix: /a", "config/value", "/a", `bad prefix "/a"`},
		{"prefix: a/../b", "config/value", "a/../b", "bad prefix"},
		{"scheme: Git", "config/value", "Git", `bad scheme "Git"`},
		{"scheme: ''", "config/value", "'", "bad scheme"},
		{"# ü\ninclude: ['ü', 'ü[']", "config/value", "'ü['", `bad glob "ü["`},
		{"exclude: {a: b}", "config/value", "{", "expected a list of globs"},
		{"exclude: [[a]]", "config/value", "[", "expected text"},
		{"unlisted: [../x]", "config/value", "../x", "leads out of the tree"},
		{"cache: {ttl: 5}", "config/value", "5", "expected a duration with its unit"},
		{"cache: {ttl: -5s}", "config/value", "-5s", "0 or more"},
		{"cache: {ttl: 5us}", "config/value", "5us", "whole number of milliseconds"},
		{"cache: {ttl: [5s]}", "config/value", "[", "expected a duration"},
		{"cache: {scope: Public}", "config/value", "Public", "expected public or private"},
		{"rules: {name/format: maybe}", "config/value", "maybe", "expected a severity"},
		{"rules: {name/format: }", "config/value", "}", "found nothing, expected a severity"},
		{"rules: {name/format: {severity: [off]}}", "config/value", "[", "expected a severity"},
		{"rules: {name/format: {ignore: ['{']}}", "config/value", "'{'", "bad glob"},
		{"rules: {name/format: [off]}", "config/value", "[", "expected a mapping"},
		{"rules: {'*': off}", "config/value", "off", "name the rules"},
		{"site: {baseURL: skills.example.com}", "config/value", "skills.example.com", "bad address"},
		{"site: {baseURL: 'https://a/?x'}", "config/value", "'https://a/?x'", "without query"},
		{"site: {baseURL: 'https://me:pw@a/'}", "config/value", "'https://me:pw@a/'", "user or password"},
		{"site: {mcpURL: /mcp}", "config/value", "/mcp", "bad address"},
		{"site: {title: ' '}", "config/value", "' '", "an empty text"},
		{"site: {mcpUrl: x}", "config/key", "mcpUrl", `did you mean "mcpURL"?`},
		{"sites: {title: x}", "config/key", "sites", `did you mean "site"?`},
		{"rules: &r {name/format: *r}", "config/key", "name/format", "unknown key"},
		{"prefix: a\n---\nprefix: b", "config/yaml", "", "second YAML document"},
		{"prefix: [", "config/yaml", "[", `the "[" that opens here is never closed`},
		{"prefix: a: b", "config/yaml", ":", `a second ": " in the line makes the value look like a mapping; quote the value`},
		{"# x\n---\ninclude: **/x", "config/yaml", "*", "quote the value if it is text"},
		{"site: &s {}\nexclude:\n  - **/x", "config/yaml", "- **/x", `a value starts with "*" or "&", which YAML reserves; quote the value`},
		{"---\n\tprefix: a", "config/yaml", "\t", "a tab used for indentation; use blanks"},
		{"prefix: a\n  scheme: b", "config/yaml", ":", "align the line with the keys if it is a key"},
		{"a: &x {}\nb: [", "config/yaml", "b: [", "a value is missing or starts with a bracket"},
		{"a: \xff", "config/yaml", "a: \xff", "not valid YAML (invalid"},
	}
	for _, test := range tests {
		_, found := Parse([]byte(test.text), known)
		i := slices.IndexFunc(found, func(d diag.Diagnostic) bool { return strings.Contains(d.Message, test.message) })
		if i < 0 {
			t.Errorf("%q: got %v, want %q", test.text, found, test.message)
			continue
		}
		d := found[i]
		if d.Rule != test.rule || d.Severity != diag.Error || d.File != "skillpack.yaml" {
			t.Errorf("%q: got %+v", test.text, d)
		}
		if at := test.text[d.Span.Start:d.Span.End]; test.at != "" && at != test.at {
			t.Errorf("%q: the finding is at %q, want %q", test.text, at, test.at)
		}
	}
}

func TestEverythingIsReportedInOneRun(t *testing.T) {
	c, found := Parse([]byte("schema: x\nprefix: ok\nscheme: Bad\ncache: {ttl: x, scope: y}\n"), known)
	var lines []int
	for _, d := range found {
		lines = append(lines, diag.PositionAt([]byte("schema: x\nprefix: ok\nscheme: Bad\ncache: {ttl: x, scope: y}\n"), d.Span.Start).Line)
	}
	if !slices.Equal(lines, []int{1, 3, 4, 4}) || c.Prefix != "ok" {
		t.Errorf("lines %v, %+v, %v", lines, c, found)
	}
}

func TestDuplicateKeyNamesBothPlaces(t *testing.T) {
	const text = "prefix: a\nscheme: b\nprefix: c\n"
	c, found := Parse([]byte(text), nil)
	if len(found) != 1 || len(found[0].Related) != 1 {
		t.Fatal(found)
	}
	if got := [2]int{found[0].Span.Start, found[0].Related[0].Span.Start}; got != [2]int{20, 0} || c.Prefix != "a" {
		t.Errorf("at %v, prefix %q", got, c.Prefix)
	}
}
