package baseline

import (
	"bytes"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"skillpack/internal/protocol"
)

// version is the only version of the format so far.
const version = 1

// line is an entry in the file. A finding that is there once has no count.
type line struct {
	File    string `json:"file"`
	Rule    string `json:"rule"`
	Message string `json:"message"`
	Line    string `json:"line"`
	Text    string `json:"text"`
	Count   int    `json:"count,omitempty"`
}

// file is the whole file. A file without a version is somebody else's.
type file struct {
	Version  int    `json:"skillpack-baseline"`
	Findings []line `json:"findings"`
}

// Parse reads the bytes of a baseline. An error says what the file is instead, and what
// to do.
func Parse(data []byte) (*Baseline, error) {
	var head struct {
		Version *int `json:"skillpack-baseline"`
	}
	switch err := json.Unmarshal(data, &head); {
	case err != nil:
		return nil, fmt.Errorf("it is not the JSON of a baseline (%w); restore it, or delete it and write it anew", err)
	case head.Version == nil:
		return nil, errors.New("it holds something else than a baseline; name another file")
	case *head.Version != version:
		return nil, fmt.Errorf("it is a baseline of version %d, and this skillpack reads version %d; use the skillpack that wrote it, or delete it and write it anew", *head.Version, version)
	}
	var all file
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&all); err != nil {
		return nil, fmt.Errorf("it is no baseline that skillpack wrote (%w); restore it, or delete it and write it anew", err)
	}
	b := &Baseline{}
	for _, l := range all.Findings {
		if l.Count < 0 {
			return nil, fmt.Errorf("a count in it is %d, expected 1 or more; restore it, or delete it and write it anew", l.Count)
		}
		b.addTimes(Entry{Key{l.File, l.Rule, l.Line, l.Text}, l.Message}, max(l.Count, 1))
	}
	return b, nil
}

// Encode returns the bytes of the file: JSON with one entry a line, sorted, so that the
// same findings give the same bytes and changes can be reviewed.
func (b *Baseline) Encode() ([]byte, error) {
	var lines [][]byte
	for _, e := range b.sorted() {
		l := line{File: e.File, Rule: e.Rule, Message: e.Message, Line: e.Line, Text: e.Text}
		if n := b.known[e.Key].n; n > 1 {
			l.Count = n
		}
		var text bytes.Buffer
		encoder := json.NewEncoder(&text)
		encoder.SetEscapeHTML(false)
		if err := encoder.Encode(l); err != nil {
			return nil, err
		}
		lines = append(lines, append([]byte("\n"), bytes.TrimSpace(text.Bytes())...))
	}
	return fmt.Appendf(nil, "%s %d,\n\"findings\": [%s\n]\n}\n", protocol.BaselineStart, version, bytes.Join(lines, []byte(","))), nil
}

// WriteFile replaces the file at path, or makes it. It is written beside its place under
// a temporary name and renamed when it is whole. A symbolic link at path stays, and so does
// the file's mode.
func WriteFile(path string, data []byte) error {
	const newFile = 0o666
	if target, err := filepath.EvalSymlinks(path); err == nil {
		path = target
	}
	temp := beside(path)
	f, err := os.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, newFile)
	if err != nil {
		return cannotWrite(path, err)
	}
	_, err = f.Write(data)
	if info, statErr := os.Stat(path); statErr == nil {
		err = errors.Join(err, f.Chmod(info.Mode().Perm()))
	}
	if err = errors.Join(err, f.Sync(), f.Close()); err == nil {
		err = os.Rename(temp, path)
	}
	if err != nil {
		return errors.Join(cannotWrite(path, err), os.Remove(temp))
	}
	return nil
}

// beside returns an unused name in the directory of a file, one that is left out of skills
// as a backup, should the run be killed.
func beside(path string) string { return filepath.Join(filepath.Dir(path), "."+rand.Text()+"~") }

// cannotWrite names the path that the user knows, instead of the temporary one.
func cannotWrite(path string, err error) error {
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &file):
		err = file.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("cannot write %q: %w", path, err)
}
