package catalog

import (
	"math/rand/v2"
	"testing"

	"skillpack/internal/protocol"
)

// TestPlain compares the eight-byte loops with the definition of stops.
func TestPlain(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	near := []byte{0, 1, 0x1f, 0x20, '!', '"', '#', '[', '\\', ']', 0x7f, 0x80, 0xa0, 0xa2, 0xdc, 0xe1, 0xe2, 0xe3, 0xff}
	for range 20000 {
		b, dst := make([]byte, r.IntN(20)), make([]byte, r.IntN(24))
		for i := range b {
			b[i] = 'x'
			if r.IntN(4) == 0 {
				b[i] = near[r.IntN(len(near))]
			}
		}
		want := 0
		for want < len(b) && !stops(b[want]) {
			want++
		}
		if got := isPlain(b); got != (want == len(b)) {
			t.Fatalf("isPlain(%q) is %v", b, got)
		}
		want = min(want, len(dst))
		if got := copyPlain(dst, b); got != want || string(dst[:got]) != string(b[:got]) {
			t.Fatalf("copyPlain of %q is %q, expected %q", b, dst[:got], b[:want])
		}
	}
}

// TestPlainURI holds that the quick look never takes what NormalURI refuses or
// changes, over every short string of the characters that matter.
func TestPlainURI(t *testing.T) {
	taken := 0
	for _, scheme := range []string{"skill://", "Skill://", "://", "skill:/", "s+1.-://", "1s://"} {
		for rest := range words("aZ0./%-_~ ?\\\x00\xc3", 4) {
			uri := scheme + rest
			if !plainURI(uri) {
				continue
			}
			taken++
			if got, err := protocol.NormalURI(uri); err != nil || got != uri {
				t.Fatalf("%q is taken, but NormalURI gives %q, %v", uri, got, err)
			}
		}
	}
	if taken == 0 {
		t.Error("nothing is taken")
	}
}

// words yields every string over an alphabet, bytes, up to a length.
func words(alphabet string, length int) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		var extend func(word string) bool
		extend = func(word string) bool {
			if !yield(word) {
				return false
			}
			for i := 0; i < len(alphabet) && len(word) < length; i++ {
				if !extend(word + alphabet[i:i+1]) {
					return false
				}
			}
			return true
		}
		extend("")
	}
}
