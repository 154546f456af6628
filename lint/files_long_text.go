package lint

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

func filesLongText() *Rule {
	return &Rule{
		ID:       "files/long-text",
		Severity: diag.Note,
		Doc: Doc{
			Summary: "A text besides SKILL.md has more than about 25,000 tokens.",
			Why: "A model reads a text whole or not at all: over MCP a file comes in one answer. Claude Code refuses to read more than " +
				"25,000 tokens at a time, of a file as of an answer; others spend that part of the conversation on it. " +
				"The number is an estimate, good to about a tenth for English.",
			Bad:   "-- x/SKILL.md --\n...\nRead [all of it](reference.md).\n-- x/reference.md (repeats) --\nThis is a long reference of the whole interface. (x2600)",
			Good:  "-- x/SKILL.md --\n...\nRead [what is asked](queries.md) or [what is written](writes.md).\n-- x/queries.md --\nHow to ask.\n-- x/writes.md --\nHow to write.",
			Cites: []string{"F8"},
		},
		File: checkLongText,
	}
}

// mostRead is how many tokens of a file or of an MCP answer Claude Code takes at once by
// default.
const mostRead = 25_000

func checkLongText(p *Pass, f *skill.File) {
	if !isProse(f.Path) || f.Size <= mostRead {
		return // SKILL.md has a rule of its own, and no token is shorter than a byte
	}
	n := (protocol.EstimateTokens(p.content(f)) + 50) / 100 * 100 // as exact as it is
	if n > mostRead {
		p.At(f, diag.Span{}, fmt.Sprintf(
			"%q has about %d tokens, and common hosts read at most %d at a time; split it by subject and link to each part", f.Path, n, mostRead))
	}
}

// isProse reports whether a file is a text to be read, by its path: not SKILL.md, no data
// and no legal text.
func isProse(p string) bool {
	base := path.Base(p)
	return base != protocol.ManifestName && !isLegal(base) && !isBelowData(p) &&
		slices.Contains([]string{".md", ".markdown", ".mdx", ".txt", ".rst", ".adoc"}, strings.ToLower(path.Ext(base)))
}

// isBelowData reports whether a path leads through a directory whose files programs read.
func isBelowData(p string) bool {
	for dir := range strings.SplitSeq(path.Dir(p), "/") {
		switch strings.ToLower(dir) {
		case "data", "dataset", "datasets", "test", "tests", "testdata", "fixtures", "evals", "corpus":
			return true
		}
	}
	return false
}

// isLegal reports whether a file of that name holds a licence or the like, which nobody
// may change.
func isLegal(base string) bool {
	upper := strings.ToUpper(base)
	return slices.ContainsFunc(
		[]string{"LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT", "THIRD_PARTY", "THIRD-PARTY", "THIRDPARTY", "OFL", "PATENTS", "EULA"},
		func(start string) bool { return strings.HasPrefix(upper, start) })
}
