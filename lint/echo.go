package lint

import (
	"slices"

	"skillpack/internal/diag"
)

// withoutEchoes drops findings that only repeat an error, and would send the author
// the wrong way: "no frontmatter" of a file that is not the real one, and "no skill"
// where a misnamed SKILL.md says better why there is none.
func withoutEchoes(found []diag.Diagnostic) []diag.Diagnostic {
	unreal, misnamed := map[string]bool{}, false // unreal by file
	for _, d := range found {
		switch {
		case d.Severity != diag.Error:
		case d.Rule == "files/lfs-pointer" || d.Rule == "files/link-as-text":
			unreal[d.File] = true
		case d.Rule == "files/skill-md":
			misnamed = true
		}
	}
	return slices.DeleteFunc(found, func(d diag.Diagnostic) bool {
		return d.Rule == "frontmatter/missing" && unreal[d.File] || d.Rule == "catalog/empty" && misnamed
	})
}
