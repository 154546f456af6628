package reuse

import (
	"io/fs"
	"slices"
	"sync"
	"time"
)

// Listed is the tree as it is from some time on: each directory stays for it as it was when somebody
// listed it first. It may be used by any number of goroutines.
type Listed struct {
	fs.ReadLinkFS
	memory *Memory
	since  time.Time // what changed later may change again unseen

	mu   sync.Mutex
	dirs map[string]*looked
}

// Begin returns the tree as it is from now on, for who reads it to make what will be remembered: so
// the tree is listed once for both.
func (m *Memory) Begin() *Listed {
	return &Listed{ReadLinkFS: m.Files, memory: m, since: time.Now().Add(-doubt), dirs: make(map[string]*looked)}
}

// look returns what is known of a directory, which is listed if nothing is.
func (l *Listed) look(name string) *looked {
	if d := l.known(name); d != nil {
		return d
	}
	d := l.list(name)
	l.mu.Lock()
	defer l.mu.Unlock()
	if first := l.dirs[name]; first != nil {
		return first
	}
	l.dirs[name] = d
	return d
}

func (l *Listed) known(name string) *looked {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.dirs[name]
}

// Forget lets go of the lists themselves, for who needs none any more. Who lists a directory all the same
// finds it as it is then.
func (l *Listed) Forget() {
	l.mu.Lock()
	defer l.mu.Unlock()
	for name, d := range l.dirs {
		without := *d // others may be reading this one
		without.list, without.forgotten = nil, true
		l.dirs[name] = &without
	}
}

// ReadDir is that of fs.ReadDirFS.
func (l *Listed) ReadDir(name string) ([]fs.DirEntry, error) {
	d := l.look(name)
	if d.forgotten {
		return fs.ReadDir(l.ReadLinkFS, name)
	}
	return slices.Clone(d.list), d.failed // as the list is the caller's
}

// Stat is that of fs.StatFS.
func (l *Listed) Stat(name string) (fs.FileInfo, error) { return fs.Stat(l.ReadLinkFS, name) }
