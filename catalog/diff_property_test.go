package catalog

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

// randomSource is a small tree in which skills nest, share contents and names.
func randomSource(random *rand.Rand) source {
	src := source{}
	dirs := []string{"a", "b", "a/b", "b/a", "a/b/a", "p/a", "p/a/b", "q/a"}
	for _, dir := range dirs {
		if random.IntN(2) == 0 {
			name := dir[strings.LastIndexByte(dir, '/')+1:]
			src[dir+"/SKILL.md"] = fmt.Sprintf(`{"name":%q,"description":"%d"}`, name, random.IntN(2))
		}
	}
	for _, dir := range dirs {
		for _, file := range []string{"x", "y.sh"} {
			if inSkill(src, dir) && random.IntN(3) == 0 {
				src[dir+"/"+file] = []string{"", "#!", "one\n", "one\ntwo\n", "\x00"}[random.IntN(5)]
			}
		}
	}
	return src
}

// explain applies what changes tell to the manifests of the old catalog.
func explain(c *Changes) map[string]map[string]string {
	sets := manifests(c.Old)
	for i := range c.Skills {
		if s := &c.Skills[i]; s.Kind == Renamed || s.Kind == Removed {
			delete(sets, s.Old.URI)
		}
	}
	for i := range c.Skills {
		s := &c.Skills[i]
		switch s.Kind {
		case Removed:
			continue
		case Added:
			sets[s.URI()] = map[string]string{}
		case Renamed:
			sets[s.URI()] = map[string]string{}
			for _, ref := range s.Old.Resources {
				sets[s.URI()][rootOf(s.New)+strings.TrimPrefix(ref.URI, rootOf(s.Old))] = ref.Digest
			}
		}
		for _, f := range s.Files {
			if delete(sets[s.URI()], f.URI); f.New != nil {
				sets[s.URI()][f.URI] = f.New.Digest
			}
		}
	}
	return sets
}

// manifests returns the set of {uri, digest} of each skill, by its URI.
func manifests(c *Catalog) map[string]map[string]string {
	sets := map[string]map[string]string{}
	for e := range everyEntry(c) {
		sets[e.URI] = map[string]string{}
		for _, ref := range e.Resources {
			sets[e.URI][ref.URI] = ref.Digest
		}
	}
	return sets
}

// mirrored swaps the roles of what changes tell.
func mirrored(c *Changes) *Changes {
	swapped := map[ChangeKind]ChangeKind{Added: Removed, Removed: Added, Renamed: Renamed, Changed: Changed}
	m := &Changes{Old: c.New, New: c.Old}
	for _, s := range c.Skills {
		s.Kind, s.Old, s.New, s.OldListed, s.NewListed = swapped[s.Kind], s.New, s.Old, s.NewListed, s.OldListed
		s.Files, s.Frontmatter = slices.Clone(s.Files), mirroredFields(s.Frontmatter)
		for i := range s.Files {
			f := &s.Files[i]
			f.Kind, f.Old, f.New = swapped[f.Kind], f.New, f.Old
			if s.Kind == Renamed {
				f.URI = f.New.URI
			}
			if f.Lines != nil {
				f.Lines = &LineCount{f.Lines.Removed, f.Lines.Added}
			}
		}
		m.Skills = append(m.Skills, s)
	}
	sortBy(m.Skills, (*SkillChange).URI)
	m.Server = mirroredFields(c.Server)
	for _, d := range c.Described {
		m.Described = append(m.Described, Description{d.URI, d.New, d.Old})
	}
	for _, d := range c.Directories {
		m.Directories = append(m.Directories, DirectoryChange{swapped[d.Kind], d.URI})
	}
	return m
}

func mirroredFields(fields []FieldChange) []FieldChange {
	fields = slices.Clone(fields)
	for i := range fields {
		fields[i].Old, fields[i].New = fields[i].New, fields[i].Old
	}
	return fields
}

// withoutGrowth drops what only tells of what grows.
func withoutGrowth(c *Changes) *Changes {
	for i := range c.Skills {
		c.Skills[i].Widening, c.Skills[i].Limits = nil, nil
	}
	return c
}

// checkDiff holds what is true of every comparison of two sources.
func checkDiff(t *testing.T, a, b *Catalog) {
	t.Helper()
	c := Diff(a, b)
	if got, want := explain(c), manifests(b); !reflect.DeepEqual(got, want) {
		t.Fatalf("applying\n%s\ngives %v, want %v", strings.Join(told(c), "\n"), got, want)
	}
	before, after := manifests(a), manifests(b)
	revoked := 0
	for uri, set := range before {
		if !maps.Equal(set, after[uri]) { // H6, by its words
			revoked++
		}
	}
	if c.Revoked() != revoked {
		t.Fatalf("%d approvals are revoked, want %d:\n%s", c.Revoked(), revoked, strings.Join(told(c), "\n"))
	}
	if c.Empty() != (a.Digest() == b.Digest()) {
		t.Fatalf("Empty is %v, and the digests are %s and %s", c.Empty(), a.Digest(), b.Digest())
	}
	if got, want := withoutGrowth(Diff(b, a)), withoutGrowth(mirrored(c)); !reflect.DeepEqual(got, want) {
		t.Fatalf("mirrored it is\n%s\nwant\n%s", strings.Join(told(got), "\n"), strings.Join(told(want), "\n"))
	}
}

func TestDiffProperties(t *testing.T) { // H6, M7
	for seed := range uint64(300) {
		random := rand.New(rand.NewPCG(seed, 7))
		checkDiff(t, frozen(t, randomSource(random)), frozen(t, randomSource(random)))
	}
}

// FuzzDiff takes two seeds of random trees and a file that the second one has besides.
func FuzzDiff(f *testing.F) {
	f.Add(uint64(1), uint64(2), "a/new.md", "text")
	f.Add(uint64(3), uint64(3), "a/b/é x", "#!\x00")
	f.Fuzz(func(t *testing.T, one, two uint64, path, content string) {
		a, b := randomSource(rand.New(rand.NewPCG(one, 7))), randomSource(rand.New(rand.NewPCG(two, 7)))
		b[path] = content
		now, err := freezeOdd(b, path)
		if err != nil {
			return // no such tree can be published
		}
		checkDiff(t, frozen(t, a), now)
	})
}

// freezeOdd freezes a source with a path that may be odd.
func freezeOdd(src source, path string) (*Catalog, error) {
	if !protocol.ValidPath(path) || !inSkill(src, path[:max(0, strings.LastIndexByte(path, '/'))]) {
		return nil, fmt.Errorf("no file of a skill")
	}
	return Freeze(build(src))
}
