// Package markup turns untrusted text into fragments of HTML that are safe to put into
// a page: markdown, files with highlighting, heads of binaries.
//
// What the text says never runs, never asks another host for anything and never shadows
// an id of the page: only the elements and attributes that this package writes occur, no
// style, no script, no handler, ids with a prefix alone, and every destination is one of
// those that Markdown documents. Time is linear in the input and memory bounded, whatever
// the input holds. Same input, same bytes.
package markup

import "html/template"

// Target is where a destination leads, as the site decides. The zero Target is no place:
// the text is shown without a link.
type Target struct {
	// Href is the address to write: relative, or one of http, https and mailto. Anything
	// else is shown as text. A fragment that names a heading is made by Anchor.
	Href string
	// Image says that Href is an image that may be shown in the page.
	Image bool
	// Outside says that Href leaves the site.
	Outside bool
	// Missing says that nothing is there: shown as text and marked, Href is not used.
	Missing bool
}

// MarkdownOptions says how Markdown resolves and bounds. The zero MarkdownOptions links
// to http, https, mailto and headings of the document itself alone.
type MarkdownOptions struct {
	// Link resolves a destination as written, with markdown escapes and entities undone and
	// percent-escapes and the fragment kept. It is not asked about http, https and mailto,
	// which always lead outside, nor about fragments of the document itself. It must be
	// quick: it is called for each link.
	Link func(dest string, image bool) Target
	// MaxBytes bounds the HTML, 0 means DefaultMaxBytes. The text behind is left out
	// and Document.Cut is set.
	MaxBytes int
}

// DefaultMaxBytes is the bound on the HTML of one document. A browser takes seconds for a
// megabyte of small elements, such as the cells of a table, or of text in one element.
const DefaultMaxBytes = 1 << 20

// Document is a rendered markdown document.
type Document struct {
	HTML     template.HTML
	Headings []Heading // in order
	Links    []Link    // in order, one for each link and image, also those shown as text
	Cut      bool      // the end is not shown
	Plain    bool      // shown as text, unparsed: there are no Headings and Links
}

// Heading is a heading of a Document, for a table of contents.
type Heading struct {
	Level int    // that of the element in HTML, 2 to 6
	ID    string // of the element, begins with "doc-"
	Text  string // plain
}

// Link is a link or image of a Document.
type Link struct {
	Dest   string // as in MarkdownOptions.Link
	Text   string // plain text of the link, or the description of the image
	Image  bool   // written as an image
	Target Target // what was decided; Href is that of the HTML, "" where it is shown as text
}
