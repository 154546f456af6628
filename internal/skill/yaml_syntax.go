package skill

import "skillpack/internal/diag"

func (m *manifest) reportSyntax(block diag.Span, err error) {
	m.report("frontmatter/yaml", block, "%v", err)
}
