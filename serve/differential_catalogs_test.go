package serve

import (
	"fmt"
	"strings"
	"testing"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// odd is a tree of everything that is awkward to send: names that need encoding or
// look encoded, texts that need escapes, blobs, empty and large files, nested and
// unlisted skills, empty directories.
var odd = tree{
	"größe/日本/emoji/SKILL.md":              "Größe 😀 \"quoted\" \\ back\tslash \u0001 \u007f <b>&amp;</b> \u2028\u2029",
	"größe/日本/emoji/a%20b.txt":             "percent in the name",
	"größe/日本/emoji/a b.txt":               "space in the name",
	"größe/日本/emoji/a+b;c=d&e,f.txt":       "signs",
	"größe/日本/emoji/q\"u'o`te<>.html":      "quotes",
	"größe/日本/emoji/😀/über/ſ.md":           "\ufeffdeep\r\n",
	"größe/日本/emoji/empty/":                "",
	"größe/日本/emoji/nothing":               "",
	"größe/日本/emoji/nul":                   "a\x00b",
	"größe/日本/emoji/latin1":                "caf\xe9",
	"größe/日本/emoji/nested/SKILL.md":       "Nested",
	"größe/日本/emoji/nested/in/SKILL.md":    "Nested twice",
	"größe/日本/emoji/nested/in/~x.-_.md":    "unreserved",
	"hidden/SKILL.md":                      "Unlisted",
	"hidden/large.txt":                     strings.Repeat("all work and no play\n", 5000),
	"hidden/large.bin":                     strings.Repeat("\x00\x01\xfe\xff", 5000),
	"same/SKILL.md":                        "Same content as another",
	"same/a/SKILL.md":                      "Same content as another",
	"same/a/b/SKILL.md":                    "Same content as another",
	"same/a/b/surrogate.txt":               "\U0001F600 \\ud83d \\\\ \" / \b\f\n\r\t",
	"same/a/b/" + strings.Repeat("x", 200): "long name",
}

func oddCatalog(t testing.TB) *catalog.Catalog { return freeze(t, odd, "skill://hidden/SKILL.md") }

// crowd has n skills, the first of them with a directory of n files, at most 30.
func crowd(t testing.TB, n int) *catalog.Catalog {
	src := tree{}
	for i := range n {
		src[fmt.Sprintf("s%03d/SKILL.md", i)] = fmt.Sprintf("Skill %d", i)
		src[fmt.Sprintf("s000/files/f%03d.txt", i%30)] = "x"
	}
	return freeze(t, src)
}

// urisIn are all URIs that the catalog and helloSkill answer for.
func urisIn(c *catalog.Catalog) []string {
	all := []string{
		"skill://live/hello", "skill://live/hello/SKILL.md", "skill://live/hello/a%20b", "skill://live/hello/a%20b/%C3%BCber.md",
		"skill://live/hello/x.bin", "skill://live/hello/empty.txt", "skill://live/hello/fault", "skill://live/hello/panic",
		"skill://live/hello/none", "skill://live/hello/many", "skill://live/hello/bad",
	}
	for i := range c.Resources {
		all = append(all, c.Resources[i].URI)
	}
	for i := range c.Directories {
		all = append(all, c.Directories[i].URI)
	}
	return all
}

// spellings are other ways to write a URI, right and wrong ones.
func spellings(uri string) []string {
	scheme, path, _ := strings.Cut(uri, "://")
	_, plain, _ := protocol.SplitURI(uri)
	last := path[strings.LastIndexByte(path, '/')+1:]
	parent := strings.TrimSuffix(uri, last)
	return []string{
		uri, uri + "/", uri + "?", uri + "?x=1", uri + "#x", uri + "%00", uri + "%", uri + " ", " " + uri, uri + "/.", uri + "/..",
		strings.ToUpper(scheme) + "://" + path, scheme + ":/" + path, scheme + ":" + path, path, "//" + path, scheme + ":///" + path,
		scheme + "://" + plain, scheme + "://user@" + path, scheme + "://" + strings.Replace(path, "/", ":80/", 1),
		scheme + "://" + encodeAll(plain, "%%%02X"), scheme + "://" + encodeAll(plain, "%%%02x"), lowerHex(uri),
		scheme + "://" + strings.ReplaceAll(path, "/", "%2F"), scheme + "://" + strings.ReplaceAll(path, "/", "//"),
		parent + "%2e%2e/" + last, parent + "./" + last, parent + "../x/" + last, strings.ToUpper(uri), uri + "/SKILL.md",
		strings.Replace(uri, "SKILL.md", "skill.md", 1), strings.Replace(uri, "SKILL", "%53KILL", 1), strings.ReplaceAll(uri, "/", `\`),
	}
}

// encodeAll percent-encodes every byte of a path but the slashes.
func encodeAll(path, format string) string {
	var b strings.Builder
	for i := range len(path) {
		if path[i] == '/' {
			b.WriteByte('/')
		} else {
			fmt.Fprintf(&b, format, path[i])
		}
	}
	return b.String()
}

// lowerHex writes the percent-encodings of a URI with lower-case digits.
func lowerHex(uri string) string {
	b := []byte(uri)
	for i := range b {
		if b[i] == '%' {
			copy(b[i:], strings.ToLower(uri[i:i+3]))
		}
	}
	return string(b)
}

// usual is a call as a client of an era would make it: "" is a client that names no
// revision. Params are a JSON object or "".
func usual(era, method, params string) question {
	q := question{header: jsonHeaders(era)}
	if era < modern {
		if params != "" {
			params = `,"params":` + params
		}
		q.body = fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q%s}`, method, params)
		return q
	}
	q.body = modernBody(method, params)
	q.header.Set("Mcp-Method", method)
	if uri := uriIn(params); method == methodReadResource && uri != "" {
		q.header.Set("Mcp-Name", uri)
	}
	return q
}
