package site

import (
	"fmt"

	"skillpack/internal/protocol"
)

// bar is how much of a limit that every host keeps (E5) a skill takes.
type bar struct {
	Text    string // all that the bar says
	Percent string // from "0" to "100", as SVG takes it
	Near    bool   // as protocol.NearLimit
}

func budget(k *Skill) []bar {
	files, bytes := int64(len(k.Files)), k.Bytes
	return []bar{
		barOf(files, protocol.MaxFiles, formatNumber(files)+" of "+plural(protocol.MaxFiles, "file", "files")),
		barOf(bytes, protocol.MaxBytes, formatSize(bytes)+" of "+formatSize(protocol.MaxBytes)),
	}
}

func barOf(n, most int64, text string) bar {
	b := bar{Percent: percent(n, most), Near: protocol.NearLimit(n, most)}
	b.Text = fmt.Sprintf("%s (%s%%)", text, b.Percent)
	if b.Percent == "0" && n > 0 {
		b.Text = text + " (less than 0.1%)"
	}
	return b
}

// tokens is about how many tokens a part of a skill costs, and when.
type tokens struct {
	Part, When string
	Count      int
}

// tokens estimates the parts of a skill, without the files of nested skills: what every
// request carries, what is read when the skill is chosen, and what may be read then.
func (s *Site) tokens(k *Skill, body []byte) ([]tokens, error) {
	rest := 0
	for _, f := range k.Own() {
		content, ok := s.catalog.Content(f.URI)
		if f.URI == k.URI || !ok || !content.Text() {
			continue
		}
		data, err := content.Bytes()
		if err != nil {
			return nil, err
		}
		rest += protocol.EstimateTokens(data)
	}
	return []tokens{
		{"Name and description", "always, to choose by", rounded(metadataTokens(k))},
		{"Instructions, SKILL.md without its frontmatter", "when the skill is used", rounded(protocol.EstimateTokens(body))},
		{"All other text files", "when the instructions ask for them", rounded(rest)},
	}, nil
}

// rounded leaves of an estimate what it is exact to.
func rounded(n int) int {
	unit := 1
	switch {
	case n >= 1000:
		unit = 100
	case n >= 100:
		unit = 10
	}
	return (n + unit/2) / unit * unit
}
