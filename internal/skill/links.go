package skill

import (
	"errors"
	"fmt"
	"io/fs"
	"path"
	"path/filepath"
	"strings"
	"syscall"
)

// maxLinks is how many links one path may lead through, as on Linux.
const maxLinks = 40

// linkError says why a link cannot be followed: the end of a sentence that begins
// with the link and its target.
type linkError string

func (e linkError) Error() string { return string(e) }

const (
	errOutside  linkError = "outside the tree; a skill can only publish files of the tree, so copy the target into it"
	errDangling linkError = "which does not exist; correct the link or delete it"
	errEndless  linkError = "which leads back to itself or through more than 40 links; correct the link or delete it"
	errAncestor linkError = "a directory that holds the link, so that following it would never end; delete the link or exclude it"
	errNoLinks  linkError = "but this file system cannot tell where a link leads"
)

// resolver follows symbolic links in terms of the root. The file system is only
// ever asked about paths whose directories are real, so that it cannot follow a link
// by itself, least of all out of the tree.
type resolver struct {
	fsys fs.FS
	root string // absolute path of the root without a "/" at its end; used if rooted
	// rooted tells a root of "/" from an unknown one.
	rooted bool
}

func newResolver(fsys fs.FS, root string) *resolver {
	return &resolver{fsys: fsys, root: strings.TrimSuffix(filepath.ToSlash(root), "/"), rooted: root != ""}
}

// resolve follows the link at a path whose directory is real and returns the real
// path and kind of what it leads to, and its target as written. A linkError means
// that it leads nowhere we may go.
func (r *resolver) resolve(link string) (real string, kind fs.FileMode, target string, err error) {
	t := trail{resolver: r}
	if target, err = r.readLink(link); err == nil {
		err = t.enter(path.Dir(link), target)
	}
	for err == nil && len(t.pending) > 0 {
		err = t.advance()
	}
	return t.real, t.kind, target, err
}

// trail is the way to the end of a link: where it stands and what is still to go.
type trail struct {
	*resolver
	real    string
	kind    fs.FileMode // of real
	pending []string    // segments
	links   int         // gone through
}

// enter puts the start and the segments of a link's target before what is pending.
func (t *trail) enter(dir, target string) error {
	if t.links++; t.links > maxLinks {
		return errEndless
	}
	if target == "" {
		return errDangling
	}
	if filepath.IsAbs(target) || strings.HasPrefix(target, "/") {
		below, ok := strings.CutPrefix(target, t.root)
		if !t.rooted || !ok || below != "" && below[0] != '/' {
			return errOutside
		}
		dir, target = ".", strings.TrimLeft(below, "/")
	}
	t.real, t.kind = dir, fs.ModeDir
	t.pending = append(strings.Split(target, "/"), t.pending...)
	return nil
}

// advance goes one segment further.
func (t *trail) advance() error {
	segment := t.pending[0]
	t.pending = t.pending[1:]
	switch {
	case !t.kind.IsDir():
		return errDangling // as the system says of "file/" and "file/x"
	case segment == "" || segment == ".":
		return nil
	case segment == ".." && t.real == ".":
		return errOutside
	case segment == "..":
		t.real = path.Dir(t.real)
		return nil
	}
	next := path.Join(t.real, segment)
	kind, err := t.kindOf(next)
	if err != nil {
		return err
	}
	if kind&fs.ModeSymlink == 0 {
		t.real, t.kind = next, kind
		return nil
	}
	target, err := t.readLink(next)
	if err != nil {
		return err
	}
	return t.enter(path.Dir(next), target)
}

func (r *resolver) readLink(link string) (string, error) {
	if _, ok := r.fsys.(fs.ReadLinkFS); !ok {
		return "", errNoLinks
	}
	target, err := fs.ReadLink(r.fsys, link)
	return filepath.ToSlash(target), err
}

func (r *resolver) kindOf(file string) (fs.FileMode, error) {
	info, err := fs.Lstat(r.fsys, file)
	switch {
	case err == nil:
		return info.Mode().Type(), nil
	case errors.Is(err, fs.ErrNotExist):
		return 0, errDangling
	case errors.Is(err, fs.ErrInvalid), errors.Is(err, syscall.ENAMETOOLONG):
		return 0, linkError(fmt.Sprintf("whose path %q no file can have; correct the link or delete it", file))
	}
	return 0, err
}

// Within reports whether a path is dir or below it. A path that begins with ".." is not
// below ".", the root.
func Within(file, dir string) bool {
	if dir == "." {
		return file != ".." && !strings.HasPrefix(file, "../")
	}
	return file == dir || strings.HasPrefix(file, dir) && file[len(dir)] == '/'
}
