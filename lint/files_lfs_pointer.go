package lint

import (
	"bytes"
	"fmt"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func filesLFSPointer() *Rule {
	return &Rule{
		ID:       "files/lfs-pointer",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "A file is a Git LFS pointer instead of the content it stands for.",
			Why:     "The checkout was made without Git LFS, so the catalog would hold the pointer.",
			Bad:     "version https://git-lfs.github.com/spec/v1 as the first line of logo.png",
			Good:    "git lfs pull before build",
			Cites:   []string{"A20"},
		},
		File: checkLFSPointer,
	}
}

func checkLFSPointer(p *Pass, f *skill.File) {
	const longest = 1024 // bytes of a pointer, by the Git LFS specification
	content := f.Content()
	if len(content) >= longest || !bytes.HasPrefix(content, []byte("version https://git-lfs.github.com/spec/")) ||
		!bytes.Contains(content, []byte("\noid ")) {
		return
	}
	end := bytes.IndexByte(content, '\n')
	p.At(f, diag.Span{End: len(bytes.TrimRight(content[:end], "\r"))}, fmt.Sprintf(
		"%q is a Git LFS pointer, not the file itself; run \"git lfs pull\" and build again", f.Path))
}
