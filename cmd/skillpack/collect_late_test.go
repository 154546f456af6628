package main

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

// Only the first collection is late.
func TestCollectLate(t *testing.T) {
	if value, set := os.LookupEnv("GOGC"); set {
		os.Unsetenv("GOGC")
		defer os.Setenv("GOGC", value)
	}
	const usual = 77
	defer debug.SetGCPercent(debug.SetGCPercent(usual))
	percent := func() int {
		now := debug.SetGCPercent(usual)
		debug.SetGCPercent(now)
		return now
	}
	collectLate(usual)
	if now := percent(); now <= usual {
		t.Errorf("before the first collection it is %d percent", now)
	}
	for end := time.Now().Add(time.Minute); percent() != usual; runtime.GC() {
		if time.Now().After(end) {
			t.Fatalf("after collections it is still %d percent", percent())
		}
	}
	t.Setenv("GOGC", "50")
	if collectLate(1); percent() != usual {
		t.Errorf("where the user sets GOGC it is %d percent", percent())
	}
}
