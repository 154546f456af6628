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
	case isDrivePath(written), isScheme && strings.EqualFold(before, "file"):
		return destAbsolute
	case isScheme && before == scheme && before != "http" && before != "https":
		return destURI
	case isScheme:
		return destElsewhere
	}
	return destRelative
}

// isDrivePath reports whether a destination begins with a drive, as C:\x and C:/x do.
func isDrivePath(s string) bool {
	return len(s) > 2 && s[1] == ':' && (s[2] == '\\' || s[2] == '/') && ('a' <= s[0]|0x20 && s[0]|0x20 <= 'z')
}

// unescaped undoes percent-escapes. It leaves a text alone that has a broken one, or
// an escaped slash, which is part of a name that no file has.
func unescaped(s string) string {
	if strings.Contains(strings.ToLower(s), "%2f") {
		return s
	}
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
	if strings.HasPrefix(p, "path/to/") || strings.Contains(p, "/path/to/") || strings.HasPrefix(p, "@") {
		return true
	}
	for segment := range strings.SplitSeq(strings.ToLower(p), "/") {
		name := strings.TrimSuffix(segment, path.Ext(segment))
		if strings.HasPrefix(name, "your-") || strings.HasPrefix(name, "your_") || name == "xxx" || name == "yyyy-mm-dd" {
			return true
		}
	}
	return false
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
