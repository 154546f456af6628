package diag

import (
	"math/bits"
	"strings"
	"unicode/utf8"
)

// Nearest returns the known word that a writer most likely meant by word, or ""
// where none is near: at most a third of its letters differ. Case is ignored; on a
// tie the first known word wins.
func Nearest(word string, known []string) string {
	best, bestDistance := "", len(word)/3+1
	word = strings.ToLower(word)
	for _, k := range known {
		lower := strings.ToLower(k)
		if atLeast(word, lower) >= bestDistance {
			continue
		}
		if d := Distance(word, lower); d < bestDistance {
			best, bestDistance = k, d
		}
	}
	return best
}

// atLeast returns a lower bound of Distance that is quick to find: each character that
// only one of the two has takes a change, as each does that makes one longer.
func atLeast(a, b string) int {
	x, y := characters(a), characters(b)
	longer := utf8.RuneCountInString(a) - utf8.RuneCountInString(b)
	return max(longer, -longer, bits.OnesCount64(x&^y), bits.OnesCount64(y&^x))
}

// characters returns the set of a text's characters, in which some share a place.
func characters(s string) (set uint64) {
	for _, r := range s {
		set |= 1 << (r % 64)
	}
	return set
}

// Meant returns the one known word that begins with word, which was then cut short, or
// else the nearest. Where several begin with it, it says too little to tell.
func Meant(word string, known []string) string {
	longer := ""
	for _, k := range known {
		if word == "" || !strings.HasPrefix(k, word) {
			continue
		}
		if longer != "" {
			return Nearest(word, known)
		}
		longer = k
	}
	if longer != "" {
		return longer
	}
	return Nearest(word, known)
}

// Distance is the number of single-character insertions, deletions and
// replacements and of swaps of neighbours that turn a into b.
func Distance(a, b string) int {
	x, y := []rune(a), []rune(b)
	older, old, row := make([]int, len(y)+1), make([]int, len(y)+1), make([]int, len(y)+1)
	for j := range row {
		row[j] = j
	}
	for i := 1; i <= len(x); i++ {
		older, old, row = old, row, older
		row[0] = i
		for j := 1; j <= len(y); j++ {
			change := 1
			if x[i-1] == y[j-1] {
				change = 0
			}
			row[j] = min(old[j]+1, row[j-1]+1, old[j-1]+change)
			if i > 1 && j > 1 && x[i-1] == y[j-2] && x[i-2] == y[j-1] {
				row[j] = min(row[j], older[j-2]+1)
			}
		}
	}
	return row[len(y)]
}
