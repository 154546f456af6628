package lint

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func filesLinkAsText() *Rule {
	return &Rule{
		ID:       "files/link-as-text",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "A file's whole content is the path of another file: a symbolic link checked out as text.",
			Why:     "Git writes links so where links are off, as on Windows by default. Readers get the path instead of the file.",
			Bad:     "-- other/SKILL.md --\n...\n# Other\n-- x/SKILL.md --\n../other/SKILL.md",
			Good:    "-- other/SKILL.md --\n...\n# Other\n-- x/SKILL.md --\n...\n# X",
			Cites:   []string{"A20"},
		},
		File: checkLinkAsText,
	}
}

const longestLink = 4096 // bytes of a path on common systems

func checkLinkAsText(p *Pass, f *skill.File) {
	content := p.content(f)
	if len(content) == 0 || len(content) > longestLink || f.Mode.Link != "" {
		return
	}
	if path.Base(f.Path) == protocol.ManifestName {
		content = bytes.TrimRight(content, "\r\n")
	}
	if bytes.IndexByte(content, '\n') >= 0 { // as in nearly all files
		return
	}
	text := string(content)
	if strings.ContainsAny(text, "\r\t:*?\"<>|") || path.IsAbs(text) {
		return
	}
	target := path.Join(path.Dir(f.Path), text)
	if !isLinkTarget(p, f, text, target) {
		return
	}
	p.At(f, diag.Span{End: len(bytes.TrimRight(content, "\r\n"))}, fmt.Sprintf(
		"the whole file is the path %q, a symbolic link checked out as text; check it out with links on "+
			"(git config core.symlinks true) or put a copy here", text))
}

// isLinkTarget reports whether text, which leads to target, was a link's: a file of
// the tree, a directory reached by "..", or for a SKILL.md any path at all.
func isLinkTarget(p *Pass, f *skill.File, text, target string) bool {
	if path.Base(f.Path) == protocol.ManifestName && !strings.Contains(text, " ") {
		return strings.Contains(text, "/") || strings.HasSuffix(text, ".md")
	}
	isDir := strings.HasPrefix(text, "../") && hasDir(p.Tree, target)
	return target != f.Path && (isDir || p.Tree.File(target) != nil)
}
