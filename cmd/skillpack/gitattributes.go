package main

import (
	"os"
	"path/filepath"
	"slices"

	"skillpack/internal/skill"
)

// attributesAbove reads the .gitattributes files above the root of a tree, up to the
// directory that holds .git; outside of a repository there are none. The root is
// absolute.
func attributesAbove(root string) ([]skill.Attributes, error) {
	var found []skill.Attributes
	below := ""
	for dir := root; !exists(filepath.Join(dir, ".git")); {
		below = filepath.Join(filepath.Base(dir), below)
		parent := filepath.Dir(dir)
		if parent == dir {
			return nil, nil
		}
		dir = parent
		file := filepath.Join(dir, ".gitattributes")
		if info, err := os.Lstat(file); err != nil || !info.Mode().IsRegular() {
			continue // git reads no link either
		}
		content, err := os.ReadFile(file)
		if err != nil {
			return nil, err
		}
		found = append(found, skill.Attributes{Below: filepath.ToSlash(below), Content: content})
	}
	slices.Reverse(found)
	return found, nil
}
