package access

import (
	"crypto/sha256"
	"crypto/subtle"
	"fmt"
	"io"
	"io/fs"
	"iter"
	"os"
	"runtime"
	"strings"
	"sync/atomic"
	"unicode/utf8"
)

const (
	// minToken is what nobody guesses: 16 hexadecimal digits are 64 bits, at which
	// 100,000 tries a second take millions of years.
	minToken = 16
	// maxToken is what every proxy lets through in a header.
	maxToken = 4096
	// maxTokens bounds the work of a request, which is compared with all of them.
	maxTokens    = 1000
	maxTokenFile = 8 << 20 // bytes: maxTokens of maxToken, and as much of comments
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
// # are skipped. A token is 16 to 4,096 printable ASCII characters without spaces, and
// a file holds 1 to 1,000 of them. An error tells the file, the line and what is
// expected, and never quotes the line.
func OpenTokens(path string) (*Tokens, error) {
	t := &Tokens{path: path}
	if err := t.Reload(); err != nil {
		return nil, err
	}
	return t, nil
}

// Reload reads the file again. On an error the tokens stay what they were.
func (t *Tokens) Reload() error {
	text, info, err := readTokenFile(t.path)
	if err != nil {
		return fmt.Errorf("--bearer-token-file: %w", err)
	}
	set := &tokenSet{warning: unsafeMode(t.path, info)}
	if set.hashes, err = parseTokens(t.path, text); err != nil {
		return fmt.Errorf("--bearer-token-file: %w", err)
	}
	t.current.Store(set)
	return nil
}

// Warning says what is unsafe about the file as it was last read, such as that others
// may read it, or is "".
func (t *Tokens) Warning() string { return t.current.Load().warning }

// has reports whether token is one of the file's. It takes the same time whichever it
// is, and for all that are not.
func (t *Tokens) has(token string) bool {
	hash := sha256.Sum256([]byte(token))
	found := 0
	for _, h := range t.current.Load().hashes {
		found |= subtle.ConstantTimeCompare(hash[:], h[:])
	}
	return found == 1
}

func readTokenFile(path string) (string, fs.FileInfo, error) {
	f, err := os.Open(path)
	if err != nil {
		return "", nil, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return "", nil, err
	}
	b, err := io.ReadAll(io.LimitReader(f, maxTokenFile+1))
	if err == nil && len(b) > maxTokenFile {
		err = fmt.Errorf("%q is larger than %d bytes; expected a token a line", path, maxTokenFile)
	}
	return string(b), info, err
}

// unsafeMode is about the rights of the file, which Windows keeps elsewhere.
func unsafeMode(path string, info fs.FileInfo) string {
	if mode := info.Mode(); mode.IsRegular() && mode&0o077 != 0 && runtime.GOOS != "windows" {
		return fmt.Sprintf("others may use the bearer tokens in %q, whose mode is %04o; expected 0600 (chmod 600)", path, mode.Perm())
	}
	return ""
}

// parseTokens returns the hashes of a file's tokens.
func parseTokens(path, text string) ([][sha256.Size]byte, error) {
	var hashes [][sha256.Size]byte
	for number, token := range tokenLines(text) {
		if err := checkToken(token); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", path, number, err)
		}
		if len(hashes) == maxTokens {
			return nil, fmt.Errorf("%s:%d: more than %d tokens; let an issuer hand them out (--oidc-issuer)", path, number, maxTokens)
		}
		hashes = append(hashes, sha256.Sum256([]byte(token)))
	}
	if len(hashes) == 0 {
		return nil, fmt.Errorf("%q holds no token; expected one a line, such as 'openssl rand -hex 32' writes", path)
	}
	return hashes, nil
}

// tokenLines yields the lines of a file of tokens that are neither blank nor comments,
// without the space around them and with their numbers, from 1.
func tokenLines(text string) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		number := 0
		for line := range strings.Lines(text) {
			number++
			token := strings.Trim(line, " \t\r\n")
			if token != "" && token[0] != '#' && !yield(number, token) {
				return
			}
		}
	}
}

// checkToken says what is wrong with a token, without a word of it.
func checkToken(token string) error {
	if err := checkCharacters(token); err != nil {
		return err
	}
	switch n := utf8.RuneCountInString(token); {
	case n < minToken:
		return fmt.Errorf("a token of %d characters; expected at least %d, such as 'openssl rand -hex 32' writes", n, minToken)
	case n > maxToken:
		return fmt.Errorf("a token of %d characters; expected at most %d", n, maxToken)
	}
	return nil
}

// checkCharacters refuses what no header can carry.
func checkCharacters(token string) error {
	at := strings.IndexFunc(token, func(r rune) bool { return r <= ' ' || r > '~' })
	if at < 0 {
		return nil
	}
	r, _ := utf8.DecodeRuneInString(token[at:])
	return fmt.Errorf("character %d of the token is %U; expected printable ASCII without spaces", utf8.RuneCountInString(token[:at])+1, r)
}
