package lint

import (
	"fmt"
	"path"
	"slices"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func nameDirectory() *Rule {
	return &Rule{
		ID:       "name/directory",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "The name differs from the directory's name.",
			Why: "The format asks for equal names, and hosts on disk find a skill by its directory. A root that is itself a skill is " +
				"free in the name of its directory. Where the rule is lowered, the skill is published under its name.",
			Bad:   "-- cache/SKILL.md --\n---\nname: acme-cache\ndescription: Clears the cache.\n---",
			Good:  "-- acme-cache/SKILL.md --\n---\nname: acme-cache\ndescription: Clears the cache.\n---",
			Cites: []string{"F3", "M2", "N56"},
		},
		Skill: checkNameDirectory,
	}
}

func checkNameDirectory(p *Pass, s *skill.Skill) {
	field, name, ok := nameField(s)
	dir := baseOf(s)
	if !ok || dir == "" || name == dir {
		return
	}
	if len(protocol.NameFaults(name)) > 0 && protocol.PlainName(name) == dir {
		return // name/format asks for the directory's name already
	}
	if linkedName(s) == name {
		reportLinkedName(p, s, field, name)
		return
	}
	d := diag.Diagnostic{
		File: s.Manifest.Path, Span: field.Value.Span,
		Message: fmt.Sprintf("the name %s differs from its directory %s; %s",
			quoted(name), quoted(dir), bothWays(name, dir, func(name string) bool { return isBeside(p.Tree, s, name) })),
	}
	d.Fix, d.OtherFix = directoryFixes(p.Tree, s, field, name)
	p.Report(d)
}

// linkedName returns the name of the directory in which a SKILL.md is that is reached
// by a symbolic link, "" for no link.
func linkedName(s *skill.Skill) string {
	if s.Manifest.Real == s.Manifest.Path {
		return ""
	}
	return path.Base(path.Dir(s.Manifest.Real))
}

// reportLinkedName reports a name that is right where the linked file is, so that to
// write another would only move the fault there.
func reportLinkedName(p *Pass, s *skill.Skill, field *skill.Field, name string) {
	d := diag.Diagnostic{File: s.Manifest.Path, Span: field.Value.Span}
	advice := fmt.Sprintf("put the link into a directory %q elsewhere, or a copy of the file in its place", name)
	if !isBeside(p.Tree, s, name) {
		advice = fmt.Sprintf("rename the directory to %q", name)
		d.Fix = renameFix(s, name)
	}
	d.Message = fmt.Sprintf("the name %s differs from its directory %s, but not from that of the linked file, %q; %s",
		quoted(name), quoted(baseOf(s)), path.Dir(s.Manifest.Real), advice)
	p.Report(d)
}

// directoryFixes returns the ways in which the name and the directory become one (N56).
// To write the name comes first: it is an edit of one line, and every path and link
// stays right. Where only one way gives a name that passes, it is the first.
func directoryFixes(t *skill.Tree, s *skill.Skill, field *skill.Field, name string) (fix, other *diag.Fix) {
	dir := baseOf(s)
	if len(protocol.NameFaults(name)) == 0 && !isBeside(t, s, name) {
		fix = renameFix(s, name)
	}
	if len(protocol.NameFaults(dir)) == 0 {
		return writeNameFix(field, dir), fix
	}
	if plain := plainOfBoth(name, dir, func(name string) bool { return isBeside(t, s, name) }); fix == nil && plain != "" {
		fix = callBothFix(s, field, plain)
	}
	return fix, nil
}

// callBothFix writes another name and gives it to the directory too.
func callBothFix(s *skill.Skill, field *skill.Field, name string) *diag.Fix {
	fix := writeNameFix(field, name)
	if s.Dir != "." && name != baseOf(s) {
		fix.Title, fix.Rename = "call the skill and its directory "+name, renameTo(s, name)
	}
	return fix
}

func renameFix(s *skill.Skill, name string) *diag.Fix {
	return &diag.Fix{Title: "rename the directory to " + name, Rename: renameTo(s, name), Unsafe: true}
}

func renameTo(s *skill.Skill, name string) *diag.Rename {
	return &diag.Rename{From: s.Dir, To: path.Join(path.Dir(s.Dir), name)}
}

// isBeside reports whether another directory of this name stands beside a skill's.
func isBeside(t *skill.Tree, s *skill.Skill, name string) bool {
	if s.Dir == "." || name == baseOf(s) {
		return false
	}
	_, found := slices.BinarySearch(t.Dirs, path.Join(path.Dir(s.Dir), name))
	return found
}

// bothWays says how a name and its directory become one: each way that gives a name
// which passes and which no other directory has.
func bothWays(name, dir string, taken func(string) bool) string {
	nameOK, dirOK := len(protocol.NameFaults(name)) == 0 && !taken(name), len(protocol.NameFaults(dir)) == 0
	rename, write := fmt.Sprintf("rename the directory to %q", name), "write "+nameLine(dir)
	switch {
	case nameOK && dirOK:
		return rename + " or " + write
	case nameOK:
		return rename
	case dirOK:
		return write
	}
	if plain := plainOfBoth(name, dir, taken); plain != "" {
		return fmt.Sprintf("call both %q", plain)
	}
	return "call both by one name of a-z, 0-9 and \"-\""
}

// plainOfBoth returns a name that passes and is near one of two that do not, "" for none.
func plainOfBoth(name, dir string, taken func(string) bool) string {
	for _, plain := range []string{protocol.PlainName(name), protocol.PlainName(dir)} {
		if plain != "" && !taken(plain) {
			return plain
		}
	}
	return ""
}
