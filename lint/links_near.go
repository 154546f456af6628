package lint

import (
	"strings"

	"skillpack/internal/diag"
)

// How much of a tree is compared with a wrong link, so that thousands of these among
// thousands of names stay quick.
const (
	longestCompared = 255     // bytes of the link
	mostCompared    = 256     // names
	mostLookedAt    = 512     // names of about the link's length
	mostPassed      = 1 << 14 // names of any length
	mostAnchors     = 1 << 11 // anchors of a file
)

// nearest is diag.Nearest for links: a name is near where the words in which it
// differs are, so that "icra_article.md" is not taken for "nature_article.md".
func nearest(word string, known []string) string {
	if len(word) > longestCompared {
		return ""
	}
	var like []string
	lookedAt := 0
	for _, k := range known[:min(len(known), mostPassed)] {
		difference := len(k) - len(word)
		if max(difference, -difference) > len(word)/3+1 {
			continue
		}
		if lookedAt == mostLookedAt || len(like) == mostCompared {
			break
		}
		lookedAt++
		if alike(word, k) {
			like = append(like, k)
		}
	}
	return diag.Nearest(word, like)
}

// alike reports whether one of two names has only whole words more than the other, or
// the words in which they differ are near each other or too short to tell.
func alike(a, b string) bool {
	const short = 2
	a, b = differing(strings.ToLower(a), strings.ToLower(b))
	return a == "" || b == "" || max(len(a), len(b)) <= short || diag.Nearest(a, []string{b}) != ""
}

// differing cuts the words off two names that they begin and end with in common.
func differing(a, b string) (restA, restB string) {
	n := 0
	for n < min(len(a), len(b)) && a[n] == b[n] {
		n++
	}
	for !isWordBoundary(a, n) || !isWordBoundary(b, n) {
		n--
	}
	a, b = a[n:], b[n:]
	n = 0
	for n < min(len(a), len(b)) && a[len(a)-1-n] == b[len(b)-1-n] {
		n++
	}
	for !isWordBoundary(a, len(a)-n) || !isWordBoundary(b, len(b)-n) {
		n--
	}
	return a[:len(a)-n], b[:len(b)-n]
}

// isWordBoundary reports whether no word of s goes on at an offset.
func isWordBoundary(s string, at int) bool {
	return at == 0 || at == len(s) || !isNameByte(s[at-1]) || !isNameByte(s[at])
}

func isNameByte(c byte) bool {
	return 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c >= 0x80
}
