package build

import (
	"bytes"
	"slices"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// An error that a comment silences keeps no skill from being published, and the comment
// is no part of what is published as frontmatter.
func TestSilencedErrorsArePublished(t *testing.T) {
	const silencer = "skillpack-ignore"
	fsys := tree(map[string]string{
		"link/SKILL.md":  md("link") + "\n<!-- skillpack-ignore links/missing: written later -->\n[a](gone.md)\n",
		"front/SKILL.md": "---\n# skillpack-ignore frontmatter/metadata: our tools want numbers\nname: front\ndescription: D.\nmetadata: # skillpack-ignore frontmatter/metadata\n  a: 1\n---\n",
		"place/SKILL.md": "---\nname: title # skillpack-ignore name/directory: known by this name\ndescription: D.\n---\n",
		"loud/SKILL.md":  md("loud") + "[a](gone.md)\n",
	})
	loaded := load(t, fsys, skill.Options{})
	skills, _ := Publishable(loaded, lint.Run(t.Context(), loaded, lint.Config{}), false)
	var dirs []string
	for _, s := range skills {
		dirs = append(dirs, s.Dir)
	}
	if want := []string{"front", "link", "place"}; !slices.Equal(dirs, want) {
		t.Errorf("publishable %v, want %v", dirs, want)
	}
	c := compile(t, fsys, skill.Options{}, Options{SkipInvalid: true})
	if got, want := skillURIs(c.Skills), []string{"skill://front/SKILL.md", "skill://link/SKILL.md", "skill://title/SKILL.md"}; !slices.Equal(got, want) {
		t.Errorf("published %v, want %v", got, want)
	}
	for i := range c.Skills {
		if bytes.Contains(c.Skills[i].Frontmatter, []byte(silencer)) {
			t.Errorf("A17 a comment is in %s", c.Skills[i].Frontmatter)
		}
	}
}

// What no catalog can hold is refused, whatever a comment says.
func TestRequiredIsNotSilenced(t *testing.T) {
	fsys := tree(map[string]string{"x/SKILL.md": "---\nname: x\ndescription: '' # skillpack-ignore frontmatter/description\n---\n"})
	c, found, err := Compile(t.Context(), load(t, fsys, skill.Options{}), Options{})
	if c != nil || err != nil || diag.Count(found, diag.Error) != 1 {
		t.Errorf("got %v, %v, %v", c, found, err)
	}
}
