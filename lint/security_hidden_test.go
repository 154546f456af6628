package lint

import (
	"bytes"
	"testing"
)

// The first byte beyond ASCII is found wherever it stands among those looked at together.
func TestSkipASCII(t *testing.T) { // H9
	for size := range 100 {
		for from := range size + 1 {
			for want := from; want <= size; want++ {
				text := bytes.Repeat([]byte{0x7f}, size)
				if want < size {
					text[want] = 0x80
				}
				if got := skipASCII(text, from); got != want {
					t.Fatalf("of %d bytes, from %d on: got %d, want %d", size, from, got, want)
				}
			}
		}
	}
}
