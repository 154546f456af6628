package markup

// Markdown renders a document without its frontmatter.
func Markdown(src []byte, o MarkdownOptions) Document { return Document{} }

// Anchor returns the fragment of a rendered document that the fragment of a source leads to: "x" gives "doc-x".
func Anchor(fragment string) string { return "doc-" + fragment }
