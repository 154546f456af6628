package site

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
)

func TestSearchData(t *testing.T) {
	skills := madeUp(5000, strings.Repeat("\"Ä\" </script>\u2028 ", 40), func(i int) string { return fmt.Sprintf("p%d/s%04d", i%4, i) })
	parts := searchData(skills)
	if len(parts) < 3 {
		t.Fatalf("%d parts", len(parts))
	}
	var paths []string
	for _, p := range parts {
		var rows [][3]string
		if err := json.Unmarshal(p.bytes(), &rows); err != nil {
			t.Fatal(err)
		}
		for _, r := range rows {
			if r[1] != skills[0].Description || r[2] != meta(skills[len(paths)]) {
				t.Fatalf("row %q", r)
			}
			paths = append(paths, r[0])
		}
	}
	if !slices.EqualFunc(paths, skills, func(p string, k *Skill) bool { return p == k.Path }) {
		t.Errorf("%d paths of %d skills", len(paths), len(skills))
	}
	t.Run("a page asks for what holds its skills", func(t *testing.T) {
		for _, n := range newTree(skills).children {
			names := parts.between(n.first, n.last)
			for i, k := range skills {
				at := slices.IndexFunc(parts, func(p searchPart) bool { return i >= p.first && i < p.first+len(p.skills) })
				if k.Prefix == n.prefix && !slices.Contains(names, parts[at].path) {
					t.Fatalf("%s is in %s, the page has %q", k.Path, parts[at].path, names)
				}
			}
			if len(names) == len(parts) {
				t.Errorf("%s asks for everything", n.prefix)
			}
		}
	})
}
