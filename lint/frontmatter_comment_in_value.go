package lint

import (
	"fmt"
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
		comment := source(s.Manifest, v.value.Comment)
		if _, plain := plainText(v.value); !plain || comment == "" {
			continue
		}
		if tight := isTight(comment); tight || v.top.Key == descriptionKey {
			reportComment(p, s.Manifest, v, comment, tight)
		}
	}
}

// isTight reports whether a comment looks like a word: no blank after its "#".
func isTight(comment string) bool {
	text := strings.TrimPrefix(comment, "#")
	return text != "" && !strings.ContainsAny(text[:1], " \t#!")
}

func reportComment(p *Pass, file *skill.File, v placed, comment string, tight bool) {
	d := diag.Diagnostic{File: file.Path, Span: v.value.Comment}
	kept, _ := plainText(v.value)
	d.Message = fmt.Sprintf("text after \" #\" is a comment: the value is %s without %s; quote the whole value to keep it",
		quoted(kept), quoted(comment))
	whole := diag.Span{Start: v.value.Span.Start, End: v.value.Comment.End}
	if kept == "" {
		d.Message = fmt.Sprintf("%s is a comment and leaves the value empty; quote it to make it the value", quoted(comment))
		whole = v.value.Comment
	}
	if tight {
		d.Fix = quoteFix(file, whole)
	}
	p.Report(d)
}
