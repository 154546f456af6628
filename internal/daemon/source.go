package daemon

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strconv"
	"strings"

	"skillpack/catalog"
)

// source is where catalogs come from, and which ones are wanted.
type source struct {
	paths  []string
	expect []string // digests, in any order; none for any catalog
}

// opened is what a source holds: the catalog, or the union of several.
type opened struct {
	*catalog.Catalog
	parts []string // the digests of the several, in the order of their paths; else nil
}

// open reads the catalogs. The union of several is another one for each of them that
// comes first, whose settings it has.
func (s source) open() (opened, error) {
	wanted := slices.Clone(s.expect)
	catalogs := make([]*catalog.Catalog, len(s.paths))
	for i, path := range s.paths {
		c, err := OpenCatalog(path)
		if err == nil && len(s.expect) > 0 {
			wanted, err = take(wanted, path, c.Digest())
		}
		if err != nil {
			return opened{}, err
		}
		catalogs[i] = c
	}
	union, err := catalog.Merge(catalogs...)
	if clash := (*catalog.MergeError)(nil); errors.As(err, &clash) {
		return opened{}, errors.New(clash.Message(func(i int) string { return strconv.Quote(s.paths[i]) }))
	}
	return opened{union, parts(catalogs)}, err
}

// parts returns the digests of several catalogs, nil for one, which has but its own.
func parts(catalogs []*catalog.Catalog) []string {
	if len(catalogs) < 2 {
		return nil
	}
	digests := make([]string, len(catalogs))
	for i, c := range catalogs {
		digests[i] = c.Digest()
	}
	return digests
}

// take returns the digests that are still wanted once found is there.
func take(wanted []string, path, found string) ([]string, error) {
	at := slices.Index(wanted, found)
	if at < 0 {
		return nil, fmt.Errorf("%q is the catalog %s, expected %s", path, found, strings.Join(wanted, " or "))
	}
	return slices.Delete(wanted, at, at+1), nil
}

// OpenCatalog opens a catalog and says, where there is none, how to come by one.
func OpenCatalog(path string) (*catalog.Catalog, error) {
	c, err := catalog.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no catalog %q; write one with 'skillpack build DIR'", path)
	}
	return c, err
}
