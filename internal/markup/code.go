package markup

import "html/template"

// Listing is a file shown as text.
type Listing struct {
	// HTML is a <pre> with one <span class="line" id="L1"> per line. Numbers are not
	// in the text: a CSS counter makes them.
	HTML  template.HTML
	Lines int  // of the whole file
	Shown int  // lines in HTML
	Cut   bool // HTML lacks lines or ends of lines
}

// Code shows text with highlighting by the name of the file.
func Code(src []byte, fileName string) Listing { return Listing{} }

// Hex shows bytes as offsets, hexadecimal and ASCII, in a <pre>. It shows at most
// MaxHex bytes.
func Hex(head []byte) template.HTML { return "" }

// MaxHex is how many bytes Hex shows.
const MaxHex = 512
