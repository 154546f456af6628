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
	start := 0
	if cursor != "" {
		rest, ok := n.open(list, cursor)
		if !ok || len(rest) != 4 {
			return nil, "", errCursor()
		}
		position := binary.BigEndian.Uint32(rest)
		if position == 0 || uint64(position) >= uint64(len(items)) {
			return nil, "", errCursor()
		}
		start = int(position)
	}
	end := min(start+n.sizeOfPage(len(items)), len(items))
	if end < len(items) {
		next = n.cursor(list, binary.BigEndian.AppendUint32(nil, uint32(end)))
	}
	return items[start:end], next, nil
}

func (n *snapshot) sizeOfPage(items int) int {
	if n.pageSize > 0 {
		return n.pageSize
	}
	return max(minPageSize, (items+maxPages-1)/maxPages)
}
