package lint

import (
	"path"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// linkFault is what is wrong with a link. A link has one at most, so that each is
// reported once, by the rule of its fault.
type linkFault uint8

const (
	linkFine         linkFault = iota
	linkMissing                // nothing has that name
	linkRenamed                // something has it on disk, and another name once published
	linkCase                   // something has it in another case or Unicode form
	linkAnchor                 // the file is there, the heading is not
	linkOutside                // it leads out of the skill
	linkAbsolute               // it is a path of one machine
	linkRootRelative           // it resolves only from the skill's own directory
)

// judged is a link with its fault.
type judged struct {
	file   *skill.File
	link   skill.Link
	dest   dest
	owner  *skill.Skill // the innermost skill that holds file
	target string       // path that the link leads to, or the one it should
	fault  linkFault
}

// judgeLinks returns the links of a markdown file, but those of templates and samples that
// are for another place.
func (x *linkIndex) judgeLinks(owner *skill.Skill, f *skill.File, m *skill.Markdown) []judged {
	var out []judged
	template := isTemplate(owner, f) || isSample(owner, f)
	for _, l := range m.Links {
		j := x.judge(f, owner, l)
		if (template || hasSampleText(f, l)) && x.isForCopy(j) {
			continue
		}
		out = append(out, j)
	}
	return out
}

// isTemplate reports whether a file is there to be copied and filled in: it stands in
// a directory for templates, or calls itself one.
func isTemplate(s *skill.Skill, f *skill.File) bool {
	below := strings.ToLower(strings.TrimPrefix(f.Path, s.Dir+"/"))
	dirs := strings.Split(path.Dir(below), "/")
	stem := strings.TrimSuffix(path.Base(below), path.Ext(below))
	return slices.Contains(dirs, "templates") || slices.Contains(dirs, "template") || strings.HasSuffix(stem, "template")
}

// isSample reports whether a file shows what others are like: it stands in a directory
// for what comes out or goes in, or in one for examples, of which it is not the overview.
func isSample(s *skill.Skill, f *skill.File) bool {
	below := strings.ToLower(strings.TrimPrefix(f.Path, s.Dir+"/"))
	dirs := strings.Split(path.Dir(below), "/")
	for _, dir := range dirs {
		switch strings.ReplaceAll(dir, "-", "_") {
		case "expected", "expected_output", "expected_outputs", "sample_output", "sample_outputs", "example_output", "example_outputs",
			"fixtures", "testdata", "test_data", "golden", "snapshots":
			return true
		case "example", "examples", "sample", "samples":
			return !isCommonName(path.Base(below))
		}
	}
	return false
}

// hasSampleText reports whether the text of a link is that of a lesson in markdown, such
// as "[link text](file.md)".
func hasSampleText(f *skill.File, l skill.Link) bool {
	const longest = 20 // bytes
	before := source(f, diag.Span{Start: max(0, l.Span.Start-longest), End: l.Span.Start})
	i := strings.LastIndexByte(before, '[')
	label, ok := strings.CutSuffix(before[i+1:], "](")
	return i >= 0 && ok && slices.Contains([]string{
		"text", "link", "link text", "display text", "anchor text", "alt", "alt text", "label", "title", "caption", "name", "description", "url", "image",
	}, strings.ToLower(label))
}

// isForCopy reports whether a link of a template or sample leads to nothing that this
// tree has, so that it is one for the place to which the template is copied.
func (x *linkIndex) isForCopy(j judged) bool {
	switch j.fault {
	case linkAnchor:
		return nearAnchor(j.dest.fragment, x.tree.File(j.target)) == ""
	case linkMissing:
		near := x.near(j.owner, j.target)
		return j.dest.form == destRelative && !x.exists(j.target) && (near == "" || near == j.file.Path)
	case linkOutside:
		return !x.exists(j.target)
	}
	return false
}

// judge resolves a link as a renderer does, against the directory of its file.
func (x *linkIndex) judge(f *skill.File, owner *skill.Skill, l skill.Link) judged {
	j := judged{file: f, link: l, owner: owner, dest: parseDest(l.Dest, x.tree.Scheme)}
	switch j.dest.form {
	case destURI:
		x.judgeURI(&j)
	case destRelative:
		x.judgeRelative(&j)
	case destAbsolute:
		if !isPlaceholder(l.Dest) {
			j.fault = linkAbsolute
		}
	}
	return j
}

func (x *linkIndex) judgeURI(j *judged) {
	_, published, err := protocol.SplitURI(j.dest.path)
	target, ok := x.byPublished(published)
	j.target = target
	switch {
	case err == nil && ok:
		x.judgeAnchor(j)
	case !isPlaceholder(j.dest.path) && !x.mayBeOfAnother(j.owner, published):
		j.fault = linkMissing
	}
}

func (x *linkIndex) judgeRelative(j *judged) {
	d := j.dest
	if d.path == "" {
		j.target = j.file.Path
		x.judgeAnchor(j)
		return
	}
	j.target = path.Join(path.Dir(j.file.Path), d.path)
	switch {
	case !skill.Within(j.target, j.owner.Dir):
		if !isPlaceholder(d.path) && namesFile(d.path) {
			j.fault = linkOutside
		}
	case x.found(j.target, d):
		x.judgeFound(j)
	case isPlaceholder(d.path):
	default:
		x.judgeMissing(j)
	}
}

// found reports whether the path leads to a file, or to a directory.
func (x *linkIndex) found(target string, d dest) bool {
	return !d.folder && x.tree.File(target) != nil || x.isDir(target) || x.tree.BehindLink(target)
}

// judgeFound tells whether the link still leads to its target where directories of
// skills are called by the skills' names.
func (x *linkIndex) judgeFound(j *judged) {
	from := path.Dir(x.tree.Published(j.file.Path))
	if path.Join(from, j.dest.path) != x.tree.Published(j.target) {
		j.fault = linkRenamed
		return
	}
	x.judgeAnchor(j)
}

func (x *linkIndex) judgeAnchor(j *judged) {
	if f := x.tree.File(j.target); f != nil && !x.hasAnchor(f, j.dest) {
		j.fault = linkAnchor
	}
}

func (x *linkIndex) judgeMissing(j *judged) {
	if p, ok := x.folded()[skill.Fold(j.target)]; ok && x.found(p, j.dest) {
		j.fault, j.target = linkCase, p
		return
	}
	if p := path.Join(j.owner.Dir, j.dest.path); skill.Within(p, j.owner.Dir) && x.found(p, j.dest) {
		j.fault, j.target = linkRootRelative, p
		return
	}
	if namesFile(j.dest.path) {
		j.fault = linkMissing
	}
}
