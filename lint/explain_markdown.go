package lint

import (
	"bufio"
	"fmt"
	"strings"
)

// Markdown returns all there is to say of a rule, as markdown that stands by itself.
func Markdown(r *Rule) string {
	var text strings.Builder
	b := bufio.NewWriter(&text)
	fmt.Fprintf(b, "%s\n\n%s\n", markdownText(r.Doc.Summary), markdownText(r.Doc.Why))
	writeExample(b, "Reported", r.Doc.Bad)
	writeExample(b, "Right", r.Doc.Good)
	fmt.Fprintf(b, "\n```text\n%s```\n", silencing(r))
	b.Flush() // a strings.Builder takes all
	return text.String()
}

func writeExample(b *bufio.Writer, title, example string) {
	fence := "```"
	for strings.Contains(example, fence) {
		fence += "`"
	}
	fmt.Fprintf(b, "\n%s:\n\n%stext\n%s\n%s\n", title, fence, strings.TrimSuffix(example, "\n"), fence)
}

// markdownText writes plain text so that markdown shows it as it is.
func markdownText(s string) string {
	return strings.NewReplacer(`\`, `\\`, "*", `\*`, "_", `\_`, "<", `\<`, "`", "\\`", "[", `\[`, "]", `\]`).Replace(s)
}
