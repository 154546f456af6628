package lint

import (
	"bytes"
	"fmt"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// How long the body of a SKILL.md may be (F8). Both are inclusive.
const (
	maxBodyLines  = 500
	maxBodyTokens = 5000
)

func textLength() *Rule {
	return &Rule{
		ID:       "text/length",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "The body of SKILL.md has more than 500 lines or about 5,000 tokens.",
			Why: "An agent reads the whole body as soon as it uses the skill, and it stays in the context window. What only some " +
				"tasks need costs nothing in files that the body links to. Tokens are estimated from words, digits and signs: on " +
				"English text nine estimates in ten are within 10% of what OpenAI's tokenizers count, and other models count more.",
			Bad:   "-- x/SKILL.md (repeats) --\n...\n# Every option\n- one more option (x500)\n",
			Good:  "-- x/SKILL.md --\n...\n# Options\nFor a rare one see [all options](references/options.md).\n-- x/references/options.md (repeats) --\n# Every option\n- one more option (x500)\n",
			Cites: []string{"F8"},
		},
		Skill: checkLength,
	}
}

func checkLength(p *Pass, s *skill.Skill) {
	if s.Front == nil {
		return // where the body starts is not known
	}
	body := bytes.TrimRight(s.Manifest.Content()[s.Body.Start:s.Body.End], " \t\r\n")
	lines := bytes.Count(body, []byte("\n")) + 1
	tokens := 0
	if len(body) > maxBodyTokens { // no token is shorter than a byte
		tokens = (protocol.EstimateTokens(body) + 50) / 100 * 100 // as exact as it is
	}
	var over []string
	crossed := lines // the first line over a limit, counted from 0
	if lines > maxBodyLines {
		over, crossed = append(over, fmt.Sprintf("%d lines", lines)), maxBodyLines
	}
	if tokens > maxBodyTokens {
		over = append(over, fmt.Sprintf("about %d tokens (estimated from words, digits and signs)", tokens))
		crossed = min(crossed, bytes.Count(body[:protocol.TokensEnd(body, maxBodyTokens)], []byte("\n")))
	}
	if len(over) == 0 {
		return
	}
	start, end := lineSpan(body, crossed)
	span := diag.Span{Start: s.Body.Start + start, End: s.Body.Start + end}
	p.At(s.Manifest, span, fmt.Sprintf(
		"the body has %s, and an agent reads all of it; at most %d lines and about %d tokens are recommended, move what only some tasks need into files below references/ and link to them",
		strings.Join(over, " and "), maxBodyLines, maxBodyTokens))
}

// lineSpan returns where a line begins, and the offset behind its last character. Lines are
// counted from 0.
func lineSpan(text []byte, line int) (start, end int) {
	for range line {
		start += bytes.IndexByte(text[start:], '\n') + 1
	}
	return start, lineEnd(text, start)
}
