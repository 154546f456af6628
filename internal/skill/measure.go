package skill

import (
	"crypto/sha256"
	"hash"
	"io"
	"slices"
	"unicode/utf8"

	"skillpack/internal/protocol"
)

// pieceSize is how many bytes of a file too large to be held are read at a time.
const pieceSize = 64 << 10

// measure takes in a file piece by piece. It knows of the whole file what
// protocol.Digest and protocol.IsText say of bytes in memory.
type measure struct {
	hash hash.Hash
	size int64
	odd  bool   // a NUL or invalid UTF-8 was seen
	tail []byte // the beginning of a character that the last piece cut off
}

func newMeasure() *measure { return &measure{hash: sha256.New()} }

func (m *measure) take(piece []byte) {
	m.hash.Write(piece)
	m.size += int64(len(piece))
	if !m.odd && len(piece) > 0 {
		m.scan(piece)
	}
}

// scan checks a piece together with the cut-off character before it.
func (m *measure) scan(piece []byte) {
	if len(m.tail) > 0 {
		piece = slices.Concat(m.tail, piece)
	}
	whole := wholeCharacters(piece)
	m.tail = append(m.tail[:0], piece[whole:]...)
	m.odd = whole > 0 && !protocol.IsText(piece[:whole])
}

// wholeCharacters returns how many bytes come before a character that is cut off at the end.
func wholeCharacters(piece []byte) int {
	for back := 1; back < utf8.UTFMax && back <= len(piece); back++ {
		if last := piece[len(piece)-back:]; utf8.RuneStart(last[0]) {
			if !utf8.FullRune(last) {
				return len(piece) - back
			}
			break
		}
	}
	return len(piece)
}

// isText is called at the end. An empty file is text here, though it is served as a
// blob.
func (m *measure) isText() bool { return !m.odd && len(m.tail) == 0 }

func (m *measure) digest() string {
	var sum [sha256.Size]byte
	return protocol.FormatDigest([sha256.Size]byte(m.hash.Sum(sum[:0])))
}

// stream takes in a file to its end.
func (m *measure) stream(r io.Reader) error {
	piece := make([]byte, pieceSize)
	for {
		n, err := r.Read(piece)
		m.take(piece[:n])
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
}
