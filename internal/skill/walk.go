package skill

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

// Limits of the walk. A tree without links to directories is bounded by the disk; a
// few such links can multiply it without end, and so can a mistaken mount its depth.
const (
	maxLinked = 100_000 // entries found behind links to directories
	maxDepth  = 256     // segments of a path
	maxPath   = 3072    // bytes of a path
)

// folder is a directory on the walk's way. Its path leads over followed links; real
// does not.
type folder struct {
	path, real string
	parent     *folder
	link       *diag.Diagnostic // the finding to make if the walk behind a link grows too large; nil outside links
	inSkill    bool             // it or a parent has a SKILL.md
	included   bool             // Options.Include takes it in with all that it holds
	ahead      *preview         // nil where it is not listed ahead
}

// at returns the path of a child of the folder.
func (d *folder) at(c child) string {
	if d.path == d.real {
		return c.path
	}
	return join(d.path, c.name)
}

// join is path.Join for a clean directory and one name.
func join(dir, name string) string {
	if dir == "." {
		return name
	}
	return dir + "/" + name
}

// walker collects what the tree holds.
type walker struct {
	ctx     context.Context
	fsys    fs.FS
	links   *resolver
	ignore  *ignoreRules
	ahead   *ahead   // nil where nothing is listed ahead
	noted   bool     // Options.Notes is set
	within  []string // Options.Within
	linked  int      // entries behind links so far
	lists   lists
	free    []*folder // that the walk has left
	kept    entries
	files   []*entry // when all is walked, kept sorted
	dirs    []string
	leftOut []LeftOut
	found   []diag.Diagnostic
	suspect []misnamed // files that may be a misnamed SKILL.md
	// dangling are links that lead to nothing, and matter.
	dangling []entry
	// guessed is that of Options, and linkedOut is Tree.LinkedOut, not sorted.
	guessed   bool
	linkedOut []string
}

// walk walks the whole tree. Where that is not already known to the file system, or is no
// more than a few directories of it, these are listed ahead.
func (w *walker) walk() error {
	root := &folder{path: ".", real: "."}
	if !w.noted && len(w.within) == 0 {
		w.ahead, root.ahead = newAhead(w.ctx, w.fsys, w.ignore)
		w.ahead.start()
		defer w.ahead.end()
	}
	_, err := w.dir(root)
	w.files = w.kept.sorted()
	return err
}

// list lists a directory. The list is good until the walk leaves the directory.
func (w *walker) list(d *folder) ([]child, error) {
	if d.ahead != nil {
		return w.ahead.take(d.ahead)
	}
	return listed(w.fsys, d.real, &w.lists)
}

// dir walks one directory and reports whether the tree keeps anything of it.
func (w *walker) dir(d *folder) (kept bool, err error) {
	if err := w.ctx.Err(); err != nil {
		return false, err
	}
	defer w.lists.leave(w.lists)
	list, err := w.list(d)
	if err != nil {
		return false, w.unreadable(d, err)
	}
	if d.parent != nil && isSite(list) {
		w.leave(d.path, ruleSite)
		return false, nil
	}
	if d.link != nil {
		if w.linked += len(list) + 1; w.linked > maxLinked {
			w.found = append(w.found, *d.link)
			return false, nil
		}
	}
	at, outAt := len(w.dirs), len(w.leftOut)
	if d.parent != nil {
		w.dirs = appended(w.dirs, d.path)
	}
	kept, err = w.children(d, list)
	if d.parent != nil && !kept && !d.included {
		w.dirs = w.dirs[:at]
		w.leftOut = w.leftOut[:outAt]
		w.leave(d.path, ruleNotIncluded)
	}
	return kept || d.included, err
}

// children walks what a directory's listing names.
func (w *walker) children(d *folder, list []child) (kept bool, err error) {
	here := w.notLeftOut(d, list)
	w.manifests(d, here)
	taken := here[:0]
	for _, c := range here {
		ok, err := w.child(d, c)
		if err != nil {
			return kept, err
		}
		if ok {
			taken = append(taken, c)
		}
	}
	w.found = append(w.found, collisions(d, taken)...)
	return len(taken) > 0, nil
}

// notLeftOut returns the children that no rule but Include may leave out.
func (w *walker) notLeftOut(d *folder, list []child) []child {
	here := list[:0]
	for _, c := range list {
		file := d.at(c)
		w.ignore.see(file)
		rule := w.ignore.leavesOut(file, c.kind)
		if rule == "" && d.parent == nil && c.kind.IsRegular() {
			rule = ownFile(w.fsys, c.name)
		}
		if rule != "" {
			w.leave(file, rule)
			continue
		}
		here = append(here, c)
	}
	return here
}

// child is one name of a directory.
type child struct {
	path string // with the real path of the directory
	name string
	kind fs.FileMode // type bits, of a link those of the link
	info info
	// ahead is of a directory that is listed ahead.
	ahead *preview
}

// matters reports whether a child of d can cost anybody a skill: it is part of one, is
// its SKILL.md, or could be a directory with one. Nothing else of a tree is published,
// so what is wrong with other files is not ours to judge.
func (c child) matters(d *folder) bool {
	return d.inSkill || c.kind.IsDir() || c.kind&fs.ModeSymlink != 0 || c.name == protocol.ManifestName
}

// includes reports whether Options.Include takes in a path in d.
func (w *walker) includes(d *folder, file string) bool { return d.included || w.ignore.includes(file) }

