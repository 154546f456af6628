package build

import (
	"io"
	"os"
	"sync"

	"skillpack/catalog"
	"skillpack/internal/skill"
)

// Spool keeps the contents of a tree that memory has no room for, in the form that a catalog
// holds them, from the time that their files are read until the catalog is written, which
// wants them in another order. They are in a nameless file in a folder, made when it is
// needed. It may be used by any number of goroutines.
//
// A spool that cannot be made or written holds less: what is not in it is read again.
type Spool struct {
	folder string
	most   int64     // bytes of the file, but for the last content
	memory sync.Pool // *[]byte

	mu           sync.Mutex
	open, closed sync.Once
	file         *os.File // nil where it could not be made
	size         int64
	at           map[string]stretch // by digest
}

// mostSpooled is how large the file of a spool may become. To write and read more than memory has
// room for takes longer than to read the files of a tree again.
const mostSpooled = 1 << 30

// stretch is a part of the file.
type stretch struct{ start, size int64 }

// NewSpool returns an empty spool whose file will be in a folder. It is the caller's to close.
func NewSpool(folder string) *Spool {
	return &Spool{folder: folder, most: mostSpooled, memory: sync.Pool{New: func() any { b := make([]byte, 0, 64<<10); return &b }}, at: map[string]stretch{}}
}

// Close frees the disk. The spool is of no use any more. Closing it again, or a nil one, does
// nothing.
func (s *Spool) Close() error {
	if s == nil {
		return nil
	}
	s.open.Do(func() {})
	if s.file == nil {
		return nil
	}
	var err error
	s.closed.Do(func() {
		err = s.file.Close()
		_ = os.Remove(s.file.Name()) // it is gone already where a file in use can be removed
	})
	return err
}

// Examine takes in what a file holds. It is meant for skill.Options.
func (s *Spool) Examine(e skill.Examined) {
	s.open.Do(s.create)
	if s.file == nil || s.isFull() || s.holds(e.Digest) {
		return
	}
	memory := s.memory.Get().(*[]byte)
	var at stretch
	var err error
	if e.Text {
		at, err = s.writeText(e.Bytes, memory)
	} else {
		at, err = s.writeBlob(e.Bytes, memory)
	}
	if err == nil {
		s.note(e.Digest, at)
	}
	const mostIdle = 1 << 20 // bytes
	if cap(*memory) <= mostIdle {
		s.memory.Put(memory)
	}
}

func (s *Spool) writeText(text []byte, memory *[]byte) (stretch, error) {
	*memory = catalog.AppendMember((*memory)[:0], text, true)
	at := s.take(int64(len(*memory)))
	_, err := s.file.WriteAt(*memory, at.start)
	return at, err
}

func (s *Spool) writeBlob(blob []byte, memory *[]byte) (at stretch, err error) {
	at = s.take(catalog.BlobSize(int64(len(blob))))
	*memory, err = catalog.WriteBlob(io.NewOffsetWriter(s.file, at.start), blob, *memory)
	return at, err
}

func (s *Spool) create() {
	file, err := os.CreateTemp(s.folder, ".skillpack-*.tmp")
	if err != nil {
		return
	}
	s.file = file
	_ = os.Remove(file.Name()) // so that nothing is left however the process ends
}

func (s *Spool) isFull() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.size >= s.most
}

func (s *Spool) holds(digest string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.at[digest]
	return ok
}

func (s *Spool) note(digest string, at stretch) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.at[digest] = at
}

// take takes a part of the file.
func (s *Spool) take(size int64) stretch {
	s.mu.Lock()
	defer s.mu.Unlock()
	at := stretch{s.size, size}
	s.size += size
	return at
}

// member returns what catalog.Content.WriteMember is to be, nil for a content that is not in the
// spool.
func (s *Spool) member(digest string) func(io.Writer) error {
	if s == nil {
		return nil
	}
	at, ok := s.at[digest]
	if !ok {
		return nil
	}
	return func(w io.Writer) error {
		n, err := io.Copy(w, io.NewSectionReader(s.file, at.start, at.size))
		if err == nil && n < at.size {
			err = io.ErrUnexpectedEOF
		}
		return err
	}
}
