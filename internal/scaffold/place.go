package scaffold

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
)

// place writes the files into a new directory beside target and then gives it
// target's name, so that nobody sees half a skill. Where that fails the new
// directory is removed.
func place(dir, target string, files []file) (err error) {
	if err := os.MkdirAll(dir, 0o777); err != nil {
		return err
	}
	work, err := os.MkdirTemp(dir, ".skillpack-new-")
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(work)) }()
	// MkdirTemp makes private directories; a skill is as open as the umask allows,
	// which only a directory made anew can have.
	skill := filepath.Join(work, filepath.Base(target))
	if err := writeAll(skill, files); err != nil {
		return err
	}
	return moveNew(skill, target)
}

func writeAll(dir string, files []file) error {
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.path))
		if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
			return err
		}
		if err := os.WriteFile(name, f.content, f.mode()); err != nil {
			return err
		}
	}
	return nil
}

// moveNew gives the directory from the name to. Whatever took that name since
// Write looked stays: the system refuses to put a directory over a file or over a
// directory that is not empty.
func moveNew(from, to string) error {
	err := os.Rename(from, to)
	if err == nil {
		return nil
	}
	if _, statErr := os.Lstat(to); !errors.Is(statErr, fs.ErrNotExist) {
		return UsageError(fmt.Sprintf("%q appeared while the skill was being written and is not overwritten", to))
	}
	return err
}
