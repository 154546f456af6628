package serve

import (
	"encoding/binary"
	"testing"
)

// A client can compute the cursor of any position in a directory. Only the pages of
// a walk are compressed and kept, or the others would push out all else.
func TestZipsKeepOnlyPagesOfAWalk(t *testing.T) {
	const uri, files = "skill://big/files", 500
	n := New(many(t, 1), Options{PageSize: 100}).current.Load()
	for from := 1; from < files; from++ {
		cursor := n.cursor(listID{methodDirectory, uri}, binary.BigEndian.AppendUint32(nil, uint32(from)))
		a := answer{zipKey: zipKey{modern: true}}
		if !n.findChildren(&a, uri, cursor) {
			t.Fatalf("no page at %d", from)
		}
		if kept := n.zips.zipped(&a) != nil; kept != (from%100 == 0) {
			t.Errorf("page at %d compressed: %t", from, kept)
		}
	}
	if kept := len(n.zips.cache.entries); kept != files/100-1 {
		t.Errorf("%d pages are kept, expected %d", kept, files/100-1)
	}
}
