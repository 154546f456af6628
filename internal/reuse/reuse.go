// Package reuse remembers what was made of a tree of files, so that it need not be made
// again while the tree is what it was. It knows a tree by what the file system says of its
// files, without reading them, and where that may not tell a change, by their digests.
//
// What is remembered is a file in a folder, of its own for each use of each tree. One that
// is damaged, or that another program wrote, is as good as none; any number of programs may
// use the folder at the same time.
package reuse

import (
	"bytes"
	"crypto/sha256"
	"encoding/gob"
	"encoding/hex"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"skillpack/internal/protocol"
)

// Memory is what is remembered of one tree for one use.
type Memory struct {
	Folder  string // made where it is not there
	Program string // what is remembered of another program is not used
	Use     string // all that decides the result besides the tree and the program
	Root    string // directory of the tree
	// Files is the file system below Root. What its listings tell of a file, by Info, should be
	// as much as that of the standard library tells.
	Files fs.ReadLinkFS
	// Skip leaves out of the tree what decides nothing; of a directory, what is below it. It
	// gets the path below the root, "/"-separated.
	Skip func(path string) bool
}

// record is the file's content behind its head.
type record struct {
	Program, Use string
	Tree         [sha256.Size]byte
	Doubtful     map[string]string // digest by path, of files that may change unseen
	Result       []byte
}

// headStart and the SHA-256 of what follows make up the first line of a file.
const headStart = "skillpack-reuse 1 "

func (m *Memory) file() string {
	name := sha256.Sum256([]byte(m.Use))
	return filepath.Join(m.Folder, hex.EncodeToString(name[:16])+".reuse")
}

// IsEmpty reports whether nothing is remembered for this use, so that nobody need know the state
// of the tree to learn that.
func (m *Memory) IsEmpty() bool {
	_, err := os.Stat(m.file())
	return err != nil
}

// Recall returns what was remembered for the tree in a state; ok is false where there is
// nothing that holds for it.
func (m *Memory) Recall(s *State) (result []byte, ok bool) {
	r := m.read()
	if r == nil || r.Program != m.Program || r.Use != m.Use || r.Tree != s.sum {
		return nil, false
	}
	for path, digest := range r.Doubtful {
		if m.digest(path) != digest {
			return nil, false
		}
	}
	if len(s.doubtful) < len(r.Doubtful) {
		m.renew(r, s) // else they would be read for ever
	}
	return r.Result, true
}

// renew writes a record anew without the files of which nobody need doubt any more.
func (m *Memory) renew(r *record, s *State) {
	known := r.Doubtful
	r.Doubtful = make(map[string]string, len(s.doubtful))
	for _, path := range s.doubtful {
		r.Doubtful[path] = known[path]
	}
	_ = m.write(r) // the record that is there is as right
}

// Keep remembers what was made of the tree in a state, by way of the Listed that tells the state. Where anything changed meanwhile the tree is never in that state again: another time or
// digest tells. The digests are of the bytes that the result was made of, in the form of
// protocol.Digest, "" for a file that was not read.
func (m *Memory) Keep(s *State, result []byte, digest func(path string) string) error {
	r := &record{Program: m.Program, Use: m.Use, Tree: s.sum, Doubtful: make(map[string]string, len(s.doubtful)), Result: result}
	for _, path := range s.doubtful {
		if r.Doubtful[path] = digest(path); r.Doubtful[path] == "" {
			r.Doubtful[path] = m.digest(path)
		}
	}
	return m.write(r)
}

// digest returns the digest of a file, "" for one that cannot be read.
func (m *Memory) digest(path string) string {
	f, err := os.Open(filepath.Join(m.Root, filepath.FromSlash(path)))
	if err != nil {
		return ""
	}
	defer f.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, f); err != nil {
		return ""
	}
	return protocol.FormatDigest([sha256.Size]byte(sum.Sum(nil)))
}

// read returns the record of the file, nil where there is none that is whole.
func (m *Memory) read() *record {
	body := load(m.file(), headStart)
	var r record
	if body == nil || gob.NewDecoder(bytes.NewReader(body)).Decode(&r) != nil {
		return nil
	}
	return &r
}

func (m *Memory) write(r *record) error {
	var body bytes.Buffer
	if err := gob.NewEncoder(&body).Encode(r); err != nil {
		return err
	}
	return save(m.file(), headStart, body.Bytes())
}
