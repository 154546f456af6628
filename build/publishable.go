package build

import (
	"iter"
	"path"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// Publishable returns the skills that no error among the findings concerns, and where
// strict is set no warning either, and those findings that are about one of them or about no skill at all: what is left to say
// when the others are skipped.
func Publishable(tree *skill.Tree, found []diag.Diagnostic, strict bool) (skills []*skill.Skill, theirs []diag.Diagnostic) {
	unsound, tolerated := map[string]bool{}, diag.Warning
	if strict {
		tolerated = diag.Note
	}
	for i := range found {
		if found[i].Severity <= tolerated {
			continue
		}
		for dir := range concerned(&found[i]) {
			unsound[dir] = true
		}
	}
	sound := make(map[string]bool, len(tree.Skills)) // false for a skill that is skipped
	for _, s := range tree.Skills {
		sound[s.Dir] = s.Front != nil && !unsound[s.Dir]
		if sound[s.Dir] {
			skills = append(skills, s)
		}
	}
	for i := range found {
		if !ofSkippedOnly(&found[i], sound) {
			theirs = append(theirs, found[i])
		}
	}
	return skills, theirs
}

func ofSkippedOnly(d *diag.Diagnostic, sound map[string]bool) bool {
	skipped := false
	for dir := range concerned(d) {
		isSound, isSkill := sound[dir]
		if isSound {
			return false
		}
		skipped = skipped || isSkill
	}
	return skipped
}

// concerned yields the directories whose skills a finding is about: the one that it is
// filed under or, where it is filed under none, its file and all that hold it.
func concerned(d *diag.Diagnostic) iter.Seq[string] {
	return func(yield func(string) bool) {
		if d.Skill != "" {
			yield(d.Skill)
			return
		}
		for dir := d.File; yield(dir) && dir != "."; {
			dir = path.Dir(dir)
		}
	}
}
