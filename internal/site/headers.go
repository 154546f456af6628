package site

import (
	"net/http"
	"strings"

	"skillpack/internal/protocol"
)

// PagePolicy is the content security policy of pages, as their <meta> says it.
const PagePolicy = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; " +
	"connect-src 'self'; form-action 'none'; base-uri 'none'"

const (
	// noFrames can stand in a header alone.
	noFrames = "; frame-ancestors 'none'"
	// filePolicy lets nothing run, load or have an origin: of what a skill holds, should a
	// browser be made to show it as a document.
	filePolicy = "sandbox; default-src 'none'; form-action 'none'; base-uri 'none'" + noFrames

	revalidate = "no-cache"
	// forEver is for what a path names by its content. Not "public": where it is asked who
	// somebody is, no shared cache may keep it.
	forEver = "max-age=31536000, immutable"
)

// header is a line of an answer's head.
type header struct{ name, value string }

// headersOf returns what goes with the files of a class, in a fixed order, but for their
// type, their names and their ETag. It is the one table: the handler sends it, and the
// settings for web hosts say it.
func headersOf(c Class) []header {
	switch c {
	case Page:
		return append(commonHeaders("same-origin"),
			header{"Content-Security-Policy", PagePolicy + noFrames}, header{"Cache-Control", revalidate})
	case Asset:
		return append(commonHeaders("same-origin"),
			header{"Content-Security-Policy", filePolicy}, header{"Cache-Control", forEver})
	case Raw:
		return append(headersOf(Asset), header{"Content-Disposition", "attachment"})
	case Image:
		return headersOf(Asset)
	case Discovery, Archive:
		return append(commonHeaders("cross-origin"),
			header{"Content-Security-Policy", filePolicy}, header{"Cache-Control", revalidate}, header{"Access-Control-Allow-Origin", "*"})
	}
	return append(commonHeaders("same-origin"),
		header{"Content-Security-Policy", filePolicy}, header{"Cache-Control", revalidate})
}

// commonHeaders go with every answer; readers are the sites whose pages may embed it.
func commonHeaders(readers string) []header {
	return []header{
		{"X-Content-Type-Options", "nosniff"},
		{"Referrer-Policy", "no-referrer"},
		{"Cross-Origin-Resource-Policy", readers},
	}
}

func setHeaders(h http.Header, c Class) {
	for _, line := range headersOf(c) {
		h.Set(line.name, line.value)
	}
}

// attachment is the value of Content-Disposition that offers a file under a name (RFC 6266):
// in ASCII for who reads no more, and in full.
func attachment(name string) string {
	if name == "" {
		return "attachment"
	}
	plain := strings.Map(func(r rune) rune {
		if r < ' ' || r > '~' || strings.ContainsRune(`"\%/`, r) {
			return '_'
		}
		return r
	}, name)
	value := `attachment; filename="` + plain + `"`
	if plain != name {
		value += "; filename*=UTF-8''" + protocol.EncodePath(name)
	}
	return value
}
