package serve

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
)

// A cursor is base64url of a tag and a rest. The tag is a hash over the catalog's
// digest, the dynamic list and the list that is walked, so that any replica with
// the same catalog continues a walk and everything else is refused (P7). The rest
// is the position in the list, or the cursor of the server registered with.

// listID names a list that can be walked.
type listID struct{ method, of string }

const tagSize = 12

var cursorEncoding = base64.RawURLEncoding.Strict()

func (n *snapshot) tag(list listID) []byte {
	h := sha256.New()
	h.Write(n.binding)
	h.Write([]byte(list.method + "\x00" + list.of))
	return h.Sum(nil)[:tagSize]
}

func (n *snapshot) cursor(list listID, rest []byte) string {
	return cursorEncoding.EncodeToString(append(n.tag(list), rest...))
}

// open returns the rest of a cursor of the given list; ok is false for any other.
func (n *snapshot) open(list listID, cursor string) (rest []byte, ok bool) {
	b, err := cursorEncoding.DecodeString(cursor)
	// The decoder skips line breaks, which no cursor of ours holds.
	if err != nil || cursorEncoding.EncodedLen(len(b)) != len(cursor) {
		return nil, false
	}
	return bytes.CutPrefix(b, n.tag(list))
}

// page returns the part of items that a cursor asks for, "" for the first, and the
// cursor of the next part, "" after the last.
func (n *snapshot) page(list listID, items [][]byte, cursor string) (part [][]byte, next string, err error) {
	from, err := n.position(list, len(items), cursor)
	if err != nil {
		return nil, "", err
	}
	to, next := n.endOfPage(list, len(items), from)
	return items[from:to], next, nil
}

// position is where in a list of the given length the page begins that a cursor asks for.
func (n *snapshot) position(list listID, length int, cursor string) (int, error) {
	if cursor == "" {
		return 0, nil
	}
	rest, ok := n.open(list, cursor)
	if !ok || len(rest) != 4 {
		return 0, errCursor()
	}
	at := binary.BigEndian.Uint32(rest)
	if at == 0 || uint64(at) >= uint64(length) {
		return 0, errCursor()
	}
	return int(at), nil
}

// endOfPage is where the page ends that begins at from, and the cursor of the next.
func (n *snapshot) endOfPage(list listID, length, from int) (to int, next string) {
	to = min(from+n.sizeOfPage(length), length)
	if to < length {
		next = n.cursor(list, binary.BigEndian.AppendUint32(nil, uint32(to)))
	}
	return to, next
}

func (n *snapshot) sizeOfPage(items int) int {
	if n.pageSize > 0 {
		return n.pageSize
	}
	return max(minPageSize, (items+maxPages-1)/maxPages)
}
