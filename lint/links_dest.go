package lint

import (
	"net/url"
	"path"
	"strings"
)

// destForm says how a link's destination points.
type destForm uint8

const (
	destElsewhere destForm = iota // nothing to check: empty, or a web address
	destRelative                  // a path from the file's directory, or a bare fragment
	destAbsolute                  // a path of one machine
	destURI                       // a URI of the tree's own scheme
)

// dest is a parsed destination. Path and fragment have their percent-escapes undone;
// of a destURI the path is the whole URI.
type dest struct {
	form     destForm
	path     string
	fragment string
	folder   bool // ends with a slash
	plain    bool // asks for the source of a page, so that fragments count lines
}

// parseDest reads a destination as a renderer does; scheme is the tree's own.
func parseDest(written, scheme string) dest {
	written = strings.TrimSpace(written)
	if form := destFormOf(written, scheme); form == destElsewhere || form == destAbsolute {
		return dest{form: form, path: written}
	}
	rest, fragment, _ := strings.Cut(written, "#")
	d := dest{form: destRelative, fragment: unescaped(fragment)}
	if destFormOf(written, scheme) == destURI {
		d.form, d.path = destURI, rest
		return d
	}
	rest, query, _ := strings.Cut(rest, "?")
	d.path = unescaped(rest)
	d.folder = strings.HasSuffix(d.path, "/")
	d.plain = strings.Contains(query, "plain=1")
	return d
}

func destFormOf(written, scheme string) destForm {
	before, _, found := strings.Cut(written, ":")
	isScheme := found && !strings.ContainsAny(before, "/?#\\") && before != ""
	switch {
	case written == "", strings.HasPrefix(written, "//"):
		return destElsewhere
	case strings.HasPrefix(written, "/"), strings.HasPrefix(written, "~/"), strings.HasPrefix(written, `\\`):
		return destAbsolute
	case isScheme && (len(before) == 1 || strings.EqualFold(before, "file")):
		return destAbsolute
	case isScheme && before == scheme && before != "http" && before != "https":
		return destURI
	case isScheme:
		return destElsewhere
	}
	return destRelative
}

// unescaped undoes percent-escapes, and leaves a text alone that has a broken one.
func unescaped(s string) string {
	if clean, err := url.PathUnescape(s); err == nil {
		return clean
	}
	return s
}

// isPlaceholder reports whether a path is there for the reader to fill in, or a
// pattern, or no path at all: {name}, $DIR/x, <file>, *.md, .../x, path/to/x, your-x.
// Such a path is right although nothing has it.
func isPlaceholder(p string) bool {
	if strings.ContainsAny(p, "<>{}[]*$|\"`") || strings.Contains(p, "...") || strings.Contains(p, "…") {
		return true
	}
	if strings.HasPrefix(p, "path/") || strings.Contains(p, "/path/") || strings.HasPrefix(p, "@") {
		return true
	}
	for segment := range strings.SplitSeq(strings.ToLower(p), "/") {
		if isPlaceholderName(strings.TrimSuffix(segment, path.Ext(segment))) {
			return true
		}
	}
	return false
}

func isPlaceholderName(name string) bool {
	switch name {
	case "foo", "bar", "baz", "xxx", "xx", "url", "uri", "href", "link", "yyyy", "yyyy-mm-dd":
		return true
	}
	for _, prefix := range []string{"your-", "your_", "some-", "some_"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	return strings.HasSuffix(name, "_url") || strings.HasSuffix(name, "-url")
}

// namesFile reports whether a path has the look of a file's or folder's name: a
// slash, an extension, or one of the names that files without extension have. Prose
// such as "f[x](operand)" makes links that mean none.
func namesFile(p string) bool {
	if strings.Contains(p, "/") || looksLikeExtension(path.Ext(p)) {
		return true
	}
	switch strings.ToUpper(p) {
	case "LICENSE", "LICENCE", "NOTICE", "README", "CHANGELOG", "CONTRIBUTING", "AUTHORS", "MAKEFILE", "DOCKERFILE":
		return true
	}
	return false
}

// looksLikeExtension reports whether ext is a dot and up to eight letters and
// digits with a letter among them.
func looksLikeExtension(ext string) bool {
	const longest = 8
	if len(ext) < 2 || len(ext) > longest+1 {
		return false
	}
	letters := 0
	for _, c := range strings.ToLower(ext[1:]) {
		switch {
		case 'a' <= c && c <= 'z':
			letters++
		case c < '0' || c > '9':
			return false
		}
	}
	return letters > 0
}
