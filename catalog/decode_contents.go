package catalog

import (
	"bytes"
	"runtime"
	"slices"
	"sync"
)

// contentBlock is about how many bytes of contents are read at a time by one core: few
// enough to be hashed while they are in its cache, enough to make handing out cheap.
const contentBlock = 1 << 20

// stretch is a part of a file, whole lines.
type stretch struct{ from, to int }

// whereContents returns where the contents stand in all that is before the seal. No string
// holds a line break, so the first line that looks like their opening is it, in a catalog;
// whether that is one is for the parser to say.
func whereContents(b []byte) (stretch, bool) {
	open := "\n" + opening(inContents)
	from := bytes.Index(b, []byte(open)) + len(open)
	to := len(b) - len(listEnd)
	ok := from >= len(open) && from <= to && string(b[to:]) == listEnd
	return stretch{from, to}, ok
}

// contentReader reads contents on all cores, each once from its line to its digest.
type contentReader struct {
	b     []byte
	group sync.WaitGroup

	mu    sync.Mutex
	left  stretch
	parts []*contentPart // in the order of the file
	bad   bool           // something is wrong, and what it is, is for others to find
}

// contentPart is what one stretch holds.
type contentPart struct {
	lines    stretch
	contents []Content
}

// readContents begins to read the contents in lines of b.
func readContents(b []byte, lines stretch) *contentReader {
	r := &contentReader{b: b[:lines.to], left: lines}
	for range runtime.GOMAXPROCS(0) {
		r.group.Go(r.work)
	}
	return r
}

// wait returns all contents, or false where a single one is not as it must be.
func (r *contentReader) wait() ([]Content, bool) {
	r.group.Wait()
	lists := make([][]Content, len(r.parts))
	for i, part := range r.parts {
		lists[i] = part.contents
	}
	return slices.Concat(lists...), !r.bad
}

func (r *contentReader) work() {
	k := newContentChecker()
	for part := r.take(); part != nil; part = r.take() {
		if !part.read(r.b, k) {
			r.mu.Lock()
			r.bad = true
			r.mu.Unlock()
		}
	}
}

// take hands out the next stretch, nil where nothing is left to do.
func (r *contentReader) take() *contentPart {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.bad || r.left.from >= r.left.to {
		return nil
	}
	part := &contentPart{lines: r.left}
	if at := r.left.from + contentBlock; at < r.left.to {
		if i := bytes.IndexByte(r.b[at:], '\n'); i >= 0 {
			part.lines.to = at + i + 1
		}
	}
	r.left.from = part.lines.to
	r.parts = append(r.parts, part)
	return part
}

// read reads the contents of a part of b, which ends where the last one does.
func (part *contentPart) read(b []byte, k *contentChecker) bool {
	p := &parser{scanner: scanner{b: b[:part.lines.to], pos: part.lines.from}}
	for p.pos < part.lines.to {
		c := p.content()
		if p.pos == len(b)-1 {
			p.lit("\n")
		} else {
			p.lit(",\n")
		}
		if p.failed {
			return false
		}
		if _, err := k.check(&c); err != nil {
			return false
		}
		part.contents = append(part.contents, c)
	}
	return true
}
