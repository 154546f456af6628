package catalog

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
	"hash"
	"unicode/utf8"

	"skillpack/internal/protocol"
)

const (
	textStart = `"text":"`
	blobStart = `"blob":"`
)

// base64Form is the one spelling of a blob.
var base64Form = base64.StdEncoding.Strict()

// Text reports whether a content of a frozen catalog is sent as text; if not, it
// is sent as a blob (P5).
func (c *Content) Text() bool { return bytes.HasPrefix(c.wire, []byte(textStart)) }

// Wire returns the member that a resources/read result sends, `"text":"…"` or
// `"blob":"…"`; nil where the catalog is not frozen. The caller must not change it.
func (c *Content) Wire() []byte { return c.wire }

// Bytes returns the raw bytes. They are the caller's if the catalog is frozen, and
// there is then no error.
func (c *Content) Bytes() ([]byte, error) {
	switch {
	case c.wire == nil && c.Read == nil:
		return nil, fmt.Errorf("content %s has no bytes: set Read", c.Digest)
	case c.wire == nil:
		return c.Read()
	case !c.Text():
		return base64Form.AppendDecode(nil, c.interior())
	}
	u := unescaper{raw: c.interior()}
	return u.text()
}

// interior returns what stands between the quotes of the content's string.
func (c *Content) interior() []byte { return c.wire[len(textStart) : len(c.wire)-1] }

// contentChecker checks contents one after the other, with the same buffer.
type contentChecker struct {
	sum  hash.Hash
	text []byte
}

func newContentChecker() *contentChecker {
	return &contentChecker{sum: sha256.New(), text: make([]byte, 32<<10)}
}

// check reads a content from its wire form, fails unless it is the canonical form
// of bytes with the content's digest, and sets its size. offset is the place of a
// fault within the wire form.
func (k *contentChecker) check(c *Content) (offset int, err error) {
	k.sum.Reset()
	if c.Text() {
		c.Size, offset, err = k.hashText(c.interior())
	} else {
		c.Size, offset, err = k.hashBlob(c.interior())
	}
	if err != nil {
		return len(textStart) + offset, err
	}
	var sum [sha256.Size]byte
	if got := protocol.FormatDigest([sha256.Size]byte(k.sum.Sum(sum[:0]))); got != c.Digest {
		return 0, fmt.Errorf("the content's digest is %s, expected %s", got, c.Digest)
	}
	return 0, nil
}

func (k *contentChecker) hashText(raw []byte) (size int64, offset int, err error) {
	if len(raw) == 0 {
		return 0, 0, errors.New("the text is empty, expected an empty blob")
	}
	u := unescaper{raw: raw}
	for u.pos < len(raw) {
		n, err := u.fill(k.text)
		if err == nil && u.nul {
			err = errors.New("the text holds NUL, expected a blob")
		}
		if size += int64(n); err == nil && size > protocol.MaxBytes {
			err = errTooLarge
		}
		if err != nil {
			return 0, u.pos, err
		}
		k.sum.Write(k.text[:n])
	}
	return size, 0, nil
}

var errTooLarge = fmt.Errorf("the content has more than %d bytes, the most that a skill may hold", protocol.MaxBytes)

func (k *contentChecker) hashBlob(raw []byte) (size int64, offset int, err error) {
	if len(raw) > base64Form.EncodedLen(protocol.MaxBytes) {
		return 0, 0, errTooLarge
	}
	// The decoder skips line breaks, which have no place here.
	if i := bytes.IndexByte(raw, '\r'); i >= 0 {
		return 0, i, errors.New("the blob is not base64 in its only form")
	}
	block := len(k.text) / 4 * 4
	rest := raw
	for ; len(rest) > block; rest = rest[block:] {
		n, err := base64Form.Decode(k.text, rest[:block])
		if err != nil || n < block/4*3 || len(rest) == len(raw) && mayBeText(k.text[:n]) {
			return k.hashWhole(raw)
		}
		k.sum.Write(k.text[:n])
		size += int64(n)
	}
	if size == 0 {
		return k.hashWhole(raw)
	}
	n, err := base64Form.Decode(k.text, rest)
	if err != nil {
		return k.hashWhole(raw)
	}
	k.sum.Write(k.text[:n])
	return size + int64(n), 0, nil
}

// hashWhole hashes a blob that is decoded as a whole: one that is short or begins like
// text, or to find what is wrong with it.
func (k *contentChecker) hashWhole(raw []byte) (size int64, offset int, err error) {
	k.sum.Reset()
	blob, err := base64Form.AppendDecode(nil, raw)
	if err != nil {
		return 0, 0, fmt.Errorf("the blob is not base64 in its only form: %w", err)
	}
	if protocol.IsText(blob) {
		return 0, 0, errors.New("the blob holds UTF-8 without NUL, expected it as text")
	}
	k.sum.Write(blob)
	return int64(len(blob)), 0, nil
}

// mayBeText reports whether bytes that begin like this can be text. The last character
// may be cut.
func mayBeText(start []byte) bool {
	for range utf8.UTFMax {
		if protocol.IsText(start) {
			return true
		}
		start = start[:max(0, len(start)-1)]
	}
	return false
}

// contentFault is the first fault of a list of contents.
type contentFault struct {
	index, offset int // offset within the content's wire form
	err           error
}

// checkContents checks contents one after the other.
func checkContents(contents []Content) *contentFault {
	k := newContentChecker()
	for i := range contents {
		if offset, err := k.check(&contents[i]); err != nil {
			return &contentFault{i, offset, err}
		}
	}
	return nil
}
