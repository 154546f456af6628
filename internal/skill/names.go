package skill

import (
	"fmt"
	"path"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/cases"
	"golang.org/x/text/unicode/norm"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

// nameProblem returns the finding for a path that cannot be published, or nil. The
// path's directory is known to be good.
func nameProblem(file string) *diag.Diagnostic {
	name := path.Base(file)
	if len(file) < maxDepth && isPlain(name) {
		return nil // as almost always
	}
	rule, problem := "files/name", ""
	switch {
	case !utf8.ValidString(name):
		problem = fmt.Sprintf("the name %q is not UTF-8; rename the file", name)
	case !protocol.ValidPath(name):
		problem = fmt.Sprintf("the name %q holds a backslash or NUL, which cannot stand in a URI; rename the file", name)
	case tooDeep(file):
		rule = "files/unreadable"
		problem = fmt.Sprintf("the path is not read, since it has more than %d segments or %d bytes", maxDepth, maxPath)
	default:
		return nil
	}
	d := finding(rule, file, problem)
	return &d
}

// isPlain reports whether a name begins with a letter or digit of ASCII and has nothing but
// these, "-", "_" and "." in it.
func isPlain(name string) bool {
	for i := range len(name) {
		switch c := name[i]; {
		case 'a' <= c && c <= 'z', 'A' <= c && c <= 'Z', '0' <= c && c <= '9':
		case i > 0 && (c == '-' || c == '_' || c == '.'):
		default:
			return false
		}
	}
	return name != ""
}

// collisions returns a finding for each child of a directory that some system or
// client cannot tell from an earlier one: names equal under Unicode NFC and full case
// folding.
func collisions(d *folder, children []child) []diag.Diagnostic {
	if !mayCollide(children) {
		return nil
	}
	var found []diag.Diagnostic
	first := make(map[string]child, len(children))
	for _, c := range children {
		key := Fold(c.name)
		other, taken := first[key]
		if !taken {
			first[key] = c
		} else if c.matters(d) || other.matters(d) {
			found = append(found, collision(d.path, other.name, c.name))
		}
	}
	return found
}

// mayCollide reports whether two names may be equal when they are folded: their sums are.
func mayCollide(children []child) bool {
	if len(children) < 2 {
		return false
	}
	var few [64]uint64
	sums := few[:0]
	for _, c := range children {
		sums = append(sums, foldedSum(c.name))
	}
	slices.Sort(sums)
	for i := range sums {
		if i > 0 && sums[i] == sums[i-1] {
			return true
		}
	}
	return false
}

// foldedSum is the FNV-1a sum of a folded name.
func foldedSum(name string) uint64 {
	if !IsASCII(name) {
		name = Fold(name)
	}
	sum := uint64(14695981039346656037)
	for _, b := range []byte(name) {
		if 'A' <= b && b <= 'Z' {
			b += 'a' - 'A'
		}
		sum = (sum ^ uint64(b)) * 1099511628211
	}
	return sum
}

func collision(dir, other, name string) diag.Diagnostic {
	d := finding("files/collision", path.Join(dir, name), fmt.Sprintf(
		"%+q and %+q differ only in case or Unicode form, so many systems cannot hold both; rename one", other, name))
	d.Related = []diag.Related{{File: path.Join(dir, other), Message: fmt.Sprintf("%+q is here", other)}}
	return d
}

// Fold returns the same text for names, or paths, that differ in case or Unicode form
// only.
func Fold(name string) string {
	if IsASCII(name) {
		return strings.ToLower(name)
	}
	// A caser holds state, so each use has its own.
	return norm.NFC.String(cases.Fold().String(norm.NFD.String(name)))
}

// IsASCII reports whether s holds ASCII alone.
func IsASCII(s string) bool {
	for i := range len(s) {
		if s[i] >= utf8.RuneSelf {
			return false
		}
	}
	return true
}

// misnamed is a file that reads like SKILL.md but is called otherwise.
type misnamed struct {
	path    string
	inSkill bool // it may then be meant as a plain file
}

// manifests notes whether a directory is a skill, and what in it was meant to make it
// one: a directory called SKILL.md, or the name in another case. Names come from the
// listing, so the answer is the same where the disk ignores case.
func (w *walker) manifests(d *folder, here []child) {
	var others []misnamed
	has := false
	for _, c := range here {
		file := d.at(c)
		switch {
		case c.name == protocol.ManifestName:
			has = true
		case !c.kind.IsDir() && strings.EqualFold(c.name, protocol.ManifestName) && w.includes(d, file):
			others = append(others, misnamed{file, d.inSkill})
		}
	}
	if !has {
		w.suspect = append(w.suspect, others...)
	}
	d.inSkill = d.inSkill || has && !(d.parent == nil && w.passesRoot())
}

// misnamedFindings reports the suspects. Inside a skill a file called skill.md is
// often a template or a text about skills, so there it must also name its directory.
func misnamedFindings(suspects []misnamed, files map[string]*File) []diag.Diagnostic {
	var found []diag.Diagnostic
	for _, s := range suspects {
		f := files[s.path]
		if f == nil {
			continue // not read, and reported as such
		}
		dir := path.Dir(s.path)
		if s.inSkill {
			front, _, _ := parseManifest(s.path, f.Content())
			if name, _ := front.Text("name"); name != path.Base(dir) {
				continue
			}
		}
		d := manifestFinding(s.path, fmt.Sprintf(
			"%q makes no skill: the file must be called \"SKILL.md\" in exactly that case; rename it", s.path))
		to := path.Join(dir, protocol.ManifestName)
		d.Fix = &diag.Fix{Title: "rename it to " + protocol.ManifestName, Rename: &diag.Rename{From: s.path, To: to}}
		found = append(found, d)
	}
	return found
}

// manifestFinding returns a finding about what should be the SKILL.md of its
// directory. It concerns that skill only, not an enclosing one.
func manifestFinding(file, message string) diag.Diagnostic {
	d := finding("files/skill-md", file, message)
	d.Skill = path.Dir(file)
	return d
}
