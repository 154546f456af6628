package lint

import (
	"fmt"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterAllowedTools() *Rule {
	return &Rule{
		ID:       "frontmatter/allowed-tools",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "allowed-tools is not one text with blanks between the tools.",
			Why: "The format defines one text, tools separated by blanks. Hosts that follow it take a list for nothing and a comma for " +
				"a part of a tool's name. Blanks and commas inside parentheses belong to the tool.",
			Bad:   "allowed-tools: Read, Bash(git add:*)",
			Good:  "allowed-tools: Read Bash(git add:*)",
			Cites: []string{"F5", "N51"},
		},
		Skill: checkAllowedTools,
	}
}

func checkAllowedTools(p *Pass, s *skill.Skill) {
	field := s.Front.Get(allowedToolsKey)
	if field == nil {
		return
	}
	switch v := field.Value; v.Kind {
	case skill.String:
		if len(outerCommas(v.Text)) > 0 {
			p.Report(diag.Diagnostic{
				File: s.Manifest.Path, Span: v.Span, Fix: commaFix(s.Manifest, v),
				Message: fmt.Sprintf("%q has commas between tools, expected blanks; remove the commas", allowedToolsKey),
			})
		}
	case skill.List:
		p.Report(diag.Diagnostic{
			File: s.Manifest.Path, Span: v.Span, Fix: toolListFix(s.Manifest, field),
			Message: fmt.Sprintf("%q is a list, expected one text with blanks between the tools", allowedToolsKey) + inOneLine(v),
		})
	default:
		reportNotText(p, s, field)
	}
}

// outerCommas returns the places of the commas outside parentheses.
func outerCommas(s string) []int {
	var at []int
	depth := 0
	for i, c := range []byte(s) {
		switch {
		case c == '(':
			depth++
		case c == ')':
			depth = max(depth-1, 0)
		case c == ',' && depth == 0:
			at = append(at, i)
		}
	}
	return at
}

// commaFix replaces each outer comma, with the blanks around it, by one blank, or by
// nothing where the line or the value ends.
func commaFix(file *skill.File, v *skill.Value) *diag.Fix {
	written := source(file, v.Span)
	fix := &diag.Fix{Title: "separate the tools by blanks"}
	from := 0
	for _, at := range outerCommas(written) {
		start := max(from, len(strings.TrimRight(written[:at], " \t")))
		rest := strings.TrimLeft(written[at+1:], " \t")
		edit := diag.Edit{Span: diag.Span{Start: v.Span.Start + start, End: v.Span.End - len(rest)}}
		if rest != "" && !strings.ContainsAny(rest[:1], "\r\n,\"'") {
			edit.New = " "
		}
		fix.Edits = append(fix.Edits, edit)
		from = len(written) - len(rest)
	}
	return fix
}

// toolListFix rewrites a list as one text behind its key.
func toolListFix(file *skill.File, field *skill.Field) *diag.Fix {
	text, ok := joinTools(field.Value)
	span := field.Value.Span
	if !strings.HasPrefix(source(file, span), "[") {
		span.Start = field.Span.End + len(":")
		text = " " + text
	}
	if !ok || strings.Contains(source(file, span), "#") {
		return nil // a comment would get lost
	}
	return &diag.Fix{Title: "write the tools as one text", Edits: []diag.Edit{{Span: span, New: text}}}
}

func inOneLine(v *skill.Value) string {
	if text, ok := joinTools(v); ok {
		return fmt.Sprintf("; write %s: %s", allowedToolsKey, text)
	}
	return ""
}

// joinTools returns the tools of a list as one quoted text; ok is false where some
// item is no single tool.
func joinTools(v *skill.Value) (text string, ok bool) {
	tools := make([]string, 0, len(v.Items))
	for _, item := range v.Items {
		if item.Kind != skill.String || item.Text == "" || strings.ContainsAny(item.Text, "\"\\\n\r\t") || hasOuterBlank(item.Text) {
			return "", false
		}
		tools = append(tools, item.Text)
	}
	return `"` + strings.Join(tools, " ") + `"`, len(tools) > 0
}

// hasOuterBlank reports whether a tool has a blank or comma outside parentheses.
func hasOuterBlank(tool string) bool {
	return len(outerCommas(strings.ReplaceAll(tool, " ", ","))) > 0
}
