package reuse

import (
	"io/fs"
	"os"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// identity returns when anything of a file changed, which no program can set, and its
// number. A file that got another content and its old time back shows in the first.
func identity(info fs.FileInfo) (changed time.Time, inode uint64) {
	if s, ok := info.Sys().(*syscall.Stat_t); ok {
		return time.Unix(s.Ctim.Unix()), s.Ino
	}
	return info.ModTime(), 0
}

// base is a directory below which names are asked for.
type base struct {
	dir *os.File // kept open
	fd  int      // of dir
}

func openBase(root string) (base, error) {
	dir, err := os.OpenFile(root, syscall.O_DIRECTORY, 0)
	if err != nil {
		return base{}, err
	}
	return base{dir, int(dir.Fd())}, nil
}

// asker asks for names, one after the other, with as little effort as can be, since it does
// that for every directory and every file of large trees.
type asker struct {
	base   base
	path   []byte
	answer unix.Statx_t
}

// lstat asks for a node.
func (a *asker) lstat(n *node) (facts, error) {
	a.path = append(n.appendPath(a.path[:0]), 0)
	s := &a.answer
	// It never waits for long but on a disk that does, so nothing prepares for a wait.
	_, _, failed := syscall.RawSyscall6(unix.SYS_STATX, uintptr(a.base.fd), uintptr(unsafe.Pointer(&a.path[0])),
		unix.AT_SYMLINK_NOFOLLOW|unix.AT_NO_AUTOMOUNT, unix.STATX_BASIC_STATS, uintptr(unsafe.Pointer(s)), 0)
	if failed != 0 || s.Mask&unix.STATX_BASIC_STATS != unix.STATX_BASIC_STATS {
		return a.base.lstat(string(a.path[:len(a.path)-1])) // which tells why, or is of an older system
	}
	return facts{fileMode(uint32(s.Mode)), int64(s.Size), nano(s.Mtime), nano(s.Ctime), s.Ino, unix.Mkdev(s.Dev_major, s.Dev_minor)}, nil
}

func nano(t unix.StatxTimestamp) int64 { return t.Sec*int64(time.Second) + int64(t.Nsec) }

// lstat asks for a path below the directory.
func (b base) lstat(path string) (facts, error) {
	var s unix.Stat_t
	err := unix.Fstatat(b.fd, path, &s, unix.AT_SYMLINK_NOFOLLOW)
	for err == unix.EINTR {
		err = unix.Fstatat(b.fd, path, &s, unix.AT_SYMLINK_NOFOLLOW)
	}
	if err != nil {
		return facts{}, err
	}
	return facts{fileMode(s.Mode), s.Size, s.Mtim.Nano(), s.Ctim.Nano(), s.Ino, s.Dev}, nil
}

// fileMode is the mode of a file as the file system tells it.
func fileMode(mode uint32) fs.FileMode {
	m := fs.FileMode(mode & 0o777)
	switch mode & syscall.S_IFMT {
	case syscall.S_IFREG:
	case syscall.S_IFDIR:
		m |= fs.ModeDir
	case syscall.S_IFLNK:
		m |= fs.ModeSymlink
	case syscall.S_IFIFO:
		m |= fs.ModeNamedPipe
	case syscall.S_IFSOCK:
		m |= fs.ModeSocket
	case syscall.S_IFCHR:
		m |= fs.ModeDevice | fs.ModeCharDevice
	case syscall.S_IFBLK:
		m |= fs.ModeDevice
	default:
		m |= fs.ModeIrregular
	}
	return m
}
