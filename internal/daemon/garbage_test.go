package daemon

import (
	"runtime/debug"
	"testing"
)

func TestPercent(t *testing.T) {
	for content, want := range map[int64]int{0: 400, 1 << 20: 336, 16 << 20: 100, 1 << 30: 25, 1 << 50: 25} {
		if got := percent(content); got != want {
			t.Errorf("%d bytes: %d %%, want %d", content, got, want)
		}
	}
}

func TestSpareHeedsGOGC(t *testing.T) {
	old := debug.SetGCPercent(123)
	defer debug.SetGCPercent(old)
	t.Setenv("GOGC", "123")
	spare(1 << 20)
	if got := debug.SetGCPercent(123); got != 123 {
		t.Errorf("%d %%, want that of GOGC", got)
	}
}
