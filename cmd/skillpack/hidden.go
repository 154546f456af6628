package main

import (
	"fmt"
	"io"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// hidden counts the skills of which little can be told yet.
type hidden struct {
	misnamed   int // directories whose SKILL.md goes by another name: no skills yet
	unreadable int // skills whose frontmatter cannot be read
}

// add counts those of a tree, by what was found and the SKILL.md of what was asked for.
func (h *hidden) add(tree *skill.Tree, found []diag.Diagnostic, manifests []string) {
	counted := map[string]bool{}
	for _, s := range tree.Skills {
		counted[s.Dir] = true
		if s.Front == nil && slices.Contains(manifests, s.Manifest.Path) {
			h.unreadable++
		}
	}
	for _, d := range found {
		if d.Rule == "files/skill-md" && !counted[d.Skill] {
			counted[d.Skill] = true
			h.misnamed++
		}
	}
}

// write says that a run of which all is put right may find more.
func (h hidden) write(w io.Writer) {
	n, whose := h.misnamed+h.unreadable, "their"
	if n == 0 {
		return
	}
	if n == 1 {
		whose = "its"
	}
	fmt.Fprintf(w, "more may be found in %s once %s SKILL.md can be read\n", count(n, "skill"), whose)
}
