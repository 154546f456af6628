package skill

import (
	"io"
	"io/fs"
	"path"
	"strings"
	"syscall"
	"time"
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
	if !fs.ValidPath(name) || strings.IndexByte(name, 0) >= 0 {
		return 0, &fs.PathError{Op: "open", Path: name, Err: fs.ErrInvalid}
	}
	if err = again(func() (err error) {
		fd, err = syscall.Open(d.root+"/"+name, syscall.O_RDONLY|syscall.O_CLOEXEC|flags, 0)
		return err
	}); err != nil {
		return 0, &fs.PathError{Op: "open", Path: name, Err: err}
	}
	return fd, nil
}

// diskFile is an open file. Whoever opened it must close it.
type diskFile struct {
	name string
	fd   int
	stat syscall.Stat_t
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

// Stat is that of fs.File. What it returns belongs to the file.
func (f *diskFile) Stat() (fs.FileInfo, error) {
	if err := again(func() error { return syscall.Fstat(f.fd, &f.stat) }); err != nil {
		return nil, &fs.PathError{Op: "stat", Path: f.name, Err: err}
	}
	return (*diskInfo)(f), nil
}

// Close is that of fs.File.
func (f *diskFile) Close() error {
	if err := syscall.Close(f.fd); err != nil {
		return &fs.PathError{Op: "close", Path: f.name, Err: err}
	}
	return nil
}

// diskInfo tells what a file was at the last Stat.
type diskInfo diskFile

func (i *diskInfo) Name() string       { return path.Base(i.name) }
func (i *diskInfo) Size() int64        { return i.stat.Size }
func (i *diskInfo) ModTime() time.Time { return time.Unix(i.stat.Mtim.Unix()) }
func (i *diskInfo) IsDir() bool        { return i.Mode().IsDir() }
func (i *diskInfo) Sys() any           { return &i.stat }
func (i *diskInfo) Mode() fs.FileMode  { return modeOf(i.stat.Mode) }
