package skill

import (
	"fmt"
	"io"
	"io/fs"
	"path"
	"sync/atomic"
	"unsafe"
	"weak"

	"skillpack/internal/protocol"
)

// source is where the files of a tree are read again whose bytes Load did not keep.
type source struct {
	fsys fs.FS
	err  atomic.Pointer[error] // the first failure
}

func (s *source) fail(err error) { s.err.CompareAndSwap(nil, &err) }

// Err returns what went wrong in reading a file again since Load: it is gone, or it
// changed. What was then found in the tree, or not found, is of no use. It is nil for a tree
// that stayed as it was.
func (t *Tree) Err() error {
	if err := t.source.err.Load(); err != nil {
		return *err
	}
	return nil
}

// hasContent reports whether Content gives the bytes, of a file that is not empty.
func (f *File) hasContent() bool {
	return (f.Text || f.unread || path.Base(f.Path) == protocol.ManifestName) && f.Size <= protocol.MaxBytes
}

// Content returns the bytes of a text file, of a SKILL.md whatever it holds, and nil
// for a binary file or one over the size limit of a skill. The caller must not
// change them.
//
// What Load did not keep in memory is read again, unless somebody still has it, so ask
// once for many looks. Where that fails, or the file is another one by now, NULs stand for
// the bytes and Tree.Err tells.
func (f *File) Content() []byte {
	switch {
	case !f.hasContent() || f.Size == 0:
		return nil
	case f.kept != nil:
		return f.kept
	}
	if data := f.recent(); data != nil {
		return data
	}
	data := f.readAgain(nil)
	held := weak.Make(unsafe.SliceData(data))
	f.read.Store(&held)
	return data
}

// ContentIn is Content for who asks for many files: bytes that must be read again are read to
// the start of free where they fit, and then are nobody's but the caller's.
func (f *File) ContentIn(free []byte) []byte {
	if !f.hasContent() || f.kept != nil || f.Size == 0 || f.Size > int64(len(free)) {
		return f.Content()
	}
	if data := f.recent(); data != nil {
		return data
	}
	return f.readAgain(free)
}

// recent returns the bytes if they were read again and are still in memory.
func (f *File) recent() []byte {
	if held := f.read.Load(); held != nil {
		if data := held.Value(); data != nil {
			return unsafe.Slice(data, f.Size)
		}
	}
	return nil
}

// readAgain returns the bytes that Load saw, or as many NULs, which Tree.Err then tells of. It
// uses free if it can.
func (f *File) readAgain(free []byte) []byte {
	data, err := f.sameBytes(free)
	if err != nil {
		f.source.fail(err)
		return make([]byte, f.Size)
	}
	return data
}

// sameBytes returns the bytes that Load saw. That they are the same their size and time of
// modification tell, and the digest where they do not.
func (f *File) sameBytes(free []byte) ([]byte, error) {
	data, same, err := f.readNow(free)
	if err != nil {
		return nil, fmt.Errorf("%q cannot be read a second time: %w", f.Path, err)
	}
	if !same && !(f.unread && int64(len(data)) == f.Size) && protocol.Digest(data) != f.Digest {
		return nil, fmt.Errorf("%q changed while it was looked at; run this again", f.Path)
	}
	return data, nil
}

// readNow returns the bytes that the file has now, of which it reads no more than one
// behind those that it had, and whether it has still the time of modification. It uses free
// if it can.
func (f *File) readNow(free []byte) (data []byte, same bool, err error) {
	file, err := f.source.fsys.Open(f.Real)
	if err != nil {
		return nil, false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, false, err
	}
	if same = info.Size() == f.Size && !f.modified.IsZero() && info.ModTime().Equal(f.modified); same {
		if data = free; f.Size > int64(len(free)) {
			data = make([]byte, f.Size)
		}
		data = data[:f.Size:f.Size]
		_, err = io.ReadFull(file, data)
		return data, true, err
	}
	data, err = io.ReadAll(io.LimitReader(file, f.Size+1))
	return data, false, err
}

// Bytes returns the bytes of any file. A file that Load did not keep in memory is
// read again; its bytes are then whatever the disk holds now, so compare the digest.
func (f *File) Bytes() ([]byte, error) {
	switch {
	case f.kept != nil || f.Size == 0:
		return f.kept, nil
	case f.hasContent():
		if data := f.recent(); data != nil {
			return data, nil
		}
	}
	data, _, err := f.readNow(nil)
	return data, err
}
