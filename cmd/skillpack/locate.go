package main

import (
	"os"
	"path/filepath"
	"slices"

	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// place is where a directory stands. All paths are absolute, links resolved.
type place struct {
	above  []string // the directory itself and those above it, innermost first, up to the repository's
	skills []string // those of them that are skills
	named  bool     // the user named the last of them as the root of the tree
}

// placeOf looks upwards from a directory to the one that holds .git, or else to the
// user's home or the file system's root. One is taken for a skill although it may have
// no SKILL.md yet; "" for none. A root that the user named, "" for none, ends it instead.
func placeOf(dir, taken, named string) place {
	p := place{named: named != ""}
	home := userHome()
	for {
		p.above = append(p.above, dir)
		isHome := dir == home && !p.named // a SKILL.md that strayed into it makes no skill of all that is there
		if !isHome && (dir == taken || exists(filepath.Join(dir, protocol.ManifestName))) {
			p.skills = append(p.skills, dir)
		}
		parent := filepath.Dir(dir)
		if isHome || parent == dir || dir == named || !p.named && exists(filepath.Join(dir, ".git")) {
			return p
		}
		dir = parent
	}
}

// root returns the root of the tree that the place's skills belong to: the nearest
// directory with a skillpack.yaml that is a skill or holds one, else the one around
// the outermost skill. A repository that is a skill as a whole is its own root. With
// found the root has a configuration, or the user named it.
func (p place) root() (root string, found bool) {
	if p.named {
		return p.above[len(p.above)-1], true
	}
	from := slices.Index(p.above, p.skills[0])
	for _, dir := range p.above[from:] {
		if exists(filepath.Join(dir, skill.ConfigName)) {
			return dir, true
		}
	}
	outermost := p.skills[len(p.skills)-1]
	if slices.Index(p.above, outermost) == len(p.above)-1 {
		return outermost, false
	}
	return filepath.Dir(outermost), false
}

// userHome returns the user's home directory, links resolved, or "" for none.
func userHome() string {
	home, err := os.UserHomeDir()
	if err != nil {
		return ""
	}
	if home, err = filepath.EvalSymlinks(home); err != nil {
		return ""
	}
	return home
}
