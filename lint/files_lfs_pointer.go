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
			Bad: "-- x/SKILL.md --\n...\nUse [the logo](logo.png).\n-- x/logo.png --\nversion https://git-lfs.github.com/spec/v1\n" +
				"oid sha256:4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345",
			Good:  "-- x/SKILL.md --\n...\nUse [the logo](logo.png).\n-- x/logo.png (12345 bytes) --",
			Cites: []string{"A20"},
		},
		File: checkLFSPointer,
	}
}

func checkLFSPointer(p *Pass, f *skill.File) {
	const longest = 1024 // bytes of a pointer, by the Git LFS specification
	content := p.content(f)
	if len(content) >= longest || !bytes.HasPrefix(content, []byte("version https://git-lfs.github.com/spec/")) ||
		!bytes.Contains(content, []byte("\noid ")) {
		return
	}
	end := bytes.IndexByte(content, '\n')
	p.At(f, diag.Span{End: len(bytes.TrimRight(content[:end], "\r"))}, fmt.Sprintf(
		"%q is a Git LFS pointer, not the file itself; run \"git lfs pull\" and build again", f.Path))
}
