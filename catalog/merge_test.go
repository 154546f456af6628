package catalog

import (
	"bytes"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"strings"
	"testing"
)

// kin returns the files of one skill, and of skills inside it, below a root. Some
// contents are those of others too.
func kin(r *rand.Rand, root string) source {
	src := source{}
	add := func(dir string) {
		name := dir[strings.LastIndexByte(dir, '/')+1:]
		src[dir+"/SKILL.md"] = fmt.Sprintf(`{"name":%q,"description":"Is %s, %d"}`, name, dir, r.IntN(3))
		for i := range r.IntN(4) {
			src[fmt.Sprintf("%s/ref/%d %s.md", dir, i, name)] = strings.Repeat("text\n", r.IntN(3))
		}
		if r.IntN(2) == 0 {
			src[dir+"/blob"] = "\x00" + string(rune('a'+r.IntN(3)))
		}
		if r.IntN(3) == 0 {
			src[dir+"/nothing/"] = ""
		}
	}
	add(root)
	for i := range r.IntN(3) {
		add(fmt.Sprintf("%s/ref/inner-%d", root, i))
	}
	return src
}

// roots are paths of skills of which none lies inside another. Some are the start of
// others, which byte order puts between a directory and what is in it.
var roots = []string{"a", "a-b", "a.b", "a0", "b/c", "b/c-d", "b/d/e", "ä", "z"}

func freeze(t testing.TB, c *Catalog) *Catalog {
	t.Helper()
	frozen, err := Freeze(c)
	if err != nil {
		t.Fatal(err)
	}
	return frozen
}

// TestMergeIsTheUnion deals skills out to catalogs, and builds them together too.
func TestMergeIsTheUnion(t *testing.T) {
	for seed := range uint64(200) {
		r := rand.New(rand.NewPCG(seed, 3))
		parts := make([]source, 2+r.IntN(3))
		whole, unlisted := source{}, []string(nil)
		for _, root := range roots {
			one := kin(r, root)
			maps.Copy(whole, one)
			if r.IntN(3) == 0 {
				unlisted = append(unlisted, testURI(root+"/SKILL.md"))
			}
			i := r.IntN(len(parts))
			if parts[i] == nil {
				parts[i] = source{}
			}
			maps.Copy(parts[i], one)
		}
		catalogs := make([]*Catalog, len(parts))
		for i := range parts {
			catalogs[i] = freeze(t, build(parts[i], unlisted...))
		}
		r.Shuffle(len(catalogs), func(i, j int) { catalogs[i], catalogs[j] = catalogs[j], catalogs[i] })
		got, err := Merge(catalogs...)
		if err != nil {
			t.Fatalf("seed %d: %v", seed, err)
		}
		want := freeze(t, build(whole, unlisted...))
		if g, w := encode(t, got), encode(t, want); !bytes.Equal(g, w) || got.Digest() != want.Digest() {
			t.Fatalf("seed %d: the union %s is\n%s\nexpected %s\n%s", seed, got.Digest(), g, want.Digest(), w)
		}
	}
}

// TestMergeLeavesItsCatalogs also holds that the settings are those of the first.
func TestMergeLeavesItsCatalogs(t *testing.T) {
	unfrozen := build(source{"a/SKILL.md": `{"name":"a","description":"x"}`})
	unfrozen.Server = Server{Name: "first", TTLMs: 7, CacheScope: "private"}
	first, second := freeze(t, unfrozen), freeze(t, small())
	before := [2][]byte{encode(t, first), encode(t, second)}
	union, err := Merge(first, second)
	if err != nil {
		t.Fatal(err)
	}
	if union.Server != first.Server {
		t.Errorf("the settings are %+v, expected those of the first", union.Server)
	}
	if !bytes.Equal(encode(t, first), before[0]) || !bytes.Equal(encode(t, second), before[1]) || !second.Frozen() {
		t.Error("a catalog was changed")
	}
	if again, err := Merge(second); again != second || err != nil {
		t.Errorf("one catalog gives %p, %v, expected the same", again, err)
	}
}

// TestMergeRefuses has each collision in both orders.
func TestMergeRefuses(t *testing.T) {
	skills := func(paths ...string) *Catalog {
		src := source{}
		for _, p := range paths {
			src[p+"/SKILL.md"] = fmt.Sprintf(`{"name":%q,"description":"x"}`, p[strings.LastIndexByte(p, '/')+1:])
		}
		return freeze(t, build(src, testURI("u/SKILL.md")))
	}
	for _, test := range []struct {
		name     string
		catalogs []*Catalog
		want     MergeError
		says     string
	}{
		{"same", []*Catalog{skills("a", "b"), skills("x"), skills("b", "c")},
			MergeError{"skill://b/SKILL.md", "skill://b/SKILL.md", 0, 2}, `skill "skill://b/SKILL.md" is in catalog 1 and in catalog 3`},
		{"listed and unlisted", []*Catalog{skills("u"), skills("a", "u")},
			MergeError{"skill://u/SKILL.md", "skill://u/SKILL.md", 0, 1}, "is in catalog 1 and in catalog 2"},
		{"E3 M7 inside", []*Catalog{skills("a"), skills("a/b")},
			MergeError{"skill://a/SKILL.md", "skill://a/b/SKILL.md", 0, 1}, `skill "skill://a/b/SKILL.md" of catalog 2 lies inside "skill://a/SKILL.md" of catalog 1`},
		{"E3 M7 around", []*Catalog{skills("a/b"), skills("a")},
			MergeError{"skill://a/SKILL.md", "skill://a/b/SKILL.md", 1, 0}, `of catalog 1 lies inside "skill://a/SKILL.md" of catalog 2`},
		{"M7 before SKILL.md in byte order", []*Catalog{skills("a"), skills("a/B/c")},
			MergeError{"skill://a/SKILL.md", "skill://a/B/c/SKILL.md", 0, 1}, "lies inside"},
		{"M7 beside an inner one", []*Catalog{skills("a", "a/b", "a-c"), skills("a/c")},
			MergeError{"skill://a/SKILL.md", "skill://a/c/SKILL.md", 0, 1}, "lies inside"},
		{"same inner one", []*Catalog{skills("a", "a/b"), skills("a/b")},
			MergeError{"skill://a/b/SKILL.md", "skill://a/b/SKILL.md", 0, 1}, "is in catalog 1 and in catalog 2"},
	} {
		t.Run(test.name, func(t *testing.T) {
			c, err := Merge(test.catalogs...)
			var got *MergeError
			if !errors.As(err, &got) || *got != test.want || c != nil {
				t.Fatalf("got %+v, expected %+v", err, test.want)
			}
			if !strings.Contains(got.Error(), test.says) {
				t.Errorf("it says %q, expected %q", got, test.says)
			}
			label := func(i int) string { return fmt.Sprintf("%d.json", i) }
			if message := got.Message(label); !strings.Contains(message, fmt.Sprintf("%d.json", test.want.First)) {
				t.Errorf("with file names it says %q", message)
			}
		})
	}
}

func TestMergeNeedsFrozen(t *testing.T) {
	frozen := freeze(t, small())
	for name, catalogs := range map[string][]*Catalog{
		"none": nil, "nil": {frozen, nil}, "one that is not": {build(nil)}, "one of two that is not": {frozen, build(nil)},
	} {
		if c, err := Merge(catalogs...); err == nil || c != nil {
			t.Errorf("%s: got %v, expected an error", name, c)
		}
	}
}
