package reuse

import (
	"io/fs"
	"os"
	"syscall"
	"time"

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

// lstat asks for a path below the directory. It does what os.Lstat does with less effort, since
// it is called for every directory of large trees.
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
