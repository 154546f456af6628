package markup

import (
	"fmt"
	"html/template"
)

// MaxHex is how many bytes Hex shows.
const MaxHex = 512

// hexWidth is how many bytes a line of Hex shows.
const hexWidth = 16

// Hex shows bytes as offsets, hexadecimal and ASCII, in a <pre>. It shows at most
// MaxHex bytes. Offsets and ASCII are in <span class="hex-offset"> and "hex-text".
func Hex(head []byte) template.HTML {
	out := []byte(`<pre class="hex" dir="ltr" tabindex="0"><code>`)
	for from := 0; from < min(len(head), MaxHex); from += hexWidth {
		line := head[from:min(from+hexWidth, len(head), MaxHex)]
		out = fmt.Appendf(out, `<span class="hex-offset">%08x</span> `, from)
		for i := range hexWidth {
			if i%8 == 0 {
				out = append(out, ' ')
			}
			if i < len(line) {
				out = fmt.Appendf(out, "%02x ", line[i])
			} else {
				out = append(out, "   "...)
			}
		}
		out = append(out, ` <span class="hex-text">`...)
		for _, c := range line {
			if c < ' ' || c > '~' {
				c = '.'
			}
			out = appendEscaped(out, c)
		}
		out = append(out, "</span>\n"...)
	}
	return template.HTML(append(out, "</code></pre>\n"...))
}
