package serve

import "net/http"

// zips are the compressed answers of a snapshot. They differ from the others in the
// order of members alone: the id comes last, so that all before it is the same for
// every request and compressed once.
type zips struct {
	zipper *zipper
	cache  *zipCache              // of single answers
	pages  map[pagesKey]*zipPages // of the lists
	ended  chan struct{}          // closed when the snapshot is no longer the current one
}

type pagesKey struct {
	method string
	modern bool
}

// maxZipped is the most that the compressed answers of a catalog's entries, directories
// and contents take, in bytes.
const maxZipped = 32 << 20

func (n *snapshot) newZips(z *zipper) *zips {
	s := &zips{zipper: z, cache: newZipCache(maxZipped), pages: map[pagesKey]*zipPages{}, ended: make(chan struct{})}
	for _, method := range []string{methodList, methodListResources} {
		for _, modern := range []bool{true, false} {
			length := n.length(method)
			s.pages[pagesKey{method, modern}] = newZipPages(length, n.sizeOfPage(length), func(start int) *zipped {
				return n.zipPage(method, modern, start)
			})
		}
	}
	return s
}

// zipPage compresses the page of a list that begins at start, or returns nil for one
// that is too short, or not the catalog's alone.
func (n *snapshot) zipPage(method string, modern bool, start int) *zipped {
	a := answer{zipKey: zipKey{modern: modern}}
	if modern {
		a.lead = n.modernLead
	}
	if !n.fillPage(&a, method, start) || len(a.bulk) < minZip {
		return nil
	}
	return a.zip(n.zips.zipper)
}

// fill compresses the listing of the modern era, which nearly every client begins with,
// until that is done or the snapshot has ended. What else there is waits for its first use.
func (s *zips) fill() { s.pages[pagesKey{methodList, true}].fill(s.ended) }

// zipped returns the answer compressed, or nil where it is to be sent as it is.
func (s *zips) zipped(a *answer) *zipped {
	if pages := s.pages[pagesKey{a.method, a.modern}]; pages != nil {
		return pages.get(a.from)
	}
	if a.aside { // of which there are so many that they would push out all else
		return nil
	}
	return s.cache.get(a.zipKey, len(a.bulk), func() *zipped { return a.zip(s.zipper) })
}

// zip compresses all of the answer but the id and the brace behind it.
func (a *answer) zip(z *zipper) *zipped {
	return z.zip([]byte(`{"jsonrpc":"2.0","result":{`), a.head(nil), a.bulk, []byte(a.close+`},"id":`))
}

var gzipContent = []string{"gzip"}

// writeZipped sends an answer that was compressed to the call with the given id. It
// overwrites b.
func writeZipped(w http.ResponseWriter, z *zipped, b []byte, id string) {
	var end [maxID + 1]byte
	tail := append(append(end[:0], id...), '}')
	announce(w.Header(), z.size(len(tail)))
	w.Header()["Content-Encoding"] = gzipContent
	_, _ = z.writeTo(w, tail, b)
}
