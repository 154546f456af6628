package catalog

import (
	"fmt"
	"runtime"
	"sync"

	"skillpack/internal/protocol"
)

// Contents are most of a catalog. Their lines are prepared on all cores, a few ahead of
// the one that is written, so that memory is bounded by the largest of them.
const (
	// maxAhead bounds the lines that are prepared and not written yet; mostAhead, but for
	// one content, the bytes of theirs.
	maxAhead  = 64
	mostAhead = 8 << 20
	// mostIdle is the greatest memory of a line, or of a content, that is used for the next one.
	mostIdle = 1 << 20
)

// contentLine is the line of one content being prepared, without what ends it.
type contentLine struct {
	content *Content
	buf     []byte
	err     error
	ready   chan struct{} // is sent to when buf and err are set
}

// lineQueue prepares the lines of contents in order.
type lineQueue struct {
	all   []Content
	next  int   // index of the first that is not begun
	ahead int64 // bytes of those begun and not written
	lines [maxAhead]contentLine
	work  chan *contentLine
}

// contents writes the list of contents. The error is that of the first content which
// cannot be written.
func (e *encoder) contents(all []Content) error {
	e.open(inContents)
	q := &lineQueue{all: all, work: make(chan *contentLine, maxAhead)}
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(all)) {
		workers.Go(func() {
			var scratch []byte
			for line := range q.work {
				line.buf, scratch, line.err = appendContent(line.buf[:0], line.content, scratch[:0])
				if cap(scratch) > mostIdle {
					scratch = nil
				}
				line.ready <- struct{}{}
			}
		})
	}
	err := e.writeLines(q)
	close(q.work)
	workers.Wait()
	e.close()
	return err
}

func (e *encoder) writeLines(q *lineQueue) error {
	for i := range q.all {
		if q.all[i].WriteMember != nil {
			if err := e.writeMember(&q.all[i]); err != nil {
				return &fault{inContents, i, err}
			}
			e.item(i, len(q.all))
			continue
		}
		q.begin(i)
		line := &q.lines[i%maxAhead]
		if <-line.ready; line.err != nil {
			return &fault{inContents, i, line.err}
		}
		e.flush()
		e.w.Write(line.buf)
		e.item(i, len(q.all))
		q.ahead -= line.content.Size
		if cap(line.buf) > mostIdle {
			line.buf = nil
		}
	}
	return nil
}

// writeMember writes the line of a content that is in its form already, without what ends it.
func (e *encoder) writeMember(c *Content) error {
	e.buf = appendStart(e.buf, c)
	e.flush()
	if err := c.WriteMember(e.w); err != nil {
		return fmt.Errorf("reading content %s: %w", c.Digest, err)
	}
	e.buf = append(e.buf, '}')
	return nil
}

// appendStart appends what stands before the member of a content.
func appendStart(b []byte, c *Content) []byte {
	return append(appendMember(b, `{"digest":`, c.Digest), ',')
}

// begin has lines prepared, the one with index i and those behind it that there is room for.
func (q *lineQueue) begin(i int) {
	for q.next = max(q.next, i); q.next < len(q.all) && q.next < i+maxAhead && (q.next == i || q.ahead+q.all[q.next].Size <= mostAhead); q.next++ {
		if q.all[q.next].WriteMember != nil {
			continue
		}
		line := &q.lines[q.next%maxAhead]
		if line.content = &q.all[q.next]; line.ready == nil {
			line.ready = make(chan struct{}, 1)
		}
		q.ahead += line.content.Size
		q.work <- line
	}
}

// appendContent appends the object of a content. The content may be read into scratch, which
// it returns as it became.
func appendContent(b []byte, c *Content, scratch []byte) (line, grown []byte, err error) {
	b = appendStart(b, c)
	if c.wire != nil {
		return append(append(b, c.wire...), '}'), scratch, nil
	}
	var data []byte
	if c.Append != nil {
		data, err = c.Append(scratch)
		scratch = data
	} else {
		data, err = c.Bytes()
	}
	if err != nil {
		return b, scratch, fmt.Errorf("reading content %s: %w", c.Digest, err)
	}
	if got := protocol.Digest(data); got != c.Digest || int64(len(data)) != c.Size {
		return b, scratch, fmt.Errorf("a file changed while the catalog was built: content %s of %d bytes is now %s of %d bytes; build it again",
			c.Digest, c.Size, got, len(data))
	}
	return append(AppendMember(b, data, protocol.IsText(data)), '}'), scratch, nil
}
