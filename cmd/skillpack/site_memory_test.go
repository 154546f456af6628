package main

import (
	"testing"

	"skillpack/catalog"
)

func TestGarbagePercent(t *testing.T) {
	for size, want := range map[int64]int{0: 400, 16 << 20: 222, 256 << 20: 23, 1 << 40: 10} {
		c := &catalog.Catalog{Contents: []catalog.Content{{Size: size / 2}, {Size: size / 2}}}
		if got := garbagePercent(c); got != want {
			t.Errorf("%d bytes: %d %%, want %d", size, got, want)
		}
	}
}
