package discovery

import (
	"maps"
	"slices"
	"strings"
	"testing"

	"skillpack/catalog"
	"skillpack/internal/skill"
)

// twins has two skills of one name, one of them below the other's directory too.
var twins = tree{
	"a/foo/SKILL.md":         "One",
	"a/bar/SKILL.md":         "Only here",
	"b c/foo/SKILL.md":       "Two",
	"b c/foo/x.md":           "x",
	"b c/sub/é/foo/SKILL.md": "Three",
	"top/SKILL.md":           "At the root",
}

func TestSharedNamesNeedScopes(t *testing.T) {
	_, err := New(compiled(t, twins, skill.Options{}), Options{})
	if err == nil {
		t.Fatal("no error")
	}
	for _, want := range []string{
		`3 listed skills are named "foo": "skill://a/foo/SKILL.md", "skill://b%20c/foo/SKILL.md", "skill://b%20c/sub/%C3%A9/foo/SKILL.md"`, "--scoped",
	} {
		if !strings.Contains(err.Error(), want) {
			t.Errorf("the error is %q, want %q in it", err, want)
		}
	}
	if strings.Contains(err.Error(), "bar") {
		t.Errorf("the error names a skill without fault: %q", err)
	}
}

func TestScopes(t *testing.T) {
	s := set(t, twins, Options{Scoped: true})
	for dir, want := range map[string][]string{
		"":           {"bar", "top"},
		"a/":         {"bar", "foo"},
		"b c/":       {"foo"}, // the one right there, not the one below
		"b c/sub/":   {"foo"},
		"b c/sub/é/": {"foo"},
	} {
		var names []string
		for _, row := range document[indexDocument](t, s, dir+rootIndex).Skills {
			names = append(names, row.Name)
		}
		if !slices.Equal(names, want) {
			t.Errorf("the index of %q has %q, want %q", dir, names, want)
		}
	}
	if got := document[indexDocument](t, s, "b c/"+rootIndex).Skills[0].Description; got != "Two" {
		t.Errorf("of two the index has %q, want the nearer", got)
	}
	checkArtifacts(t, s, "https://host.example/")
	checkArtifacts(t, s, "https://host.example/some/path/")
	if got, ok := s.Add("skill://b%20c/foo/SKILL.md"); got != "b c" || !ok {
		t.Errorf("added from %q, %v", got, ok)
	}
	if len(s.Warnings()) != 3 || !strings.Contains(s.Warnings()[0], `it is in that of "a"`) {
		t.Errorf("warned of %q", s.Warnings())
	}
}

func TestScopesIfNamesAreShared(t *testing.T) {
	plain := tree{"a/foo/SKILL.md": "One", "b/bar/SKILL.md": "Two"}
	if got, want := paths(set(t, plain, Options{ScopedIfShared: true})), paths(set(t, plain, Options{})); !slices.Equal(got, want) {
		t.Errorf("without shared names: %q, want %q", got, want)
	}
	bad := maps.Clone(twins)
	bad["-bad/SKILL.md"] = "Has a name that no index holds"
	s := set(t, bad, Options{ScopedIfShared: true})
	if got, want := paths(s), paths(set(t, twins, Options{Scoped: true})); !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	const named = `3 listed skills are named "foo": "skill://a/foo/SKILL.md", "skill://b%20c/foo/SKILL.md", "skill://b%20c/sub/%C3%A9/foo/SKILL.md"; `
	if w := s.Warnings(); len(w) != 2 || !strings.HasPrefix(w[0], named) || !strings.Contains(w[0], "--scoped") {
		t.Errorf("warned of %q", w)
	}
	if asked := set(t, twins, Options{Scoped: true, ScopedIfShared: true}).Warnings(); len(asked) != 3 {
		t.Errorf("where scopes are asked for: %q", asked)
	}
}

func TestEveryArtifactIsOnce(t *testing.T) {
	got := paths(set(t, twins, Options{Scoped: true}))
	if !slices.IsSorted(got) || len(slices.Compact(slices.Clone(got))) != len(got) {
		t.Errorf("paths %q", got)
	}
	artifacts := slices.DeleteFunc(got, func(p string) bool { return strings.HasSuffix(p, indexName) })
	if len(artifacts) != 5 {
		t.Errorf("%d artifacts, want one for each of 5 skills: %q", len(artifacts), artifacts)
	}
}

func TestSchemesShareAPath(t *testing.T) {
	one := compiled(t, tree{"a/foo/SKILL.md": "One"}, skill.Options{})
	two := compiled(t, tree{"a/foo/SKILL.md": "Two"}, skill.Options{Scheme: "other"})
	merged, err := catalog.Merge(one, two)
	if err != nil {
		t.Fatal(err)
	}
	_, err = New(merged, Options{Scoped: true})
	if err == nil || !strings.Contains(err.Error(), `"other://a/foo/SKILL.md" and "skill://a/foo/SKILL.md"`) {
		t.Errorf("got %v", err)
	}
}
