package lint

import (
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func filesLimit() *Rule {
	return &Rule{
		ID:       "files/limit",
		Severity: diag.Error, Required: true,
		Doc: Doc{
			Summary: "A skill has more files or bytes than every host must accept.",
			Why:     "Hosts may refuse a skill of more than 512 files or 16 MiB, so a larger one cannot be relied on.",
			Bad:     "-- x/SKILL.md --\n...\nRun `python3 predict.py model.bin`.\n-- x/model.bin (16777217 bytes) --",
			Good:    "-- x/SKILL.md --\n...\nFetch model.bin as [the instructions](fetch.md) say, then run `python3 predict.py model.bin`.\n-- x/fetch.md --\nHow to fetch it.",
			Cites:   []string{"E5", "D72"},
		},
		Skill: checkLimit,
	}
}

func checkLimit(p *Pass, s *skill.Skill) {
	total := totalSize(s)
	if n := len(s.Files); n > protocol.MaxFiles {
		p.At(s.Manifest, diag.Span{}, fmt.Sprintf(
			"the skill has %d files, hosts must accept only %d; %s", n, protocol.MaxFiles, fullestDirs(s)))
	}
	if total > protocol.MaxBytes {
		p.At(s.Manifest, diag.Span{}, fmt.Sprintf(
			"the skill has %d bytes, hosts must accept only %d; the largest files are %s", total, protocol.MaxBytes, largestFiles(s)))
	}
}

const offendersShown = 3

func largestFiles(s *skill.Skill) string {
	files := slices.SortedStableFunc(slices.Values(s.Files), func(a, b *skill.File) int { return cmp.Compare(b.Size, a.Size) })
	var names []string
	for _, f := range files[:min(offendersShown, len(files))] {
		names = append(names, fmt.Sprintf("%q (%d bytes)", f.Path, f.Size))
	}
	return strings.Join(names, ", ")
}

// fullestDirs names the directories that hold the most files directly.
func fullestDirs(s *skill.Skill) string {
	counts := map[string]int{}
	for _, f := range s.Files {
		counts[path.Dir(f.Path)]++
	}
	type row struct {
		dir string
		n   int
	}
	var rows []row
	for dir, n := range counts {
		rows = append(rows, row{dir, n})
	}
	slices.SortFunc(rows, func(a, b row) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.dir, b.dir)) })
	var names []string
	for _, r := range rows[:min(offendersShown, len(rows))] {
		names = append(names, fmt.Sprintf("%q (%d files)", r.dir, r.n))
	}
	return "the fullest directories are " + strings.Join(names, ", ")
}
