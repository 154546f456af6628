package skill

import (
	"bytes"
	"encoding/binary"
	"io/fs"
	"slices"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ReadDir is that of fs.ReadDirFS. Of regular files it knows at once what Info tells: to ask
// for a name in an open directory takes the system less than a path of many segments.
func (d *disk) ReadDir(name string) ([]fs.DirEntry, error) {
	fd, err := d.open(name, syscall.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	l, _ := d.listings.Get().(*listing)
	if l == nil {
		l = new(listing)
	}
	defer d.listings.Put(l)
	if err := l.read(fd); err != nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: err}
	}
	return l.result(d, name), nil
}

// listing is memory for the listing of one directory after the other.
type listing struct {
	buffer [16 << 10]byte // what the system tells at a time
	names  []byte         // one after the other
	found  []found
}

// found is what is known of a name in a directory.
type found struct {
	end      int         // of the name, in names
	mode     fs.FileMode // while not asked, only the type
	asked    bool
	size     int64
	modified unix.Timespec
	changed  unix.Timespec
	inode    uint64
}

// read lists an open directory.
func (l *listing) read(fd int) error {
	l.names, l.found = l.names[:0], l.found[:0]
	for {
		n := 0
		if err := again(func() (err error) { n, err = syscall.ReadDirent(fd, l.buffer[:]); return err }); err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		if err := l.take(fd, l.buffer[:n]); err != nil {
			return err
		}
	}
}

// take takes in records as the system gives them: two numbers of 8 bytes, which are of no
// use here, the size of the record, the kind, and a name that ends at a NUL.
func (l *listing) take(fd int, records []byte) error {
	const sizeAt, kindAt, nameAt = 16, 18, 19
	for len(records) > nameAt {
		record := records[:binary.NativeEndian.Uint16(records[sizeAt:])]
		records = records[len(record):]
		name, _, _ := bytes.Cut(record[nameAt:], []byte{0})
		if string(name) == "." || string(name) == ".." {
			continue
		}
		if err := l.add(fd, name, record[kindAt]); err != nil {
			return err
		}
	}
	return nil
}

// add adds a name. One of unknown kind that is gone by now is none. A regular file that may
// not be asked for is one of which nothing more is known.
func (l *listing) add(fd int, name []byte, kind byte) error {
	mode, known := kindOf(kind)
	f := found{end: len(l.names) + len(name), mode: mode}
	if !known || mode.IsRegular() {
		switch err := f.ask(fd, string(name)); {
		case err == syscall.ENOENT && !known:
			return nil
		case err != nil && !known:
			return err
		}
	}
	l.names, l.found = append(l.names, name...), append(l.found, f)
	return nil
}

// ask asks an open directory for what is known of a name.
func (f *found) ask(fd int, name string) error {
	var stat unix.Stat_t
	err := again(func() error { return unix.Fstatat(fd, name, &stat, unix.AT_SYMLINK_NOFOLLOW) })
	if err == nil {
		f.mode, f.size, f.asked = modeOf(stat.Mode), stat.Size, true
		f.modified, f.changed, f.inode = stat.Mtim, stat.Ctim, stat.Ino
	}
	return err
}

// result returns what was read of a directory, sorted.
func (l *listing) result(d *disk, dir string) []fs.DirEntry {
	entries, names, start := make([]diskEntry, len(l.found)), string(l.names), 0
	for i, f := range l.found {
		entries[i] = diskEntry{d, dir, names[start:f.end], f}
		start = f.end
	}
	slices.SortFunc(entries, func(a, b diskEntry) int { return strings.Compare(a.name, b.name) })
	list := make([]fs.DirEntry, len(entries))
	for i := range entries {
		list[i] = &entries[i]
	}
	return list
}

// kindOf returns the type bits of a kind that a directory tells of; known is false where it
// does not tell.
func kindOf(kind byte) (mode fs.FileMode, known bool) {
	switch kind {
	case syscall.DT_REG:
		return 0, true
	case syscall.DT_DIR:
		return fs.ModeDir, true
	case syscall.DT_LNK:
		return fs.ModeSymlink, true
	case syscall.DT_FIFO:
		return fs.ModeNamedPipe, true
	case syscall.DT_SOCK:
		return fs.ModeSocket, true
	case syscall.DT_CHR:
		return fs.ModeDevice | fs.ModeCharDevice, true
	case syscall.DT_BLK:
		return fs.ModeDevice, true
	}
	return fs.ModeIrregular, false
}

// modeOf returns what the system's mode of a file says.
func modeOf(system uint32) fs.FileMode {
	const toKind = 12 // bits below the kind, which is the one that directories tell
	mode, _ := kindOf(byte(system & syscall.S_IFMT >> toKind))
	mode |= fs.FileMode(system) & fs.ModePerm
	if system&syscall.S_ISUID != 0 {
		mode |= fs.ModeSetuid
	}
	if system&syscall.S_ISGID != 0 {
		mode |= fs.ModeSetgid
	}
	if system&syscall.S_ISVTX != 0 {
		mode |= fs.ModeSticky
	}
	return mode
}

// diskEntry is a name in a directory, and its own fs.FileInfo.
type diskEntry struct {
	disk      *disk
	dir, name string
	found     found
}

// Info is that of fs.DirEntry: what the listing found out, or what is found now.
func (e *diskEntry) Info() (fs.FileInfo, error) {
	if e.found.asked {
		return e, nil
	}
	return e.disk.Lstat(join(e.dir, e.name))
}

func (e *diskEntry) Name() string       { return e.name }
func (e *diskEntry) Type() fs.FileMode  { return e.found.mode.Type() }
func (e *diskEntry) IsDir() bool        { return e.found.mode.IsDir() }
func (e *diskEntry) Mode() fs.FileMode  { return e.found.mode }
func (e *diskEntry) Size() int64        { return e.found.size }
func (e *diskEntry) ModTime() time.Time { return time.Unix(e.found.modified.Unix()) }

// Sys tells, beyond the rest, when anything of the file changed, and its number; nothing else of
// the syscall.Stat_t is set.
func (e *diskEntry) Sys() any {
	return &syscall.Stat_t{Ino: e.found.inode, Ctim: syscall.Timespec(e.found.changed)}
}
