package skill

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"hash"
	"io"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

// content is what reading one real file gives. Several paths may lead to it.
type content struct {
	real string
	keep bool // hold the bytes also of a binary file

	size       int64
	digest     string
	text       bool
	executable bool
	retained   []byte
	err        error
}

// readAll reads every real file behind the entries once and returns the contents by
// real path. The error is that of the first path by order, whichever reader met it;
// a file that may not be read is not an error here.
func readAll(ctx context.Context, fsys fs.FS, entries []entry) (map[string]*content, error) {
	contents := make(map[string]*content, len(entries))
	var work []*content
	for _, e := range entries {
		c := contents[e.real]
		if c == nil {
			c = &content{real: e.real}
			contents[e.real] = c
			work = append(work, c)
		}
		c.keep = c.keep || path.Base(e.path) == protocol.ManifestName
	}
	buffers := sync.Pool{New: func() any { return new([pieceSize]byte) }}
	err := inParallel(ctx, len(work), func(i int) {
		buffer := buffers.Get().(*[pieceSize]byte)
		work[i].err = work[i].load(ctx, fsys, buffer[:])
		buffers.Put(buffer)
	})
	if err != nil {
		return nil, err
	}
	for _, c := range work {
		if c.err != nil && !errors.Is(c.err, fs.ErrPermission) {
			return nil, c.err
		}
	}
	return contents, nil
}

const (
	// maxWorkers bounds the files open at a time and, with protocol.MaxBytes, the
	// memory for files that are not kept.
	maxWorkers = 8
	pieceSize  = 64 << 10 // bytes read at a time
)

// inParallel calls do for 0 to n-1, a few at a time, and returns when all calls have.
// When ctx ends it makes no further call and returns its error.
func inParallel(ctx context.Context, n int, do func(i int)) error {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), maxWorkers, n) {
		workers.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= n {
					return
				}
				do(i)
			}
		})
	}
	workers.Wait()
	return ctx.Err()
}

// load reads the file, in pieces of the buffer, and holds its bytes if they are to
// be kept. A file over protocol.MaxBytes is never held as a whole.
func (c *content) load(ctx context.Context, fsys fs.FS, buffer []byte) error {
	f, err := fsys.Open(c.real)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	c.executable = info.Mode()&0o111 != 0
	m := measure{hash: sha256.New(), hold: true}
	if size := info.Size(); 0 < size && size <= protocol.MaxBytes {
		m.held = make([]byte, 0, size)
	}
	for err == nil && ctx.Err() == nil {
		var n int
		n, err = f.Read(buffer)
		m.take(buffer[:n])
	}
	if err != nil && err != io.EOF {
		return err
	}
	c.size, c.digest, c.text = m.size, m.digest(), m.isText()
	if m.hold && (c.text || c.keep) {
		c.retained = slices.Clip(m.held)
	}
	return nil
}

// measure takes in a file piece by piece. It knows of the whole file what
// protocol.Digest and protocol.IsText say of bytes in memory.
type measure struct {
	hash hash.Hash
	size int64
	hold bool   // the bytes so far are held
	held []byte // while hold
	odd  bool   // a NUL or invalid UTF-8 was seen
	tail []byte // the beginning of a character that the last piece cut off
}

func (m *measure) take(piece []byte) {
	m.hash.Write(piece)
	m.size += int64(len(piece))
	if m.hold = m.size <= protocol.MaxBytes; m.hold {
		m.held = append(m.held, piece...)
	} else {
		m.held = nil
	}
	if !m.odd && len(piece) > 0 {
		m.scan(piece)
	}
}

// scan checks a piece together with the cut-off character before it.
func (m *measure) scan(piece []byte) {
	if len(m.tail) > 0 {
		piece = slices.Concat(m.tail, piece)
	}
	whole := len(piece)
	for back := 1; back < utf8.UTFMax && back <= len(piece); back++ {
		if last := piece[len(piece)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				whole -= back
			}
			break
		}
	}
	m.tail = slices.Clone(piece[whole:])
	m.odd = whole > 0 && !protocol.IsText(piece[:whole])
}

// isText is called at the end. An empty file is text here, though it is served as a
// blob.
func (m *measure) isText() bool { return !m.odd && len(m.tail) == 0 }

func (m *measure) digest() string { return protocol.FormatDigest([sha256.Size]byte(m.hash.Sum(nil))) }

// newFile makes the File of an entry from the content behind it.
func newFile(fsys fs.FS, e entry, c *content) *File {
	f := &File{
		Path: e.path, Real: e.real, Through: e.through, Mode: FileMode{Executable: c.executable, Link: e.link},
		Size: c.size, Digest: c.digest, Text: c.text,
		read: func() ([]byte, error) { return fs.ReadFile(fsys, e.real) },
	}
	if c.text || path.Base(e.path) == protocol.ManifestName {
		f.retained = c.retained
	}
	return f
}

func unreadableFile(e entry) diag.Diagnostic {
	return finding("files/unreadable", e.path, fmt.Sprintf("%q may not be read; change its permissions or exclude it", e.path))
}
