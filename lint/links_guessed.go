package lint

import (
	"fmt"
	"slices"

	"skillpack/internal/skill"
)

// What is said of a tree whose root was guessed is to be true of any other root.

// mayBeOfAnother reports whether nothing by a published path is known to be missing, since
// the root was guessed and the path is not one of the skill itself.
func (x *linkIndex) mayBeOfAnother(s *skill.Skill, published string) bool {
	return x.tree.Guessed && !skill.Within(published, x.tree.Published(s.Dir))
}

// uriToWrite says which URI to write for a path of a skill, as far as that is known.
func (x *linkIndex) uriToWrite(s *skill.Skill, target string) string {
	if x.tree.Guessed {
		return fmt.Sprintf("its URI (a %s, even an empty one, in the root of the tree lets lint say which)", skill.ConfigName)
	}
	return fmt.Sprintf("the URI %q", x.tree.URI(mainFile(s, target)))
}

// NeedsRoot reports whether a rule says less of a tree whose root was guessed.
func NeedsRoot(rule string) bool {
	return slices.Contains([]string{
		"catalog/empty", "catalog/metadata-budget", "files/duplicate", "files/link", "frontmatter/similar-description",
		"links/anchor", "links/code-path", "links/missing", "links/outside", "name/duplicate", "name/prefix",
	}, rule)
}
