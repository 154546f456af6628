package skill

import (
	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

// Markdown is what the checks need of a markdown file: where it points and where
// it can be pointed at. Spans are byte ranges of the file.
type Markdown struct {
	Links   []Link   // in the order of their place
	Anchors []string // every fragment the file answers to, by GitHub's slug rules, duplicates numbered, and HTML ids
	Codes   []Code   // code spans outside links, in the order of their place
	// Prose is the text outside links, code and HTML that holds a slash, which every path
	// has, in the order of its place. A span ends where its line ends, at the latest.
	Prose []diag.Span
	// Comments are the HTML comments, in the order of their place.
	Comments  []Comment
	Silencers []Silencer // those comments that are silencers
}

// Comment is an HTML comment. One that is never closed ends with the file.
type Comment struct {
	Text string    // between the marks, without the markers of the quotes it stands in
	Span diag.Span // the marks included
	// Block is the block that the comment speaks of, without the blanks behind it. For a
	// comment between blocks it is the next block that is no comment: one paragraph, one
	// heading without its section, a whole list, table, quote or code block, or the rest
	// of the HTML block that holds the comment. Between two items of a list, without blank
	// lines, it is the next item. For a comment in a text it is that
	// paragraph, heading or row of a table. Behind the last block it is empty.
	Block diag.Span
}

// LinkKind says how a link is written.
type LinkKind uint8

// The kinds of link.
const (
	InlineLink LinkKind = iota
	ImageLink
	ReferenceLink // [text][label] or [label]; Span is the destination in the definition
	AutoLink
	HTMLLink // href or src of an HTML tag
)

// Link is a link or image. Dest is the destination as a renderer resolves it, with
// markdown escapes and entities undone and percent-escapes kept.
type Link struct {
	Kind LinkKind
	Dest string
	Span diag.Span // the destination as written
}

// Code is a code span, or a word of one in a fenced block, that could name a file.
type Code struct {
	Text string
	Span diag.Span
}

// IsMarkdown reports whether Markdown returns anything, without parsing the file. It reads it if
// nobody did.
func (f *File) IsMarkdown() bool {
	return isMarkdown(f.Path) && f.Size <= protocol.MaxBytes && f.IsText()
}
