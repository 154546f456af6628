package reuse

import (
	"bytes"
	"errors"
	"io/fs"
	"os"
	"path/filepath"

	"skillpack/internal/protocol"
)

// load returns what save wrote to a file, nil where there is nothing that is whole.
func load(file, start string) []byte {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil
	}
	body, isWhole := parts(data, start)
	if !isWhole() {
		return nil
	}
	return body
}

// parts returns what follows the head of a file, and what finds out whether that is all that
// save wrote.
func parts(data []byte, start string) (body []byte, isWhole func() bool) {
	head, body, _ := bytes.Cut(data, []byte("\n"))
	return body, func() bool { return string(head) == start+protocol.Digest(body) }
}

// save replaces a file, for its owner alone, and makes its folder. Who reads it meanwhile
// finds the old one or the new one; one that the system loses part of is none.
func save(file, start string, body []byte) error {
	folder := filepath.Dir(file)
	if err := os.MkdirAll(folder, 0o700); err != nil {
		return err
	}
	f, err := os.CreateTemp(folder, "*.tmp")
	if err != nil {
		return err
	}
	_, err = f.WriteString(start + protocol.Digest(body) + "\n")
	if err == nil {
		_, err = f.Write(body)
	}
	if err = errors.Join(err, f.Close()); err == nil {
		err = os.Rename(f.Name(), file)
	}
	if err != nil {
		return errors.Join(err, ignoreAbsent(os.Remove(f.Name())))
	}
	return nil
}

func ignoreAbsent(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
