package catalog

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skillpack/internal/protocol"
)

// Merge returns the union of frozen catalogs as one frozen catalog: that of all their
// trees built together. Its digest is the seal that a file of just that would have;
// the settings of the server are those of the first catalog, and otherwise the order
// of the catalogs changes nothing. One catalog alone is returned as it is.
//
// It refuses, by a *MergeError, a skill that is in two catalogs, and one that lies in
// the directory of a skill of another catalog, whose manifest then lacks files
// (E3, M7).
//
// The catalogs are neither changed nor shared with the result. Beside them, memory
// holds the union's file once, and up to twice more while it is written.
func Merge(catalogs ...*Catalog) (*Catalog, error) {
	if len(catalogs) == 0 {
		return nil, errors.New("no catalog to merge, expected one or more")
	}
	for i, c := range catalogs {
		if c == nil || !c.Frozen() {
			return nil, fmt.Errorf("catalog %d is not frozen; pass what Open, Decode or Freeze returned", i+1)
		}
	}
	if len(catalogs) == 1 {
		return catalogs[0], nil
	}
	if err := checkApart(catalogs); err != nil {
		return nil, err
	}
	return Freeze(concatenate(catalogs))
}

// MergeError says which skills keep catalogs from being merged.
type MergeError struct {
	URI           string // of a skill
	Inner         string // of a skill in its directory, of the other catalog; URI where both have it
	First, Second int    // the catalogs of URI and of Inner, as indexes in the arguments
}

// Error calls the catalogs by their number, from 1.
func (e *MergeError) Error() string {
	return e.Message(func(i int) string { return fmt.Sprintf("catalog %d", i+1) })
}

// Message is Error that calls the catalogs by what label says of their index.
func (e *MergeError) Message(label func(index int) string) string {
	if e.URI == e.Inner {
		return fmt.Sprintf("skill %q is in %s and in %s, expected in one of them; leave it out of one, or build one with another prefix",
			e.URI, label(e.First), label(e.Second))
	}
	return fmt.Sprintf("skill %q of %s lies inside %q of %s, whose manifest would have to list it; build both from one tree",
		e.Inner, label(e.Second), e.URI, label(e.First))
}

// home is a skill and the catalog that it is of.
type home struct {
	uri     string
	catalog int
}

// directory ends in a slash.
func (h home) directory() string { return strings.TrimSuffix(h.uri, protocol.ManifestName) }

// checkApart fails unless no skill lies in the directory of another catalog's skill.
// Every file is in a skill's directory, so no file is then in two catalogs either.
func checkApart(catalogs []*Catalog) error {
	homes := sortedHomes(catalogs)
	outer := 0 // the last skill that lies in no other one; all in it must be of its catalog
	for i := 1; i < len(homes); i++ {
		last, h := homes[i-1], homes[i]
		if last.uri == h.uri {
			return &MergeError{last.uri, h.uri, last.catalog, h.catalog}
		}
		around := homes[outer]
		if !strings.HasPrefix(h.uri, around.directory()) {
			outer = i
		} else if around.catalog != h.catalog {
			return &MergeError{around.uri, h.uri, around.catalog, h.catalog}
		}
	}
	return nil
}

// sortedHomes has each skill before those inside it, which follow it, and the same URI
// in the order of the catalogs.
func sortedHomes(catalogs []*Catalog) []home {
	var homes []home
	for i, c := range catalogs {
		for _, list := range [][]Entry{c.Skills, c.Unlisted} {
			for j := range list {
				homes = append(homes, home{list[j].URI, i})
			}
		}
	}
	slices.SortFunc(homes, func(a, b home) int {
		return cmp.Or(strings.Compare(a.directory(), b.directory()), cmp.Compare(a.catalog, b.catalog))
	})
	return homes
}

// concatenate returns everything of all catalogs, sorted, each content once.
func concatenate(catalogs []*Catalog) *Catalog {
	c := &Catalog{Server: catalogs[0].Server}
	for _, part := range catalogs {
		c.Skills = append(c.Skills, part.Skills...)
		c.Unlisted = append(c.Unlisted, part.Unlisted...)
		c.Resources = append(c.Resources, part.Resources...)
		c.Directories = append(c.Directories, part.Directories...)
		c.Contents = append(c.Contents, part.Contents...)
	}
	sortBy(c.Skills, func(e *Entry) string { return e.URI })
	sortBy(c.Unlisted, func(e *Entry) string { return e.URI })
	sortBy(c.Resources, func(r *Resource) string { return r.URI })
	sortBy(c.Directories, func(d *Directory) string { return d.URI })
	sortBy(c.Contents, func(c *Content) string { return c.Digest })
	c.Contents = slices.CompactFunc(c.Contents, func(a, b Content) bool { return a.Digest == b.Digest })
	return c
}

func sortBy[T any](items []T, key func(*T) string) {
	slices.SortFunc(items, func(a, b T) int { return strings.Compare(key(&a), key(&b)) })
}
