package daemon

import (
	"path/filepath"
	"strings"
	"testing"
)

func TestSource(t *testing.T) {
	a, b := fileOf(t, "a", "v1"), fileOf(t, "b", "v1")
	ofA, ofB := digestOf(t, "a", "v1"), digestOf(t, "b", "v1")
	other := "sha256:" + strings.Repeat("0", 64)
	damaged := string(bytesOf(t, "a", "v1"))
	damaged = write(t, filepath.Join(t.TempDir(), "bad.json"), []byte(strings.Replace(damaged, "v1", "v2", 1)))
	absent := filepath.Join(t.TempDir(), "none.json")
	for _, c := range []struct {
		name   string
		source source
		want   []string // of the error; none for a catalog that opens
	}{
		{"one", source{paths: []string{a}}, nil},
		{"the union of two", source{paths: []string{a, b}}, nil},
		{"the expected one", source{[]string{a}, []string{ofA}}, nil},
		{"the expected two in another order", source{[]string{a, b}, []string{ofB, ofA}}, nil},
		{"another than expected", source{[]string{a}, []string{other}}, []string{a, "is the catalog " + ofA, "expected " + other}},
		{"another second one", source{[]string{a, b}, []string{other, ofA}}, []string{b, "is the catalog " + ofB, "expected " + other}},
		{"one for both", source{[]string{a, a}, []string{ofA, ofB}}, []string{a, "expected " + ofB}},
		{"one of none", source{[]string{a, b}, []string{other, other}}, []string{a, "expected " + other + " or " + other}},
		{"the same skill in two", source{paths: []string{a, fileOf(t, "a", "v2")}}, []string{`"skill://a/SKILL.md"`, a, "catalog.json"}},
		{"none", source{paths: []string{absent}}, []string{"there is no catalog " + `"` + absent + `"`, "skillpack build DIR"}},
		{"S84 a damaged one", source{paths: []string{a, damaged}}, []string{damaged, "seal"}},
	} {
		t.Run(c.name, func(t *testing.T) {
			got, err := c.source.open()
			if (err == nil) != (c.want == nil) || (got.Catalog == nil) != (err != nil) {
				t.Fatalf("%v, want an error of %q", err, c.want)
			}
			for _, part := range c.want {
				if !strings.Contains(err.Error(), part) {
					t.Errorf("%q is not in the error %q", part, err)
				}
			}
			if err == nil && len(got.Skills) != len(c.source.paths) {
				t.Errorf("%d skills of %d catalogs", len(got.Skills), len(c.source.paths))
			}
		})
	}
}
