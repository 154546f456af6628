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
		if f.URI == k.URI {
			continue
		}
		n, err := s.tokensOf(f)
		if err != nil {
			return nil, err
		}
		rest += n
	}
	return []tokens{
		{"Name and description", "always, to choose by", rounded(metadataTokens(k))},
		{"Instructions, SKILL.md without its frontmatter", "when the skill is used", rounded(protocol.EstimateTokens(body))},
		{"All other text files", "when the instructions ask for them", rounded(rest)},
	}, nil
}

// tokensOf returns about how many tokens a file costs, none for what is no text: what was
// noted of it, or else what it finds now.
func (s *Site) tokensOf(f *SkillFile) (int, error) {
	if n := f.tokens.Load(); n != nil {
		return *n, nil
	}
	content, ok := s.catalog.Content(f.URI)
	if !ok || !content.Text() {
		return 0, nil
	}
	data, err := content.Bytes()
	if err != nil {
		return 0, err
	}
	return f.noteTokens(data), nil
}

// noteTokens keeps about how many tokens a file with this text costs.
func (f *SkillFile) noteTokens(text []byte) int {
	n := protocol.EstimateTokens(text)
	f.tokens.Store(&n)
	return n
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
