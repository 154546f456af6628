package reuse

import (
	"cmp"
	"crypto/sha256"
	"encoding/binary"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"time"
)

// doubt is how long after a file's time another change may leave the file with the same
// time: the coarsest clock of a file system in use goes by two seconds.
const doubt = 2 * time.Second

// State is what the file system says of a tree at a time: names, kinds, permissions of files,
// sizes, times, and where links lead. It tells trees apart without a look into files.
type State struct {
	sum      [sha256.Size]byte
	doubtful []string // files that were changed so shortly before that another change may not show
}

// State returns the state of the tree, each directory as it was when it was listed first: those
// that nobody listed are listed now, on all cores. A directory that cannot be listed is an error.
func (l *Listed) State() (*State, error) {
	var all []*looked
	for level := []string{"."}; len(level) > 0; {
		found := make([]*looked, len(level))
		inParallel(len(level), func(i int) { found[i] = l.look(level[i]) })
		level = nil
		for _, d := range found {
			if d.err != nil {
				return nil, d.err
			}
			level = append(level, d.below...)
		}
		all = append(all, found...)
	}
	return stateOf(all), nil
}

// looked is what is known of one directory.
type looked struct {
	dir       string
	list      []fs.DirEntry
	forgotten bool  // the list is
	failed    error // that it cannot be listed
	sum       [sha256.Size]byte
	doubtful  []string // files, in the order of their names
	below     []string // directories
	err       error    // that it cannot be told from another
}

// stateOf puts together what is known of all directories.
func stateOf(all []*looked) *State {
	slices.SortFunc(all, func(a, b *looked) int { return cmp.Compare(a.dir, b.dir) })
	s, sum := new(State), sha256.New()
	for _, d := range all {
		sum.Write(append([]byte(d.dir), 0))
		sum.Write(d.sum[:])
		s.doubtful = append(s.doubtful, d.doubtful...)
	}
	sum.Sum(s.sum[:0])
	return s
}

// list lists a directory and finds out what tells it from another.
func (l *Listed) list(dir string) *looked {
	list, err := fs.ReadDir(l.ReadLinkFS, dir)
	d := &looked{dir: dir, list: list, failed: err, err: err}
	if err != nil {
		return d
	}
	var lines []byte
	for _, e := range list {
		file := path.Join(dir, e.Name())
		if l.memory.Skip(file) {
			continue
		}
		if lines, err = l.entry(d, lines, file, e); err != nil {
			d.err = err
			return d
		}
	}
	d.sum = sha256.Sum256(lines)
	return d
}

// entry appends what is known of one name. Of a directory nothing tells what its entries do not.
func (l *Listed) entry(d *looked, line []byte, file string, e fs.DirEntry) ([]byte, error) {
	line = append(append(line, e.Name()...), 0)
	if e.IsDir() {
		d.below = append(d.below, file)
		return append(line, "/\n"...), nil
	}
	info, err := e.Info()
	if err != nil {
		return line, err
	}
	line = add(line, uint64(info.Mode()))
	if info.Mode()&fs.ModeSymlink != 0 {
		return l.link(line, file)
	}
	changed, inode := identity(info)
	line = add(line, uint64(info.Size()), uint64(info.ModTime().UnixNano()), uint64(changed.UnixNano()), inode)
	if info.Mode().IsRegular() && (info.ModTime().After(l.since) || changed.After(l.since)) {
		d.doubtful = append(d.doubtful, file)
	}
	return append(line, '\n'), nil
}

func (l *Listed) link(line []byte, file string) ([]byte, error) {
	onDisk := filepath.Join(l.memory.Root, filepath.FromSlash(file))
	target, err := os.Readlink(onDisk)
	if err != nil {
		return line, err
	}
	line = append(append(line, target...), 0)
	if behind, err := os.Stat(onDisk); err == nil {
		line = add(line, uint64(behind.Mode()))
	}
	return append(line, '\n'), nil
}

func add(line []byte, numbers ...uint64) []byte {
	for _, n := range numbers {
		line = binary.LittleEndian.AppendUint64(line, n)
	}
	return line
}
