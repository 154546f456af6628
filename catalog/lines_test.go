package catalog

import (
	"bytes"
	"testing"
)

func TestLines(t *testing.T) {
	c, err := Decode(encode(t, small()))
	if err != nil {
		t.Fatal(err)
	}
	var skills, resources [][]byte
	for i := range c.Skills {
		skills = append(skills, c.Skills[i].Wire())
	}
	for i := range c.Resources {
		resources = append(resources, c.Resources[i].Wire())
	}
	wantRanges(t, "skills", skills, ",\n", c.SkillLines)
	wantRanges(t, "resources", resources, ",\n", c.ResourceLines)
	for i := range c.Directories {
		var children [][]byte
		for j := range c.Directories[i].Children {
			children = append(children, c.Directories[i].Children[j].Wire())
		}
		wantRanges(t, c.Directories[i].URI, children, ",", c.Directories[i].ChildLines)
	}
}

// wantRanges compares every range of lines with the items joined one by one.
func wantRanges(t *testing.T, name string, items [][]byte, separator string, lines func(from, to int) []byte) {
	t.Helper()
	for from := range items {
		for to := from + 1; to <= len(items); to++ {
			if got, want := lines(from, to), bytes.Join(items[from:to], []byte(separator)); !bytes.Equal(got, want) {
				t.Errorf("%s %d to %d: %q, want %q", name, from, to, got, want)
			}
		}
	}
}
