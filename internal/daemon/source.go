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

// open reads the catalogs and returns them, or the union of several.
func (s source) open() (*catalog.Catalog, error) {
	wanted := slices.Clone(s.expect)
	catalogs := make([]*catalog.Catalog, len(s.paths))
	for i, path := range s.paths {
		c, err := openCatalog(path)
		if err == nil && len(s.expect) > 0 {
			wanted, err = take(wanted, path, c.Digest())
		}
		if err != nil {
			return nil, err
		}
		catalogs[i] = c
	}
	union, err := catalog.Merge(catalogs...)
	if clash := (*catalog.MergeError)(nil); errors.As(err, &clash) {
		return nil, errors.New(clash.Message(func(i int) string { return strconv.Quote(s.paths[i]) }))
	}
	return union, err
}

// take returns the digests that are still wanted once found is there.
func take(wanted []string, path, found string) ([]string, error) {
	at := slices.Index(wanted, found)
	if at < 0 {
		return nil, fmt.Errorf("%q is the catalog %s, expected %s", path, found, strings.Join(wanted, " or "))
	}
	return slices.Delete(wanted, at, at+1), nil
}

// openCatalog opens a catalog and says, where there is none, how to come by one.
func openCatalog(path string) (*catalog.Catalog, error) {
	c, err := catalog.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no catalog %q; write one with 'skillpack build DIR'", path)
	}
	return c, err
}
