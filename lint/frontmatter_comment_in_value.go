package lint

import (
	"fmt"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterCommentInValue() *Rule {
	return &Rule{
		ID:       "frontmatter/comment-in-value",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A plain value is cut short by \" #\", which starts a comment.",
			Why: "Text after a blank and \"#\" is a comment to YAML, so channel names, issue numbers and colours get lost unseen. " +
				"In description every such comment is reported, elsewhere only one with no blank after the \"#\".",
			Bad:   "description: Post to #ops daily",
			Good:  "description: \"Post to #ops daily\"",
			Cites: []string{"Y22"},
		},
		Skill: checkComments,
	}
}

func checkComments(p *Pass, s *skill.Skill) {
	for v := range valuesOf(s.Front) {
		span := commentOf(s.Manifest, v.value)
		comment := source(s.Manifest, span)
		if _, plain := plainText(v.value); !plain || comment == "" || isSilencer(s.Front, span) {
			continue
		}
		if isTight(comment) || v.top.Key == descriptionKey {
			reportComment(p, s.Manifest, v, span, comment)
		}
	}
}

// isSilencer reports whether a comment of a frontmatter is one that silences rules.
func isSilencer(f *skill.Frontmatter, comment diag.Span) bool {
	return slices.ContainsFunc(f.Silencers, func(s skill.Silencer) bool { return s.Comment.Start == comment.Start })
}

// commentOf returns the comment on the last line of a value, also where it has left
// nothing of the value.
func commentOf(file *skill.File, v *skill.Value) diag.Span {
	if v.Kind != skill.Null || v.Raw != "" {
		return v.Comment
	}
	line, _, _ := strings.Cut(source(file, diag.Span{Start: v.Span.End, End: len(file.Content())}), "\n")
	text := strings.TrimLeft(line, " \t")
	if !strings.HasPrefix(text, "#") {
		return diag.Span{}
	}
	end := v.Span.End + len(strings.TrimRight(line, " \t\r"))
	return diag.Span{Start: v.Span.End + len(line) - len(text), End: end}
}

// isTight reports whether a comment looks like a word: no blank after its "#".
func isTight(comment string) bool {
	text := strings.TrimPrefix(comment, "#")
	return text != "" && !strings.ContainsAny(text[:1], " \t#!")
}

func reportComment(p *Pass, file *skill.File, v placed, span diag.Span, comment string) {
	kept, _ := plainText(v.value)
	d := diag.Diagnostic{File: file.Path, Span: span, Message: fmt.Sprintf(
		"text after \" #\" is a comment: the value is %s without %s; quote the whole value to keep it", quoted(kept), quoted(comment))}
	whole := diag.Span{Start: v.value.Span.Start, End: span.End}
	if kept == "" {
		d.Message = fmt.Sprintf("%s is a comment and leaves the value empty; quote it to make it the value", quoted(comment))
		whole = span
	}
	if isTight(comment) {
		d.Fix = quoteFix(file, whole)
	}
	if d.Fix != nil {
		d.Fix.Unsafe = v.top.Key != descriptionKey || strings.Contains(comment, " # ") // it, or its end, may be a comment
	}
	p.Report(d)
}
