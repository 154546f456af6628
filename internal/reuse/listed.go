package reuse

import (
	"io/fs"
	"slices"
	"sync"
)

// Listed is a file system of which directories were listed already: their names stay what they
// were then. It may be used by any number of goroutines.
type Listed struct {
	fs.ReadLinkFS
	mu    sync.Mutex
	lists map[string][]fs.DirEntry
}

func newListed(files fs.ReadLinkFS) *Listed {
	return &Listed{ReadLinkFS: files, lists: make(map[string][]fs.DirEntry)}
}

// Files returns the tree with the listings that the state was made of, so that who reads it next
// need not list it again.
func (s *State) Files() *Listed { return s.listed }

// look lists a directory and keeps the listing.
func (l *Listed) look(name string) ([]fs.DirEntry, error) {
	list, err := fs.ReadDir(l.ReadLinkFS, name)
	if err != nil {
		return nil, err
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.lists[name] = list
	return list, nil
}

// ReadDir is that of fs.ReadDirFS.
func (l *Listed) ReadDir(name string) ([]fs.DirEntry, error) {
	if list, ok := l.known(name); ok {
		return slices.Clone(list), nil // as it is the caller's
	}
	return fs.ReadDir(l.ReadLinkFS, name)
}

func (l *Listed) known(name string) ([]fs.DirEntry, bool) {
	l.mu.Lock()
	defer l.mu.Unlock()
	list, ok := l.lists[name]
	return list, ok
}

// Stat is that of fs.StatFS.
func (l *Listed) Stat(name string) (fs.FileInfo, error) { return fs.Stat(l.ReadLinkFS, name) }
