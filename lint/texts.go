package lint

import (
	"bytes"
	"iter"
	"slices"

	"skillpack/internal/skill"
)

// texts are the files that one skill alone holds, those of skills inside it apart, with what
// was read in them. Each file is read once, and its markdown parsed only where a look at
// its bytes leaves a doubt whether all is well.
type texts struct {
	*linkIndex
	skill *skill.Skill
	files []*skill.File
	held  *heldTexts // of what the checks of the skill ask for

	silencers []fileSilencer
	links     []judged      // that are not fine
	missing   []missingFile // of links/code-path
	runs      []scriptRun   // of files/script
	reached   []*skill.File // to which texts other than SKILL.md lead

	dir   string            // of the file that is read
	fine  map[string]string // destinations of links as written there that are certainly fine, and their targets
	there map[string]bool   // likewise, of paths below directories that skills have: what is there, or no path

	scripts  *fragileScripts // filled when asked for
	shown    map[string]bool // likewise, of isShown: whether a text runs a file of that name by an interpreter
	shownAll bool            // shown has all names that are
	chmods   []string        // filled when asked for: names and patterns of files that a text makes executable
}

// fileSilencer is a comment of a file.
type fileSilencer struct {
	skill.Silencer
	file *skill.File
}

// textsOf returns the texts of every skill that is asked for, in the order of the skills. All
// are in some that no other encloses.
func textsOf(x *treeIndex, tops []*skill.Skill, asked func(*skill.Skill) bool) []*texts {
	var all []*texts
	of := make(map[*skill.Skill]*texts)
	for _, s := range x.tree.Skills {
		if asked(s) {
			t := &texts{skill: s}
			all, of[s] = append(all, t), t
		}
	}
	for _, s := range tops {
		for _, f := range s.Files {
			if t := of[x.owner(f.Path)]; t != nil {
				if t.files == nil {
					t.files = make([]*skill.File, 0, len(t.skill.Files))
				}
				t.files = append(t.files, f)
			}
		}
	}
	return all
}

// enter prepares for a file in a directory.
func (t *texts) enter(dir string) {
	if t.fine == nil {
		t.fine, t.there = make(map[string]string), make(map[string]bool)
	}
	if t.dir != dir {
		clear(t.fine)
		clear(t.there)
		t.dir = dir
	}
}

// read reads a file whose content is given.
func (t *texts) read(f *skill.File, content []byte) {
	if !f.IsMarkdown() {
		return
	}
	if mayHoldComment(content) && bytes.Contains(content, []byte(skill.SilencerWord)) {
		for _, c := range f.Markdown().Silencers {
			t.silencers = append(t.silencers, fileSilencer{c, f})
		}
	}
	if t.mayBeFaulty(f, content) {
		t.readLinks(f)
	}
	mayMiss, mayRun := t.doubtPaths(f, content)
	if mayMiss && !isBoilerplate(t.skill, f) {
		t.missing = append(t.missing, t.missingFiles(f, f.Markdown())...)
	}
	if mayRun {
		t.runs = append(t.runs, t.scriptRuns(f)...)
	}
}

func (t *texts) readLinks(f *skill.File) {
	for _, j := range t.judgeLinks(t.skill, f, f.Markdown()) {
		if j.fault != linkFine {
			t.links = append(t.links, j)
		}
		if j.leads() {
			t.reach(f, j.target)
		}
	}
}

// reach notes that a file leads to a path.
func (t *texts) reach(f *skill.File, target string) {
	if f == t.skill.Manifest {
		return
	}
	if to := t.tree.File(target); to != t.skill.Manifest && to != nil && !slices.Contains(t.reached, to) && t.isStep(f, to) {
		t.reached = append(t.reached, to)
	}
}

// faulty yields the links that have one of some faults.
func (t *texts) faulty(faults ...linkFault) iter.Seq[judged] {
	return func(yield func(judged) bool) {
		for _, j := range t.links {
			if slices.Contains(faults, j.fault) && !yield(j) {
				return
			}
		}
	}
}

// release lets go of what only the checks of the skill need.
func (t *texts) release() {
	t.linkIndex, t.held, t.links, t.missing, t.reached, t.scripts, t.shown, t.chmods, t.fine, t.there = nil, nil, nil, nil, nil, nil, nil, nil, nil, nil
}
