package lint

import (
	"bytes"
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func textLineEndings() *Rule {
	return &Rule{
		ID:       "text/line-endings",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "SKILL.md has CRLF line endings that no .gitattributes rule fixes.",
			Why: "Git may check the file out with other endings on another machine. Its digest then changes, the catalog differs, and " +
				"users' approvals are lost. A rule with eol=lf, eol=crlf or -text in a .gitattributes of the tree, or of the repository around it, settles it.",
			Bad:   "-- release-notes/SKILL.md (escaped) --\n---\\r\nname: release-notes\\r\ndescription: Writes release notes.\\r\n---\\r",
			Good:  "-- .gitattributes --\n*.md text eol=lf\n-- release-notes/SKILL.md --\n---\nname: release-notes\ndescription: Writes release notes.\n---",
			Cites: []string{"E4", "A3"},
		},
		Skill: checkLineEndings,
	}
}

func checkLineEndings(p *Pass, s *skill.Skill) {
	at := bytes.Index(s.Manifest.Content(), []byte("\r\n"))
	if at < 0 || fixedEndings(p.Tree, s.Manifest.Path) {
		return
	}
	p.At(s.Manifest, diag.Span{Start: at, End: at + 2}, fmt.Sprintf(
		"%s has CRLF line endings and no %s fixes them, so its digest can differ between checkouts; add the line \"*.md text eol=lf\" to %s and save the file with LF",
		protocol.ManifestName, gitattributes, gitattributes))
}
