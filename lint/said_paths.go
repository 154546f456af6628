package lint

import (
	"path"
	"path/filepath"
	"strings"

	"skillpack/internal/skill"
)

// A message names files as an author does who works in the skill, since nobody stands
// where the paths of a tree begin. Only what belongs into skillpack.yaml counts from there.

// fromSkill returns a path in a skill as it is from the skill's directory.
func fromSkill(s *skill.Skill, p string) string { return strings.TrimPrefix(p, s.Dir+"/") }

// fromFile returns a path of the tree as it is from the directory of a file.
func fromFile(f *skill.File, p string) string {
	rel, err := filepath.Rel(filepath.FromSlash(path.Dir(f.Path)), filepath.FromSlash(p))
	if err != nil {
		return p
	}
	return filepath.ToSlash(rel)
}
