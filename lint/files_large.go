package lint

import (
	"fmt"
	"path"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func filesLarge() *Rule {
	return &Rule{
		ID:       "files/large",
		Severity: diag.Note,
		Doc: Doc{
			Summary: "A file has more than 1 MiB.",
			Why: "A host gets a file whole, in one JSON message, and what is no text as base64, which adds a third. " +
				"Hosts and proxies that limit a message refuse it, and every catalog of the tree carries it.",
			Bad:   "-- x/SKILL.md --\n...\nUse `assets/tour.mp4`.\n-- x/assets/tour.mp4 (1048577 bytes) --",
			Good:  "-- x/SKILL.md --\n...\nUse `assets/tour.mp4`.\n-- x/assets/tour.mp4 (1048576 bytes) --",
			Cites: []string{"E5", "D72"},
		},
		File: checkLarge,
	}
}

func checkLarge(p *Pass, f *skill.File) {
	const most = 1 << 20
	if f.Size <= most || path.Base(f.Path) == protocol.ManifestName {
		return // of SKILL.md other rules tell
	}
	travels := "as text"
	if !f.IsText() {
		travels = fmt.Sprintf("as %s of base64", mebibytes((f.Size+2)/3*4))
	}
	p.At(f, diag.Span{}, fmt.Sprintf(
		"%q has %s, and a host gets it in one message, %s; make it smaller, or say in the text where to fetch it",
		f.Path, mebibytes(f.Size), travels))
}

func mebibytes(n int64) string { return fmt.Sprintf("%.1f MiB", float64(n)/(1<<20)) }
