package skill

import (
	"bytes"
	"cmp"
	"encoding/binary"
	"io/fs"
	"slices"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// ReadDir is that of fs.ReadDirFS. Of regular files it knows at once what Info tells: to ask
// for a name in an open directory takes the system less than a path of many segments.
func (d disk) ReadDir(name string) ([]fs.DirEntry, error) {
	fd, err := d.open(name, syscall.O_DIRECTORY)
	if err != nil {
		return nil, err
	}
	defer syscall.Close(fd)
	l := &listing{disk: d, dir: name, fd: fd}
	if err := l.read(); err != nil {
		return nil, &fs.PathError{Op: "readdir", Path: name, Err: err}
	}
	slices.SortFunc(l.entries, func(a, b diskEntry) int { return cmp.Compare(a.name, b.name) })
	list := make([]fs.DirEntry, len(l.entries))
	for i := range l.entries {
		list[i] = &l.entries[i]
	}
	return list, nil
}

// listing is a directory that is being listed, or was.
type listing struct {
	disk    disk
	dir     string
	fd      int // while it is open
	entries []diskEntry
}

// read fills entries.
func (l *listing) read() error {
	var buffer [8 << 10]byte
	for {
		n := 0
		if err := again(func() (err error) { n, err = syscall.ReadDirent(l.fd, buffer[:]); return err }); err != nil {
			return err
		}
		if n == 0 {
			return nil
		}
		if err := l.take(buffer[:n]); err != nil {
			return err
		}
	}
}

// take takes in records as the system gives them: two numbers of 8 bytes, which are of no
// use here, the size of the record, the kind, and a name that ends at a NUL.
func (l *listing) take(records []byte) error {
	const sizeAt, kindAt, nameAt = 16, 18, 19
	for len(records) > nameAt {
		record := records[:binary.NativeEndian.Uint16(records[sizeAt:])]
		records = records[len(record):]
		name, _, _ := bytes.Cut(record[nameAt:], []byte{0})
		if string(name) == "." || string(name) == ".." {
			continue
		}
		if err := l.add(string(name), record[kindAt]); err != nil {
			return err
		}
	}
	return nil
}

// add adds a name. One of unknown kind that is gone by now is none. A regular file that may
// not be asked for is one of which nothing more is known.
func (l *listing) add(name string, kind byte) error {
	e := diskEntry{in: l, name: name}
	known := false
	if e.mode, known = kindOf(kind); !known || e.mode.IsRegular() {
		switch err := e.ask(); {
		case err == syscall.ENOENT && !known:
			return nil
		case err != nil && !known:
			return err
		}
	}
	l.entries = append(l.entries, e)
	return nil
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
	in       *listing
	name     string
	mode     fs.FileMode // while not asked, only the type
	asked    bool
	size     int64
	modified time.Time
}

// ask asks the open directory for what is known of the name.
func (e *diskEntry) ask() error {
	var stat unix.Stat_t
	err := again(func() error { return unix.Fstatat(e.in.fd, e.name, &stat, unix.AT_SYMLINK_NOFOLLOW) })
	if err == nil {
		e.mode, e.size, e.modified, e.asked = modeOf(stat.Mode), stat.Size, time.Unix(stat.Mtim.Unix()), true
	}
	return err
}

// Info is that of fs.DirEntry: what the listing found out, or what is found now.
func (e *diskEntry) Info() (fs.FileInfo, error) {
	if e.asked {
		return e, nil
	}
	return e.in.disk.Lstat(join(e.in.dir, e.name))
}

func (e *diskEntry) Name() string       { return e.name }
func (e *diskEntry) Type() fs.FileMode  { return e.mode.Type() }
func (e *diskEntry) IsDir() bool        { return e.mode.IsDir() }
func (e *diskEntry) Mode() fs.FileMode  { return e.mode }
func (e *diskEntry) Size() int64        { return e.size }
func (e *diskEntry) ModTime() time.Time { return e.modified }
func (e *diskEntry) Sys() any           { return nil }
