package fix

import (
	"crypto/rand"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"

	"skillpack/internal/protocol"
)

// Failure is a part of a plan that could not be written.
type Failure struct {
	Path string // below the root
	Err  error
}

// Write does the plan in a directory on disk, which must be the one that the plan was
// made of. Each file is replaced whole or not at all, and keeps its mode and owner; a
// failure stops none of the others. It returns what was done of the plan, and what was
// not. Symbolic links that lead out of the directory are never followed.
func (p *Plan) Write(root *os.Root) (done Plan, failed []Failure) {
	done = Plan{Refused: p.Refused, Found: p.Found, Left: p.Left}
	for _, c := range p.Changes {
		if err := replace(root, c); err != nil {
			failed = append(failed, Failure{c.Path, bare(err)})
			continue
		}
		done.Changes = append(done.Changes, c)
	}
	for _, r := range p.Renames {
		if err := rename(root, r.From, r.To); err != nil {
			failed = append(failed, Failure{r.From, fmt.Errorf("renaming it to %q: %w", path.Base(r.To), bare(err))})
			continue
		}
		done.Renames = append(done.Renames, r)
	}
	return done, failed
}

// bare takes the operation and the path off an error, of which the path may be one that
// nobody knows.
func bare(err error) error {
	var at *fs.PathError
	if errors.As(err, &at) {
		return at.Err
	}
	var link *os.LinkError
	if errors.As(err, &link) {
		return link.Err
	}
	return err
}

// replace gives a file its new bytes by way of a temporary file beside it.
func replace(root *os.Root, c Change) error {
	info, err := root.Lstat(c.Path)
	switch {
	case err != nil:
		return err
	case !info.Mode().IsRegular():
		return errors.New("it is no regular file any more")
	case info.Mode()&0o200 == 0:
		return errors.New("it is read-only; make it writable")
	}
	temp := beside(c.Path)
	err = writeNew(root, temp, c.After, info)
	if err == nil {
		err = unchanged(root, c)
	}
	if err == nil {
		err = root.Rename(temp, c.Path)
	}
	if err != nil {
		return errors.Join(err, ignoreAbsent(root.Remove(temp)))
	}
	return nil
}

// unchanged fails where a file is not what the plan was made of. It is asked last, so
// that next to no time is left to lose somebody's work.
func unchanged(root *os.Root, c Change) error {
	now, err := root.ReadFile(c.Path)
	if err == nil && protocol.Digest(now) != protocol.Digest(c.Before) {
		return errors.New("it was changed meanwhile; run again")
	}
	return err
}

// writeNew makes a file with the mode and the owner of the one that it will replace.
func writeNew(root *os.Root, file string, data []byte, replaced fs.FileInfo) error {
	mode := replaced.Mode().Perm()
	f, err := root.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	// The umask has had its say over the mode, and has none over a file that was there.
	return errors.Join(err, keepOwner(f, replaced), f.Chmod(mode), f.Sync(), f.Close())
}

// renamer is what of a directory on disk rename needs.
type renamer interface {
	Lstat(name string) (fs.FileInfo, error)
	Rename(from, to string) error
}

// rename gives a file or directory another name that is free. It is one step, so that who
// is killed loses nothing.
func rename(root renamer, from, to string) error {
	then, err := root.Lstat(to)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return root.Rename(from, to)
	case err != nil:
		return err
	}
	now, err := root.Lstat(from)
	switch {
	case err != nil:
		return err
	case !os.SameFile(now, then):
		return errors.New("there is already something of that name")
	}
	return renameCase(root, from, to)
}

// renameCase renames where a disk ignores case, so that the new name is taken as long as
// the old one is. It goes by way of a third one.
func renameCase(root renamer, from, to string) error {
	temp := beside(from)
	if err := root.Rename(from, temp); err != nil {
		return err
	}
	if err := root.Rename(temp, to); err != nil {
		return errors.Join(err, root.Rename(temp, from))
	}
	return nil
}

// beside returns an unused name in the directory of a file. It is short, for the file's
// own may have the greatest length, and one that is left out of skills as a backup, should
// the run be killed.
func beside(file string) string {
	return path.Join(path.Dir(file), "."+rand.Text()+"~")
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
