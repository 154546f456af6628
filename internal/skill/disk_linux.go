package skill

import (
	"io"
	"io/fs"
	"path"
	"strings"
	"syscall"
	"time"
	"unsafe"

	"golang.org/x/sys/unix"
)

// Open opens a file to be read. What os.Open does beyond that, to learn whether reading can
// wait, takes more system calls than all the rest of a small file.
func (d *disk) Open(name string) (fs.File, error) {
	fd, err := d.open(name, 0)
	if err != nil {
		return nil, err
	}
	return &diskFile{name: name, fd: fd}, nil
}

// open opens a file, or a directory, to be read. Whoever opened it must close it.
func (d *disk) open(name string, flags int) (fd int, err error) {
	if !fs.ValidPath(name) || strings.IndexByte(name, 0) >= 0 || strings.IndexByte(d.root, 0) >= 0 {
		return 0, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	var memory [512]byte // for most paths
	file := append(append(append(append(memory[:0], d.root...), '/'), name...), 0)
	if err = again(func() (err error) { fd, err = openAt(file, flags); return err }); err != nil {
		return 0, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return fd, nil
}

// openAt is syscall.Open, to read, of a path that ends with a NUL, which it need not copy.
func openAt(file []byte, flags int) (fd int, err error) {
	here := unix.AT_FDCWD
	flags |= syscall.O_RDONLY | syscall.O_CLOEXEC | syscall.O_LARGEFILE
	opened, _, failed := syscall.Syscall6(syscall.SYS_OPENAT, uintptr(here), uintptr(unsafe.Pointer(unsafe.SliceData(file))), uintptr(flags), 0, 0, 0)
	if failed != 0 {
		return 0, failed
	}
	return int(opened), nil
}

// diskFile is an open file. Whoever opened it must close it.
type diskFile struct {
	name string
	fd   int
}

// again makes a system call until no signal interrupts it.
func again(call func() error) error {
	err := call()
	for err == syscall.EINTR {
		err = call()
	}
	return err
}

// Read is that of fs.File.
func (f *diskFile) Read(p []byte) (n int, err error) {
	if len(p) == 0 {
		return 0, nil
	}
	if err = again(func() (err error) { n, err = syscall.Read(f.fd, p); return err }); err != nil {
		return 0, &fs.PathError{Op: "read", Path: f.name, Err: err}
	}
	if n == 0 {
		return 0, io.EOF
	}
	return n, nil
}

// Stat is that of fs.File.
func (f *diskFile) Stat() (fs.FileInfo, error) {
	i := &diskInfo{name: f.name}
	if err := again(func() error { return syscall.Fstat(f.fd, &i.stat) }); err != nil {
		return nil, &fs.PathError{Op: "stat", Path: f.name, Err: err}
	}
	return i, nil
}

// Close is that of fs.File.
func (f *diskFile) Close() error {
	if err := syscall.Close(f.fd); err != nil {
		return &fs.PathError{Op: "close", Path: f.name, Err: err}
	}
	return nil
}

// diskInfo tells what a file was.
type diskInfo struct {
	name string
	stat syscall.Stat_t
}

func (i *diskInfo) Name() string       { return path.Base(i.name) }
func (i *diskInfo) Size() int64        { return i.stat.Size }
func (i *diskInfo) ModTime() time.Time { return time.Unix(i.stat.Mtim.Unix()) }
func (i *diskInfo) IsDir() bool        { return i.Mode().IsDir() }
func (i *diskInfo) Sys() any           { return &i.stat }
func (i *diskInfo) Mode() fs.FileMode  { return modeOf(i.stat.Mode) }
