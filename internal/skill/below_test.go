package skill

import (
	"math/rand"
	"slices"
	"strings"
	"testing"
)

// Wherever the search starts, what lies below a directory is found: all of it, and nothing else.
func TestBelow(t *testing.T) {
	names := []string{"a", "a-", "a-b", "a0", "A", "b", "a.b", "ä"}
	r := rand.New(rand.NewSource(1))
	for range 300 {
		var list []string
		for range r.Intn(40) {
			var segments []string
			for range 1 + r.Intn(4) {
				segments = append(segments, names[r.Intn(len(names))])
			}
			list = append(list, strings.Join(segments, "/"))
		}
		slices.Sort(list)
		list = slices.Compact(list)
		for _, dir := range append(names, "a/a", "a/b", "b/a-b", ".") {
			var want []string
			for _, path := range list {
				if dir == "." || strings.HasPrefix(path, dir+"/") {
					want = append(want, path)
				}
			}
			for near := range len(list) + 2 {
				got, start := below(list, near, dir, func(path string) string { return path })
				if !slices.Equal(got, want) {
					t.Fatalf("below %q of %q, from %d on: got %q, want %q", dir, list, near, got, want)
				}
				if len(got) > 0 && list[start] != got[0] {
					t.Fatalf("below %q of %q begins at %d", dir, list, start)
				}
			}
		}
	}
}
