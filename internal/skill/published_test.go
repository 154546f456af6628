package skill

import "testing"

func TestPublished(t *testing.T) {
	renamed := map[string]string{
		"cache/SKILL.md":            manifestOf("acme-cache"),
		"cache/sub/SKILL.md":        manifestOf("sub"),
		"cache/x/y/SKILL.md":        manifestOf("why"),
		"cache-too/SKILL.md":        manifestOf("cache-too"),
		"org/team/SKILL.md":         manifestOf("squad"),
		"broken/SKILL.md":           "nothing",
		"number/SKILL.md":           manifestOf("12"),
		"slash/SKILL.md":            manifestOf("a/b"),
		"dots/SKILL.md":             manifestOf(".."),
		"backslash/SKILL.md":        manifestOf(`a\b`),
		"umlaut/SKILL.md":           manifestOf("café"),
		"plain/file.txt":            "",
		"cache/x/y/references/a.md": "",
	}
	tests := map[string]string{
		"cache":                     "acme-cache",
		"cache/SKILL.md":            "acme-cache/SKILL.md",
		"cache/sub/SKILL.md":        "acme-cache/sub/SKILL.md",
		"cache/x":                   "acme-cache/x",
		"cache/x/y":                 "acme-cache/x/why",
		"cache/x/y/references/a.md": "acme-cache/x/why/references/a.md",
		"cache-too/SKILL.md":        "cache-too/SKILL.md",
		"org":                       "org",
		"org/team/SKILL.md":         "org/squad/SKILL.md",
		"broken/SKILL.md":           "broken/SKILL.md",
		"number/SKILL.md":           "number/SKILL.md",
		"slash/SKILL.md":            "slash/SKILL.md",
		"dots/SKILL.md":             "dots/SKILL.md",
		"backslash/SKILL.md":        "backslash/SKILL.md",
		"umlaut/SKILL.md":           "café/SKILL.md",
		"plain/file.txt":            "plain/file.txt",
	}
	t.Run("N56", func(t *testing.T) {
		bare, prefixed := load(t, mapFS(renamed), Options{ByName: true}), load(t, mapFS(renamed), Options{ByName: true, Prefix: "acme/billing", Scheme: "github"})
		for path, want := range tests {
			if got := bare.Published(path); got != want {
				t.Errorf("%s is published as %q, want %q", path, got, want)
			}
			if got := prefixed.Published(path); got != "acme/billing/"+want {
				t.Errorf("%s is published as %q with a prefix", path, got)
			}
		}
		if got := bare.Published("."); got != "" {
			t.Errorf("the root is published as %q", got)
		}
		if got := prefixed.Published("."); got != "acme/billing" {
			t.Errorf("the root is published as %q with a prefix", got)
		}
		if got := prefixed.URI("umlaut"); got != "github://acme/billing/caf%C3%A9" {
			t.Errorf("URI %q", got)
		}
	})
}

// A name that breaks F3 moves nothing that stands below it, unless that was asked for.
func TestPublishedByDirectory(t *testing.T) {
	files := map[string]string{"g/SKILL.md": manifestOf("h"), "g/a/SKILL.md": manifestOf("a")}
	tree := load(t, mapFS(files), Options{Prefix: "p"})
	for path, want := range map[string]string{"g/SKILL.md": "p/g/SKILL.md", "g/a/SKILL.md": "p/g/a/SKILL.md", "g": "p/g", ".": "p"} {
		if got := tree.Published(path); got != want {
			t.Errorf("%s is published as %q, want %q", path, got, want)
		}
	}
	files["SKILL.md"] = manifestOf("whole")
	tree = load(t, mapFS(files), Options{Prefix: "p"})
	if got, want := tree.Published("g/a/SKILL.md"), "p/whole/g/a/SKILL.md"; got != want {
		t.Errorf("below a root skill it is published as %q, want %q", got, want)
	}
}

func TestPublishedRootSkill(t *testing.T) {
	tests := []struct {
		manifest, prefix, root string
		path, want             string
	}{
		{manifestOf("whole"), "", "/tmp/clone", ".", "whole"},
		{manifestOf("whole"), "", "/tmp/clone", "SKILL.md", "whole/SKILL.md"},
		{manifestOf("whole"), "a/b", "/tmp/clone", "in/kid", "a/b/whole/in/child"},
		{manifestOf("whole"), "", "", "in/kid/SKILL.md", "whole/in/child/SKILL.md"},
		{"broken", "", "/tmp/clone", "SKILL.md", "clone/SKILL.md"},
		{"broken", "p", "/", "in/kid", "p/skill/in/child"},
		{"broken", "", "", ".hidden", "skill/.hidden"},
	}
	for _, test := range tests {
		tree := load(t, mapFS(map[string]string{"SKILL.md": test.manifest, "in/kid/SKILL.md": manifestOf("child")}),
			Options{ByName: true, Prefix: test.prefix, Root: test.root})
		if got := tree.Published(test.path); got != test.want {
			t.Errorf("%+v: got %q", test, got)
		}
	}
}

func TestPublishedWhereTheRuleIsSilenced(t *testing.T) {
	const silencer = " # skillpack-ignore name/directory: hosts know it by this name"
	tree := load(t, mapFS(map[string]string{
		"cache/SKILL.md":     "---\nname: acme-cache" + silencer + "\ndescription: d\n---\n",
		"cache/sub/SKILL.md": manifestOf("other"),
		"place/SKILL.md":     "---\nname: name\ndescription: d" + silencer + "\n---\n",
	}), Options{})
	for path, want := range map[string]string{
		"cache/a.md": "acme-cache/a.md", "cache/sub/SKILL.md": "acme-cache/sub/SKILL.md", "place/SKILL.md": "place/SKILL.md",
	} {
		if got := tree.Published(path); got != want {
			t.Errorf("N56 %s is published as %q, want %q", path, got, want)
		}
	}
}
