package lint

import (
	"path"

	"skillpack/internal/skill"
)

// nameField returns the field of a skill's name where it is text and not blank.
func nameField(s *skill.Skill) (field *skill.Field, name string, ok bool) {
	name, ok = s.Front.Text(nameKey)
	return s.Front.Get(nameKey), name, ok && !isBlank(name)
}

// baseOf returns the name of a skill's directory, "" for the root.
func baseOf(s *skill.Skill) string {
	if s.Dir == "." {
		return ""
	}
	return path.Base(s.Dir)
}
