package catalog

import "strings"

// maxEdits is up to how many lines texts may differ in to be compared line by line, for
// the time that takes grows with its square.
const maxEdits = 1000

// countLines counts the lines in which two texts differ, as LineCount says.
func countLines(old, now string) LineCount {
	a, b := splitLines(old), splitLines(now)
	for len(a) > 0 && len(b) > 0 && a[0] == b[0] {
		a, b = a[1:], b[1:]
	}
	for len(a) > 0 && len(b) > 0 && a[len(a)-1] == b[len(b)-1] {
		a, b = a[:len(a)-1], b[:len(b)-1]
	}
	if len(a) == 0 || len(b) == 0 {
		return LineCount{Added: len(b), Removed: len(a)}
	}
	if edits, ok := leastEdits(a, b); ok {
		return LineCount{Added: (edits + len(b) - len(a)) / 2, Removed: (edits + len(a) - len(b)) / 2}
	}
	return surplus(a, b)
}

// splitLines cuts a text behind each line feed.
func splitLines(text string) []string {
	lines := strings.SplitAfter(text, "\n")
	if last := len(lines) - 1; lines[last] == "" {
		lines = lines[:last]
	}
	return lines
}

// leastEdits returns how many lines must be taken out of a and put in to get b, unless
// those are more than maxEdits. It is the greedy walk of E. W. Myers ("An O(ND) Difference
// Algorithm and Its Variations", 1986): reach[k] is how far into a the best walk with the
// edits so far comes on diagonal k, where the place in b is that in a less k.
func leastEdits(a, b []string) (edits int, ok bool) {
	const origin = maxEdits + 1
	var reach [2*maxEdits + 3]int
	for edits = 0; edits <= maxEdits; edits++ {
		for k := -edits; k <= edits; k += 2 {
			i := reach[origin+k-1] + 1 // take a line out of a
			if k == -edits || k < edits && reach[origin+k-1] < reach[origin+k+1] {
				i = reach[origin+k+1] // put a line of b in
			}
			j := i - k
			for i < len(a) && j < len(b) && a[i] == b[j] {
				i, j = i+1, j+1
			}
			if reach[origin+k] = i; i >= len(a) && j >= len(b) {
				return edits, true
			}
		}
	}
	return 0, false
}

// surplus counts the lines that one text has more often than the other.
func surplus(a, b []string) LineCount {
	more := map[string]int{} // how often b has a line more often than a
	for _, line := range a {
		more[line]--
	}
	for _, line := range b {
		more[line]++
	}
	var count LineCount
	for _, n := range more {
		count.Added += max(n, 0)
		count.Removed += max(-n, 0)
	}
	return count
}
