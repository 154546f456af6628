package build

import (
	"encoding/hex"
	"io"
	"sync"

	"skillpack/internal/skill"
)

// Spool keeps the contents of a tree that memory has no room for, in the form that a catalog
// holds them, from the time that their files are read until the catalog is written, which
// wants them in the order of their digests. They are in a nameless file in a folder, made when it is
// needed. It may be used by any number of goroutines.
//
// The first of them are found one by one in the system's cache of files. Those beyond lie in buckets, each
// for a range of digests, since a disk is fast only where much is read at once.
//
// A spool that cannot be made or written holds less: what is not in it is read again.
type Spool struct {
	file   spoolFile
	bucket [buckets]bucket
	window window

	mu     sync.Mutex
	single map[sum]stretch // of the file
}

// NewSpool returns an empty spool whose file will be in a folder. It is the caller's to close.
func NewSpool(folder string) *Spool {
	s := &Spool{single: map[sum]stretch{}}
	s.file.init(folder)
	for i := range s.bucket {
		s.bucket[i].file = &s.file
	}
	return s
}

// Close frees the disk. The spool is of no use any more. Closing it again, or a nil one, does
// nothing.
func (s *Spool) Close() error {
	if s == nil {
		return nil
	}
	s.window.close()
	return s.file.close()
}

// Examine takes in what a file holds. It is meant for skill.Options.
func (s *Spool) Examine(e skill.Examined) {
	digest, ok := sumOf(e.Digest)
	if !ok || s.file.isFull() || s.holdsSingle(digest) {
		return
	}
	if s.file.isPast() {
		s.bucket[indexOf(digest)].add(digest, e)
		return
	}
	if at, err := s.file.add(e); err == nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.single[digest] = at
	}
}

func (s *Spool) holdsSingle(digest sum) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	_, ok := s.single[digest]
	return ok
}

// sum is a digest in its shortest form.
type sum [32]byte

func sumOf(digest string) (s sum, ok bool) {
	const prefix = "sha256:"
	if len(digest) != len(prefix)+hex.EncodedLen(len(s)) {
		return s, false
	}
	_, err := hex.Decode(s[:], []byte(digest[len(prefix):]))
	return s, err == nil
}

// member returns what catalog.Content.WriteMember is to be, nil for a content that is not in the
// spool. To write all members takes little time in the order of their digests, and long in
// another.
func (s *Spool) member(digest string) func(io.Writer) error {
	if s == nil {
		return nil
	}
	key, ok := sumOf(digest)
	if !ok {
		return nil
	}
	if at, ok := s.single[key]; ok {
		return func(w io.Writer) error { return s.file.writeTo(w, at) }
	}
	at, ok := s.bucket[indexOf(key)].at[key]
	if !ok {
		return nil
	}
	return func(w io.Writer) error {
		return s.window.use(s, indexOf(key), func(all []byte) error {
			_, err := w.Write(all[at.start:][:at.size])
			return err
		})
	}
}
