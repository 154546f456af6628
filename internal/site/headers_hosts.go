package site

import (
	"cmp"
	"maps"
	"path"
	"slices"
	"strings"

	"skillpack/internal/protocol"
)

// headerFiles are the files of settings for web hosts: each says in the words of a host
// what headersOf does, for the paths of this site.
func (s *Site) headerFiles() ([]File, error) {
	settings := func(name string, write func(hostRules) string) File {
		return File{Path: name, Type: "text/plain; charset=utf-8", Class: Header, Bytes: func() ([]byte, error) {
			return []byte(write(s.hostRules())), nil
		}}
	}
	return []File{
		settings("_headers", hostRules.netlify),
		settings("headers/nginx.conf", hostRules.nginx),
		settings("headers/Caddyfile", hostRules.caddy),
		settings(".nojekyll", func(hostRules) string { return "" }), // GitHub Pages leaves out what begins with "." without it
	}, nil
}

// hostRules are the rules of a site.
type hostRules struct {
	base   string // path of the site on its host, "" or "/path"
	rules  []hostRule
	hidden []string // files that are for the host alone
}

// hostRule says which paths have files of a class.
type hostRule struct {
	class Class
	dirs  []string          // with all that is below them, without a "/" at the end
	files []string          // single ones
	types map[string]string // media types by extension, "" for none
}

// hostRules sorts the files of the site into rules. A directory within another one is the
// stronger.
func (s *Site) hostRules() hostRules {
	h := hostRules{base: s.options.BasePath, hidden: []string{protocol.SiteMarker}}
	byClass := map[Class]*hostRule{}
	for f := range s.Files() {
		if f.Class == Header {
			h.hidden = append(h.hidden, f.Path)
			continue
		}
		class := f.Class
		if class == Archive {
			class = Discovery // which has the same headers and directories
		}
		r := byClass[class]
		if r == nil {
			r = &hostRule{class: class, types: map[string]string{}}
			byClass[class] = r
		}
		r.add(f)
	}
	slices.Sort(h.hidden)
	for _, class := range slices.Sorted(maps.Keys(byClass)) {
		r := byClass[class]
		slices.Sort(r.dirs)
		r.dirs = slices.Compact(r.dirs)
		h.rules = append(h.rules, *r)
	}
	return h
}

func (r *hostRule) add(f File) {
	extension := strings.ToLower(strings.TrimPrefix(path.Ext(f.Path), "."))
	if r.types[extension] == "" && isPlainWord(extension) {
		r.types[extension] = f.Type
	}
	if dir := ruledDir(f); dir != "" {
		r.dirs = append(r.dirs, dir)
	} else {
		r.files = append(r.files, f.Path)
	}
}

func isPlainWord(s string) bool {
	return strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789") == ""
}

// ruledDir is the directory below which all files are of the class of f, "" for a file that
// stands alone. Discovery has directories of its own at any depth, all others at the root.
func ruledDir(f File) string {
	segments := strings.Split(f.Path, "/")
	depth := min(1, len(segments)-1)
	if f.Class == Discovery || f.Class == Archive {
		depth = 1 + max(slices.Index(segments, ".well-known"), slices.Index(segments, ".claude-plugin"))
	}
	return strings.Join(segments[:depth], "/")
}

// sortedTypes returns the extensions of a rule in order.
func (r hostRule) sortedTypes() []string { return slices.Sorted(maps.Keys(r.types)) }

// anyType is the media type of the files without an extension that has one.
func (r hostRule) anyType() string { return cmp.Or(r.types[""], "application/octet-stream") }
