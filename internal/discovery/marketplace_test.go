package discovery

import (
	"regexp"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/skill"
)

const marketFile = ".claude-plugin/marketplace.json"

func TestMarketplace(t *testing.T) {
	src := tree{"solo/SKILL.md": "D", "team/a/SKILL.md": "D", "team/a/in/b/SKILL.md": "D", "Team_/c/SKILL.md": "D"}
	s, err := New(compiled(t, src, skill.Options{Prefix: "acme/x"}), Options{Marketplace: true, Title: "Acmé Skills", Prefix: "acme/x"})
	if err != nil {
		t.Fatal(err)
	}
	m := document[market](t, s, marketFile)
	if m.Name != "acme-skills" || m.Owner.Name != "Acmé Skills" || m.Metadata.Description != "The skills of Acmé Skills" {
		t.Errorf("got %+v", m)
	}
	want := map[string][]string{
		"team":        {"./Team_/c"},
		"acme-skills": {"./solo"},
		"team-2":      {"./team/a"},
		"team-a-in":   {"./team/a/in/b"},
	}
	for _, p := range m.Plugins {
		if !slices.Equal(p.Skills, want[p.Name]) || p.Source != "./" || p.Strict || p.Description == "" {
			t.Errorf("plugin %+v, want skills %q", p, want[p.Name])
		}
		delete(want, p.Name)
	}
	if len(want) > 0 {
		t.Errorf("no plugins %q", want)
	}
	if text := string(content(t, s, marketFile)); !strings.Contains(text, `"strict": false`) {
		t.Errorf("a plugin is strict unless it says that it is not:\n%s", text)
	}
}

func TestMarketplaceNames(t *testing.T) {
	c := compiled(t, tree{"a/SKILL.md": "D"}, skill.Options{})
	for title, want := range map[string]string{
		"":                       "skillpack", // the name of the server
		"Größe & Co.":            "",
		"技能":                     "skills",
		"Acme claude skills":     "acme-claude-skills",
		"Agent Skills":           "reserved",
		"Claude Plugins":         "reserved",
		"Anthropic tools v2":     "reserved",
		"claudeai-x":             "reserved",
		"Official Claude things": "reserved",
		"GitHub":                 "reserved",
	} {
		s, err := New(c, Options{Marketplace: true, Title: title})
		if want == "reserved" {
			if err == nil || !strings.Contains(err.Error(), "another title") {
				t.Errorf("%q gives %v", title, err)
			}
			continue
		}
		if err != nil {
			t.Fatal(err)
		}
		got := document[market](t, s, marketFile).Name
		if !regexp.MustCompile(`^[a-z0-9]+(-[a-z0-9]+)*$`).MatchString(got) || want != "" && got != want {
			t.Errorf("%q gives %q, want %q", title, got, want)
		}
	}
}
