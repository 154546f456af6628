package serve

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"strconv"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

const (
	minPageSize = 100
	maxPages    = 50 // clients stop a walk at 50 to 64 pages (P12)
)

// snapshot is everything that a request needs of a catalog. It is never changed.
type snapshot struct {
	catalog    *catalog.Catalog
	dynamic    []*dynamicSkill // sorted by URI
	skills     [][]byte        // wire form of every listed entry, in listing order
	resources  [][]byte        // wire form of every listed resource
	info       *mcp.Implementation
	cache      caching
	pageSize   int    // 0: grows with the list
	binding    []byte // what cursors are bound to: the catalog and the dynamic list
	modernLead string // what every modern result on the direct path begins with
	zips       *zips
}

// caching is the cache fields of a result (P2).
type caching struct {
	ttlMs int64
	scope string
}

// append appends the members of a modern result that say how long it holds (P2).
func (c caching) append(b []byte) []byte {
	b = append(b, `"resultType":"complete","ttlMs":`...)
	b = strconv.AppendInt(b, c.ttlMs, 10)
	return append(protocol.AppendString(append(b, `,"cacheScope":`...), c.scope), ',')
}

func newSnapshot(c *catalog.Catalog, o Options) (*snapshot, error) {
	if c == nil || !c.Frozen() {
		return nil, errors.New("the catalog is not frozen; pass what catalog.Open, Decode or Freeze returned")
	}
	cache, err := cachingOf(c, o)
	if err != nil {
		return nil, err
	}
	dynamic, err := newDynamicSkills(o.Dynamic, c)
	if err != nil {
		return nil, err
	}
	n := &snapshot{
		catalog: c, dynamic: dynamic, cache: cache, pageSize: o.PageSize,
		info: &mcp.Implementation{Name: c.Server.Name, Version: c.Server.Version},
	}
	n.collect()
	n.modernLead, err = n.lead()
	return n, err
}

// lead returns the members of a modern result that depend on the catalog alone, each
// with a comma behind it.
func (n *snapshot) lead() (string, error) {
	meta, err := encodeJSON(map[string]any{mcp.MetaKeyServerInfo: n.info})
	if err != nil {
		return "", err
	}
	b := n.cache.append(nil)
	return string(append(append(append(b, `"_meta":`...), meta...), ',')), nil
}

func cachingOf(c *catalog.Catalog, o Options) (caching, error) {
	cache := caching{c.Server.TTLMs, c.Server.CacheScope}
	if o.TTLMs != nil {
		cache.ttlMs = *o.TTLMs
	}
	if o.CacheScope != "" {
		cache.scope = o.CacheScope
	}
	if cache.ttlMs < 0 {
		return cache, fmt.Errorf("a TTL of %d ms; use 0 or more", cache.ttlMs)
	}
	if cache.scope != "public" && cache.scope != "private" {
		return cache, fmt.Errorf("cache scope %q; use \"public\" or \"private\"", cache.scope)
	}
	return cache, nil
}

// collect lists what the catalog and the dynamic skills show, and binds cursors to it.
func (n *snapshot) collect() {
	binding := sha256.New()
	fmt.Fprintln(binding, n.catalog.Digest())
	for i := range n.catalog.Skills {
		n.skills = append(n.skills, n.catalog.Skills[i].Wire())
	}
	for i := range n.catalog.Resources {
		n.resources = append(n.resources, n.catalog.Resources[i].Wire())
	}
	for _, d := range n.dynamic {
		n.skills = append(n.skills, d.entry)
		n.resources = append(n.resources, d.manifest)
		fmt.Fprintf(binding, "%s\n", d.entry)
	}
	n.binding = binding.Sum(nil)
}

// find looks a URI up by the exact string, then by its normal form.
func find[T any](get func(string) (T, bool), uri string) (T, bool) {
	if v, ok := get(uri); ok {
		return v, true
	}
	normal, err := protocol.NormalURI(uri)
	if err != nil {
		var none T
		return none, false
	}
	return get(normal)
}
