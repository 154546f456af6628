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
	"time"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

// content is what reading one real file gives. Several paths may lead to it. A reader
// fills it in; until readers.wait has returned nobody else may look into it.
type content struct {
	real string

	size       int64
	modified   time.Time
	digest     string
	text       bool
	executable bool
	retained   []byte          // all bytes, nil where they are not kept
	manifest   *parsedManifest // of a SKILL.md
	unread     bool            // only size, modified and executable are known
	err        error
}

const (
	// maxWorkers bounds the files open at a time and, with protocol.MaxBytes, the
	// memory for files that are not kept.
	maxWorkers = 8
	pieceSize  = 64 << 10 // bytes read at a time
	// maxKept bounds the bytes of all files that a tree keeps in memory, so that a small
	// tree is read once and a large one needs no memory for its files.
	maxKept = 32 << 20
	// maxWaiting bounds how far the walk is ahead of the readers, in files.
	maxWaiting = 1 << 10
)

// readers read files while the walk goes on.
type readers struct {
	ctx      context.Context
	fsys     fs.FS
	contents map[string]*content // by real path; of the walk alone
	looked   map[string]*content // likewise, those not read
	notes    Notes               // nil for none
	work     chan *content
	kept     atomic.Int64 // bytes retained so far
	group    sync.WaitGroup
}

func startReaders(ctx context.Context, fsys fs.FS, notes Notes) *readers {
	r := &readers{ctx: ctx, fsys: fsys, notes: notes, contents: map[string]*content{}, looked: map[string]*content{}, work: make(chan *content, maxWaiting)}
	for range min(runtime.GOMAXPROCS(0), maxWorkers) {
		r.group.Go(func() {
			m := newMeasure()
			for c := range r.work {
				if ctx.Err() == nil {
					c.err = r.load(c, m)
				}
			}
		})
	}
	return r
}

// read has the file at a real path read, once however many paths lead to it.
func (r *readers) read(real string) {
	if known := r.contents[real]; known == nil || known.unread {
		c := &content{real: real}
		r.contents[real] = c
		r.work <- c
	}
}

// wait returns what was read, by real path, when everything is. The error is that of the
// first of the sorted entries, whichever reader met it; a file that may not be read is
// not an error here. It must be called once, also where the contents are of no use.
func (r *readers) wait(entries []entry) (map[string]*content, error) {
	close(r.work)
	r.group.Wait()
	if err := r.ctx.Err(); err != nil {
		return nil, err
	}
	for real, c := range r.looked {
		if r.contents[real] == nil {
			r.contents[real] = c
		}
	}
	for _, e := range entries {
		if c := r.contents[e.real]; c.err != nil && !errors.Is(c.err, fs.ErrPermission) {
			return nil, c.err
		}
	}
	return r.contents, nil
}

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

// load reads the file, in pieces, and keeps its bytes if there is room for them. A
// SKILL.md is parsed at once. A file over protocol.MaxBytes is never held as a whole.
func (r *readers) load(c *content, m *measure) error {
	if c.unread {
		return r.stat(c)
	}
	f, err := r.fsys.Open(c.real)
	if err != nil {
		return err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return err
	}
	c.executable, c.modified = info.Mode()&0o111 != 0, info.ModTime()
	isManifest := path.Base(c.real) == protocol.ManifestName
	m.reset(isManifest, isManifest || r.kept.Load()+info.Size() <= maxKept)
	// What has given the size that the system tells has no more to give; one of size 0 may
	// be of those that tell no size.
	for size := info.Size(); err == nil && (size == 0 || m.size != size) && r.ctx.Err() == nil; {
		var n int
		m.makeRoom()
		n, err = f.Read(m.piece)
		m.take(m.piece[:n])
	}
	if err != nil && err != io.EOF {
		return err
	}
	c.size, c.digest, c.text = m.size, m.digest(), m.isText()
	m.hold = m.hold && (c.text || isManifest)
	if m.hold && isManifest {
		c.manifest = newParsedManifest(c.real, m.bytes())
		r.keep(c)
	}
	if m.hold && r.kept.Add(c.size) <= maxKept {
		c.retained = slices.Clone(m.bytes())
	}
	return nil
}

// measure takes in a file piece by piece. It knows of the whole file what
// protocol.Digest and protocol.IsText say of bytes in memory. It is used for one file
// after the other.
type measure struct {
	piece []byte // what the file is read into
	hash  hash.Hash
	size  int64
	any   bool   // bytes are to be held whatever they are; else those of a text alone
	hold  bool   // the bytes so far are held
	held  []byte // while hold, those before the last piece; valid up to reset
	last  int    // bytes in piece that are not in held
	odd   bool   // a NUL or invalid UTF-8 was seen
	tail  []byte // the beginning of a character that the last piece cut off
}

func newMeasure() *measure {
	m := &measure{piece: make([]byte, pieceSize), hash: sha256.New()}
	m.reset(false, false)
	return m
}

// reset begins a file, of which the bytes are held, where they are to be, if they are text,
// or any. A great file's memory is not held on to.
func (m *measure) reset(any, hold bool) {
	const most = 1 << 20
	m.hash.Reset()
	if cap(m.held) > most {
		m.held = nil
	}
	m.size, m.any, m.hold, m.held, m.last, m.odd, m.tail = 0, any, hold, m.held[:0], 0, false, m.tail[:0]
}

// makeRoom makes piece free for what is read next. The bytes of a file of one piece are
// never copied.
func (m *measure) makeRoom() {
	if m.hold {
		m.held = append(m.held, m.piece[:m.last]...)
	}
	m.last = 0
}

// bytes returns the file while hold, valid up to reset.
func (m *measure) bytes() []byte {
	if len(m.held) == 0 {
		return m.piece[:m.last]
	}
	m.makeRoom()
	return m.held
}

func (m *measure) take(piece []byte) {
	m.hash.Write(piece)
	m.size += int64(len(piece))
	if !m.odd && len(piece) > 0 {
		m.scan(piece)
	}
	m.hold = m.hold && m.size <= protocol.MaxBytes && (m.any || !m.odd)
	m.last = len(piece)
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
	m.tail = append(m.tail[:0], piece[whole:]...)
	m.odd = whole > 0 && !protocol.IsText(piece[:whole])
}

// isText is called at the end. An empty file is text here, though it is served as a
// blob.
func (m *measure) isText() bool { return !m.odd && len(m.tail) == 0 }

func (m *measure) digest() string {
	var sum [sha256.Size]byte
	return protocol.FormatDigest([sha256.Size]byte(m.hash.Sum(sum[:0])))
}

// newFile makes the File of an entry from the content behind it.
func newFile(t *Tree, e entry, c *content) *File {
	f := &File{
		Path: e.path, Real: e.real, Through: e.through, Mode: FileMode{Executable: c.executable, Link: e.link},
		Size: c.size, Digest: c.digest, Text: c.text,
		source: t.source, modified: c.modified, unread: c.unread,
	}
	if f.hasContent() {
		f.kept = c.retained
	}
	return f
}

func unreadableFile(e entry) diag.Diagnostic {
	return finding("files/unreadable", e.path, fmt.Sprintf("%q may not be read; change its permissions or exclude it", e.path))
}
