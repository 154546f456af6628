package lint

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// Every run of characters of a token that is long enough is looked at, and whole, wherever it stands.
func TestLongWords(t *testing.T) { // D65
	random := rand.New(rand.NewPCG(5, 6))
	for range 20_000 {
		text := make([]byte, random.IntN(150))
		seldom := 3 + random.IntN(40)
		for i := range text {
			if text[i] = "aZ~!"[random.IntN(4)]; random.IntN(seldom) == 0 {
				text[i] = " \n\x00\x80\xff"[random.IntN(5)]
			}
		}
		var got, want [][2]int
		for start, end := range longWords(text) {
			got = append(got, [2]int{start, end})
		}
		for start, end := 0, 0; start < len(text); start = end + 1 {
			for end = start; end < len(text) && isInk(text[end]); {
				end++
			}
			if end-start >= shortestToken {
				want = append(want, [2]int{start, end})
			}
		}
		if !slices.Equal(got, want) {
			t.Fatalf("%q: got %v, want %v", text, got, want)
		}
	}
}
