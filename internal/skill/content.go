package skill

import (
	"io/fs"
	"path"
	"sync/atomic"
	"time"
	"unsafe"
	"weak"

	"skillpack/internal/protocol"
)

// maxKept is the most bytes that a tree keeps in memory of its files. A small tree is read once, and
// of a large one no more is kept than some of what many ask for.
const maxKept = 32 << 20

// source is where the files of a tree are read from.
type source struct {
	fsys    fs.FS
	examine func(Examined) // Options.Examine
	small   bool           // all files have maxKept bytes at most
	kept    atomic.Int64   // bytes of those SKILL.md that were read in a large tree
	err     atomic.Pointer[error]
}

func (s *source) fail(err error) { s.err.CompareAndSwap(nil, &err) }

// Err returns what first went wrong in reading a file since Load: it is gone, or it changed.
// What was then found in the tree, or not found, is of no use. It is nil for a tree that
// stayed as it was.
func (t *Tree) Err() error {
	if err := t.source.err.Load(); err != nil {
		return *err
	}
	return nil
}

// content is one file on disk, to which several paths may lead. Load fills in the first
// fields, and nobody changes them; the others are any goroutine's.
type content struct {
	source   *source
	real     string
	size     int64
	modified time.Time
	mode     fs.FileMode
	seen     bool            // the fields above are known
	asked    bool            // by Options.Only
	hashed   bool            // the digest is made when the file is read first
	manifest *parsedManifest // of a SKILL.md
	err      error

	known    atomic.Pointer[measured]           // nil before it was read
	kept     atomic.Pointer[[]byte]             // all bytes; nil where they are read again when asked for
	recent   atomic.Pointer[weak.Pointer[byte]] // the first of the bytes that were read last
	examined atomic.Bool
}

// measured is what the bytes of a file are.
type measured struct {
	digest string // "" where nobody wanted it yet
	text   bool
	failed bool // it could not be read, so the rest means nothing
}

// IsText reports whether the file is text, as protocol.IsText, or empty. It reads the file if
// nobody did; where that fails it is false and Tree.Err tells.
func (f *File) IsText() bool { return f.content.measure().text }

// Digest returns the digest of the file, as protocol.Digest. It reads the file if that is not
// known; where that fails it is "" and Tree.Err tells.
func (f *File) Digest() string {
	c := f.content
	m := c.measure()
	if m.digest == "" && !m.failed {
		m = c.hash()
	}
	return m.digest
}

// Content returns the bytes of a text file, of a SKILL.md whatever it holds, and nil
// for a binary file or one over the size limit of a skill. The caller must not
// change them.
//
// What is not kept in memory is read, unless somebody still has it, so ask once for many
// looks. Where that fails, or the file is another one by now, NULs stand for the bytes of a text and
// Tree.Err tells.
func (f *File) Content() []byte { return f.ContentIn(nil) }

// ContentIn is Content for who asks for many files: bytes that must be read are read to
// the start of free where they fit with a byte to spare, and then are nobody's but the caller's.
func (f *File) ContentIn(free []byte) []byte {
	c := f.content
	if c.size == 0 || c.size > protocol.MaxBytes {
		return nil
	}
	m := c.known.Load()
	var data []byte
	if m == nil {
		data, m = c.learn(free)
	}
	if !m.text && !f.isManifest() {
		return nil
	}
	if data == nil {
		data = c.inMemory()
	}
	if data == nil {
		data = c.readAgain(free)
	}
	return data
}

func (f *File) isManifest() bool { return path.Base(f.Path) == protocol.ManifestName }

// measure returns what the file is.
func (c *content) measure() *measured {
	m := c.known.Load()
	if m == nil {
		_, m = c.learn(nil)
	}
	return m
}

// inMemory returns the bytes if they are kept, or were read and somebody still has them.
func (c *content) inMemory() []byte {
	if kept := c.kept.Load(); kept != nil {
		return *kept
	}
	if held := c.recent.Load(); held != nil {
		if data := held.Value(); data != nil {
			return unsafe.Slice(data, c.size)
		}
	}
	return nil
}

// remember lets the bytes be used again for as long as somebody has them.
func (c *content) remember(data []byte) {
	held := weak.Make(unsafe.SliceData(data))
	c.recent.Store(&held)
}
