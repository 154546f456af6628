package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"skillpack/internal/protocol"
)

// manifestType is the MIME type of every SKILL.md (M5).
const manifestType = "text/markdown"

const manifestSuffix = "/" + protocol.ManifestName

// check fails unless the values of c are a whole and consistent catalog, bytes of
// contents apart, and returns the index of it. Encode and Decode share it, so that
// neither takes what the other refuses.
func check(c *Catalog) (*index, *fault) {
	k := &checker{c: c, ix: newIndex(c)}
	k.family = family{k: k, files: make([]bool, len(c.Resources)), directories: make(map[string]bool, len(c.Directories))}
	f := inOrder(k.server,
		func() *fault { return both(k.contents, k.resources) },
		func() *fault {
			return both(func() *fault { return inOrder(k.entries, k.nothingUnused) }, k.directories)
		},
		k.family.complete)
	if f != nil {
		return nil, f
	}
	return k.ix, nil
}

// inOrder takes steps up to the first that finds a fault.
func inOrder(steps ...func() *fault) *fault {
	for _, step := range steps {
		if f := step(); f != nil {
			return f
		}
	}
	return nil
}

// both takes two steps at a time and returns the fault of the first, or else of the second.
func both(first, second func() *fault) *fault {
	var later *fault
	var done sync.WaitGroup
	done.Go(func() { later = second() })
	sooner := first()
	done.Wait()
	return cmp.Or(sooner, later)
}

// checkSizes fails unless each file has the size of its content.
func checkSizes(c *Catalog, ix *index) *fault {
	for i := range c.Resources {
		r, content := &c.Resources[i], &c.Contents[ix.contentOf[i]]
		if r.Size != content.Size {
			return &fault{inResources, i, fmt.Errorf("%q has size %d, but its content has %d bytes", r.URI, r.Size, content.Size)}
		}
	}
	return nil
}

// checker is one run of check.
type checker struct {
	c       *Catalog
	ix      *index
	digests map[string]int32 // index in Contents
	used    []bool           // of Contents
	family  family
}

func (k *checker) server() *fault {
	s := &k.c.Server
	var err error
	switch {
	case s.Name == "":
		err = errors.New("the name is empty; set server.name")
	case s.CacheScope != "public" && s.CacheScope != "private":
		err = fmt.Errorf("cacheScope is %q, expected \"public\" or \"private\"", s.CacheScope)
	case s.TTLMs < 0 || s.TTLMs > maxInteger:
		err = fmt.Errorf("ttlMs is %d, expected 0 to 2^53", s.TTLMs)
	default:
		err = validStrings(s.Name, s.Version, s.Instructions)
	}
	return inItem(inServer, 0, err)
}

// validStrings fails for a string that JSON could only hold changed.
func validStrings(texts ...string) error {
	for _, text := range texts {
		if !utf8.ValidString(text) {
			return fmt.Errorf("%q is not valid UTF-8", text)
		}
	}
	return nil
}

func (k *checker) contents() *fault {
	all := k.c.Contents
	k.digests = make(map[string]int32, len(all))
	k.used = make([]bool, len(all))
	for i := range all {
		digest := all[i].Digest
		if !protocol.ValidDigest(digest) {
			return &fault{inContents, i, fmt.Errorf("digest %q, expected \"sha256:\" and 64 lower-case hexadecimal digits", digest)}
		}
		if i > 0 {
			if err := ascending("digest", all[i-1].Digest, digest); err != nil {
				return &fault{inContents, i, err}
			}
		}
		k.digests[digest] = int32(i)
	}
	return nil
}

// ascending fails unless b comes after a in byte order.
func ascending(what, a, b string) error {
	switch {
	case a == b:
		return fmt.Errorf("%s %q is there twice", what, b)
	case a > b:
		return fmt.Errorf("%s %q comes after %q, expected byte order", what, b, a)
	}
	return nil
}

// normal fails unless uri is in normal form and its path is UTF-8.
func normal(uri string) error {
	if plainURI(uri) {
		return nil
	}
	got, err := protocol.NormalURI(uri)
	if err != nil {
		return fmt.Errorf("uri %q has %w", uri, err)
	}
	if got != uri {
		return fmt.Errorf("uri %q is not in normal form, expected %q", uri, got)
	}
	if strings.Contains(uri, "%") {
		if _, path, _ := protocol.SplitURI(uri); !utf8.ValidString(path) {
			return fmt.Errorf("uri %q is not percent-encoded UTF-8", uri)
		}
	}
	return nil
}

// plainURI reports whether uri is in normal form by a look at its characters alone,
// which spares almost every URI the work of NormalURI.
func plainURI(uri string) bool {
	scheme, rest, ok := strings.Cut(uri, "://")
	if !ok || !protocol.ValidScheme(scheme) {
		return false
	}
	start := true // of a segment; one that starts with a dot is left to NormalURI
	for i := range len(rest) {
		switch c := rest[i]; {
		case 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '-' || c == '_':
			start = false
		case c == '/' && !start:
			start = true
		case c != '.' || start:
			return false
		}
	}
	return !start
}

func (k *checker) resources() *fault {
	all := k.c.Resources
	for i := range all {
		err := normal(all[i].URI)
		if err == nil && i > 0 {
			err = ascending("uri", all[i-1].URI, all[i].URI)
		}
		if err == nil {
			err = checkResource(&all[i])
		}
		if err != nil {
			return &fault{inResources, i, err}
		}
		k.ix.resources[all[i].URI] = int32(i)
	}
	return nil
}

func checkResource(r *Resource) error {
	switch {
	case r.Name == "":
		return fmt.Errorf("%q has an empty name", r.URI)
	case r.MIMEType == "" || r.MIMEType == protocol.DirectoryType:
		return fmt.Errorf("%q has mimeType %q, expected the type of a file", r.URI, r.MIMEType)
	case r.Size < 0 || r.Size > protocol.MaxBytes:
		return fmt.Errorf("%q has size %d, expected 0 to %d", r.URI, r.Size, protocol.MaxBytes)
	}
	return validStrings(r.Name, r.Description, r.MIMEType)
}

// nothingUnused fails for a file or content that no entry lists.
func (k *checker) nothingUnused() *fault {
	if i := slices.Index(k.ix.contentOf, -1); i >= 0 {
		return &fault{inResources, i, fmt.Errorf("%q is in no skill", k.c.Resources[i].URI)}
	}
	if i := slices.Index(k.used, false); i >= 0 {
		return &fault{inContents, i, fmt.Errorf("no file has the content %s", k.c.Contents[i].Digest)}
	}
	return nil
}
