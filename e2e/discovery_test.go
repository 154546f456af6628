package e2e

import (
	"maps"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// shelf has a skill of one file, one of several kinds of files, and one inside it.
var shelf = content{
	"team/notes/SKILL.md":      "Takes notes of whatever is said.",
	"team/tools/SKILL.md":      "Has tools for everything there is.",
	"team/tools/run.sh":        "#!/bin/sh\necho hi\n",
	"team/tools/ref/a b.md":    "one\r\ntwo\n",
	"team/tools/ref/x.bin":     "\x00\xff\x1f\x8b",
	"team/tools/empty.txt":     "",
	"team/tools/deep/SKILL.md": "Is a part of the tools that works alone.",
}

// where the skills of shelf are in its source.
var shelved = map[string]string{"notes": "team/notes", "tools": "team/tools", "deep": "team/tools/deep"}

// checkInstalled compares what was installed with the source, byte by byte.
func checkInstalled(t *testing.T, got map[string]content, done exit, source string, want map[string]string) {
	t.Helper()
	if done.code != 0 {
		t.Fatalf("skills add: %s", done)
	}
	if names, wanted := slices.Sorted(maps.Keys(got)), slices.Sorted(maps.Keys(want)); !slices.Equal(names, wanted) {
		t.Fatalf("installed are %q, want %q: %s", names, wanted, done)
	}
	for name, dir := range want {
		if files := filesIn(t, filepath.Join(source, dir)); !maps.Equal(got[name], files) {
			t.Errorf("%s is installed as %q, want %q", name, got[name], files)
		}
	}
}

// only picks the places of some of shelf.
func only(names ...string) map[string]string {
	some := map[string]string{}
	for _, name := range names {
		some[name] = shelved[name]
	}
	return some
}

// TestDiscovery has the npm tool `skills` and tools for archives take what `skillpack site`
// writes.
func TestDiscovery(t *testing.T) {
	optIn(t)
	t.Parallel()
	tool, p := newSkillsTool(t), newProduct(t)
	t.Run("install", func(t *testing.T) { testInstall(t, tool, p) })
	t.Run("scopes", func(t *testing.T) { testScopes(t, tool, p) })
	t.Run("tampering", func(t *testing.T) { testTampering(t, tool, p) })
	t.Run("legacy", func(t *testing.T) { testLegacy(t, tool, p) })
	t.Run("archives", func(t *testing.T) { testArchives(t, p) })
}

// testInstall has the tool install from a written site and from `skillpack serve --site`.
func testInstall(t *testing.T, tool skillsTool, p product) {
	source := plant(t, shelf)
	catalog := catalogFor(t, p.binary, source)
	site := siteOf(t, p.binary, catalog, "--claude-marketplace")
	served := start(t, p.binary, "serve", catalog, "--http", "127.0.0.1:0", "--site")
	for name, url := range map[string]string{
		"site":              host(t, site, "", nil),
		"site, trailing":    host(t, site, "", nil) + "/",
		"site below a path": host(t, site, "/docs/our skills", nil),
		"serve --site":      strings.TrimSuffix(served.url, "/mcp"),
	} {
		url = strings.ReplaceAll(url, " ", "%20")
		t.Run(name, func(t *testing.T) {
			got, done := tool.add(t, url)
			checkInstalled(t, got, done, source, shelved)
		})
		t.Run(name+", one skill", func(t *testing.T) {
			got, done := tool.add(t, url, "--skill", "tools")
			checkInstalled(t, got, done, source, only("tools"))
		})
	}
	t.Run("marketplace", func(t *testing.T) { checkMarketplace(t, tool, source, site) })
}

// checkMarketplace puts the marketplace where it belongs, into the source: the tool then
// groups skills by plugin.
func checkMarketplace(t *testing.T, tool skillsTool, source, site string) {
	repository := t.TempDir()
	must(t, "cp", "-R", source+"/.", filepath.Join(site, ".claude-plugin"), repository)
	_, done := tool.add(t, repository, "--list")
	if done.code != 0 {
		t.Fatalf("skills add --list: %s", done)
	}
	list := strings.Join(strings.FieldsFunc(string(done.stdout), func(r rune) bool { return strings.ContainsRune(" \n│", r) }), " ")
	for _, want := range []string{"Team notes Takes notes of", "Team Tools deep Is a part"} {
		if !strings.Contains(list, want) {
			t.Errorf("the list has no %q:\n%s", want, done.stdout)
		}
	}
}

// testScopes has two skills of one name, which have an index each.
func testScopes(t *testing.T, tool skillsTool, p product) {
	source := plant(t, content{
		"a/foo/SKILL.md": "The foo of a, which is one file.",
		"b/foo/SKILL.md": "The foo of b, which has more.",
		"b/foo/x.md":     "x",
		"b/bar/SKILL.md": "Nothing else is called bar.",
	})
	catalog := catalogFor(t, p.binary, source)
	refused := run(limit(t), nil, p.binary, "site", catalog, "-o", filepath.Join(t.TempDir(), "site"))
	for _, want := range []string{"skill://a/foo/SKILL.md", "skill://b/foo/SKILL.md", "--scoped"} {
		if refused.code == 0 || !strings.Contains(string(refused.stderr), want) {
			t.Errorf("%s, want %q", refused, want)
		}
	}
	url := host(t, siteOf(t, p.binary, catalog, "--scoped"), "/docs", nil)
	for name, c := range map[string]struct {
		at   string
		want map[string]string
	}{
		"a":        {"/a", map[string]string{"foo": "a/foo"}},
		"b":        {"/b", map[string]string{"foo": "b/foo", "bar": "b/bar"}},
		"the root": {"", map[string]string{"bar": "b/bar"}},
	} {
		t.Run(name, func(t *testing.T) {
			got, done := tool.add(t, url+c.at)
			checkInstalled(t, got, done, source, c.want)
		})
	}
}