// child takes in one entry of d and reports whether the tree keeps anything of it.
func (w *walker) child(d *folder, c child) (kept bool, err error) {
	e := entry{path: d.at(c), real: c.path, matters: c.matters(d), info: c.info}
	if !w.enters(d, &e, c.kind) {
		return w.pass(&e, c.kind), nil
	}
	included := w.includes(d, e.path)
	if !included && !c.kind.IsDir() && c.kind&fs.ModeSymlink == 0 {
		w.leave(e.path, ruleNotIncluded)
		return false, nil
	}
	if problem := nameProblem(e.path); problem != nil {
		return included, w.refuse(problem, included, e.matters)
	}
	if d.link != nil {
		e.through = d.link.File
	}
	var next *folder
	if c.kind&(fs.ModeDir|fs.ModeSymlink) != 0 {
		next = w.newFolder()
		*next = folder{path: e.path, real: e.real, parent: d, link: d.link, inSkill: d.inSkill, included: included, ahead: c.ahead}
	}
	if c.kind&fs.ModeSymlink != 0 {
		kind, err := w.follow(d, next, &e)
		if err != nil {
			return included, w.badLink(&e, included, err)
		}
		c.kind = kind
	}
	if included && c.kind.IsDir() && c.name == protocol.ManifestName {
		w.found = append(w.found, manifestFinding(e.path, fmt.Sprintf("%q is a directory; a skill's SKILL.md must be a file", e.path)))
	}
	switch {
	case c.kind.IsDir():
		kept, err := w.dir(next)
		w.free = append(w.free, next)
		return kept, err
	case !included:
		w.leave(e.path, ruleNotIncluded)
		return false, nil
	case !c.kind.IsRegular():
		d := finding("files/unreadable", e.path, fmt.Sprintf("%q is %s; only regular files can be published", e.path, describe(c.kind)))
		return true, w.refuse(&d, included, e.matters)
	}
	w.kept.add(e)
	return true, nil
}

// newFolder returns a folder, that of a directory which the walk has left if there is one.
func (w *walker) newFolder() *folder {
	last := len(w.free) - 1
	if last < 0 {
		return new(folder)
	}
	f := w.free[last]
	w.free = w.free[:last]
	return f
}

// follow resolves the link at e and puts into e and next where it leads. The real path of
// one that leads nowhere stays its own.
func (w *walker) follow(d, next *folder, e *entry) (fs.FileMode, error) {
	real, kind, target, err := w.links.resolve(path.Join(d.real, path.Base(e.path)))
	e.link = target
	if err != nil {
		return 0, err
	}
	e.real, e.through = real, e.path
	if vcs := inVersionControl(e.real); vcs != "" {
		return 0, linkError(fmt.Sprintf("inside %q, which is never published; copy the target out of it", vcs))
	}
	if !kind.IsDir() {
		return kind, nil
	}
	for f := d; f != nil; f = f.parent {
		if Within(f.real, e.real) {
			return 0, errAncestor
		}
	}
	next.real = e.real
	next.link = linkFinding(e, linkError(fmt.Sprintf("but links to directories lead to more than %d entries in this tree; delete the link or exclude it", maxLinked)))
	return kind, nil
}

// badLink reports a link that cannot be followed; other errors are returned.
func (w *walker) badLink(e *entry, included bool, err error) error {
	var reason linkError
	if err == errOutside && w.guessed {
		err = w.beyondGuess(e, included)
	}
	switch {
	case err == nil:
		return nil
	case err == errDangling && included && e.matters:
		w.dangling = append(w.dangling, *e)
		return nil
	case errors.As(err, &reason):
		return w.refuse(linkFinding(e, reason), included, e.matters)
	case errors.Is(err, fs.ErrPermission):
		d := finding("files/unreadable", e.path, fmt.Sprintf("%q links to %q, which may not be read", e.path, e.link))
		return w.refuse(&d, included, e.matters)
	}
	return err
}

// refuse leaves out what a finding says cannot be taken in. The finding is made only
// if the configuration includes it and it matters. It returns nil.
func (w *walker) refuse(d *diag.Diagnostic, included, matters bool) error {
	switch {
	case !included:
		w.leave(d.File, ruleNotIncluded)
	case matters:
		w.found = append(w.found, *d)
	}
	return nil
}

func linkFinding(e *entry, reason linkError) *diag.Diagnostic {
	d := finding("files/link", e.path, fmt.Sprintf("%q links to %q, %s", e.path, e.link, reason))
	return &d
}

// unreadable reports a directory that may not be read. Any other failure, and any of
// the root's, is an error.
func (w *walker) unreadable(d *folder, err error) error {
	if d.parent == nil || !errors.Is(err, fs.ErrPermission) {
		return err
	}
	w.found = append(w.found, finding("files/unreadable", d.path,
		fmt.Sprintf("the directory %q may not be read; change its permissions or exclude it", d.path)))
	return nil
}

func (w *walker) leave(file, rule string) {
	w.leftOut = append(w.leftOut, LeftOut{file, rule, w.ignore.isConfigured(rule)})
}

// finding returns a finding about a whole file. Everything that Load finds is an
// error unless lint is told otherwise.
func finding(rule, file, message string) diag.Diagnostic {
	return diag.Diagnostic{Rule: rule, Severity: diag.Error, File: file, Message: message}
}

func describe(kind fs.FileMode) string {
	switch {
	case kind&fs.ModeNamedPipe != 0:
		return "a named pipe"
	case kind&fs.ModeSocket != 0:
		return "a socket"
	case kind&fs.ModeDevice != 0:
		return "a device"
	}
	return "a special file"
}

// tooDeep reports whether a path is over the limits of the walk.
func tooDeep(file string) bool {
	return len(file) > maxPath || strings.Count(file, "/") >= maxDepth
}
