package skill

import (
	"cmp"
	"slices"
	"sort"
	"strings"
)

// below returns the part of a list sorted by path that lies below dir, and where it begins. It
// shares the list's memory. The search starts at an index near which it may be.
func below[T any](list []T, near int, dir string, pathOf func(T) string) (part []T, start int) {
	if dir == "." {
		return slices.Clip(list), 0
	}
	start = boundary(list, near, func(e T) bool { return comparePath(pathOf(e), dir, '/') < 0 })
	end := boundary(list, start, func(e T) bool { return comparePath(pathOf(e), dir, '/') <= 0 })
	return slices.Clip(list[start:end]), start
}

// comparePath says whether a path is before, of or behind those that begin with dir and a
// byte.
func comparePath(path, dir string, next byte) int {
	shared := min(len(path), len(dir))
	if c := strings.Compare(path[:shared], dir[:shared]); c != 0 {
		return c
	}
	if len(path) <= len(dir) {
		return -1
	}
	return cmp.Compare(path[len(dir)], next)
}

// boundary returns how many elements at the start of a list are before something. It looks
// near an index first, and further away in growing steps.
func boundary[T any](list []T, near int, before func(T) bool) int {
	low, high := 0, len(list)
	for step := 1; low <= near && near < high; step *= 2 {
		if before(list[near]) {
			low, near = near+1, near+step
		} else {
			high, near = near, near-step
		}
	}
	return low + sort.Search(high-low, func(i int) bool { return !before(list[low+i]) })
}
