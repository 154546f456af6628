package reuse

import (
	"crypto/sha256"
	"encoding/binary"
	"hash"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"
)

// doubt is how long after a file's time another change may leave the file with the same
// time: the coarsest clock of a file system in use goes by two seconds.
const doubt = 2 * time.Second

// State is what the file system says of a tree at a time: names, kinds, permissions,
// sizes, times, and where links lead. It tells trees apart without a look into files.
type State struct {
	sum      [sha256.Size]byte
	doubtful []string // files that were changed so shortly before that another change may not show
}

// Look returns the state of the tree.
func (m *Memory) Look() (*State, error) {
	l := &looker{memory: m, since: time.Now().Add(-doubt), sum: sha256.New(), state: &State{}}
	if err := l.dir("."); err != nil {
		return nil, err
	}
	l.sum.Sum(l.state.sum[:0])
	return l.state, nil
}

type looker struct {
	memory *Memory
	since  time.Time
	sum    hash.Hash
	state  *State
	line   []byte
}

func (l *looker) dir(dir string) error {
	list, err := os.ReadDir(l.onDisk(dir))
	if err != nil {
		return err
	}
	for _, e := range list {
		file := path.Join(dir, e.Name())
		if l.memory.Skip(file) {
			continue
		}
		info, err := e.Info()
		if err == nil {
			err = l.entry(file, info)
		}
		if err == nil && e.IsDir() {
			err = l.dir(file)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// entry takes what is known of one name. A directory's time and size tell nothing that its
// entries do not.
func (l *looker) entry(file string, info fs.FileInfo) error {
	l.line = append(append(l.line[:0], file...), 0)
	l.add(uint64(info.Mode()))
	switch {
	case info.IsDir():
	case info.Mode()&fs.ModeSymlink != 0:
		target, err := os.Readlink(l.onDisk(file))
		if err != nil {
			return err
		}
		l.line = append(append(l.line, target...), 0)
		if behind, err := os.Stat(l.onDisk(file)); err == nil {
			l.add(uint64(behind.Mode()))
		}
	default:
		changed, inode := identity(info)
		l.add(uint64(info.Size()), uint64(info.ModTime().UnixNano()), uint64(changed.UnixNano()), inode)
		if info.Mode().IsRegular() && (info.ModTime().After(l.since) || changed.After(l.since)) {
			l.state.doubtful = append(l.state.doubtful, file)
		}
	}
	l.sum.Write(append(l.line, '\n'))
	return nil
}

func (l *looker) add(numbers ...uint64) {
	for _, n := range numbers {
		l.line = binary.LittleEndian.AppendUint64(l.line, n)
	}
}

func (l *looker) onDisk(file string) string {
	return filepath.Join(l.memory.Root, filepath.FromSlash(file))
}
