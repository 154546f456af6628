package lint

import (
	"fmt"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterReservedMetadata() *Rule {
	return &Rule{
		ID:       "frontmatter/reserved-metadata",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A metadata key starts with \"io.modelcontextprotocol/\".",
			Why:     "The protocol reserves these keys and has defined none of them, so a later revision may give yours another meaning.",
			Bad:     "metadata:\n  io.modelcontextprotocol/team: billing",
			Good:    "metadata:\n  com.example/team: billing",
			Cites:   []string{"F7"},
		},
		Skill: checkReservedMetadata,
	}
}

const reservedPrefix = "io.modelcontextprotocol/"

func checkReservedMetadata(p *Pass, s *skill.Skill) {
	metadata := s.Front.Get(metadataKey)
	if metadata == nil {
		return
	}
	for _, field := range metadata.Value.Fields {
		if strings.HasPrefix(field.Key, reservedPrefix) {
			p.At(s.Manifest, field.Span, fmt.Sprintf(
				"metadata key %s starts with %q, which the protocol reserves; use a prefix of your own, such as \"com.example/\"",
				quoted(field.Key), reservedPrefix))
		}
	}
}
