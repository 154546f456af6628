package daemon

import (
	"os"
	"runtime/debug"
)

const (
	// garbage is about how many bytes that are not used any more may be in memory before
	// they are collected.
	garbage = 32 << 20
	// alone is about what a server needs in memory without a catalog, in bytes.
	alone = 8 << 20
)

// spare sets how much memory is kept for garbage, for a catalog with so many bytes of
// content: Go's own rule keeps as much again as is in use, which for a small catalog is a
// collection each thousand requests, and for a large one is memory that nothing needs.
// Where GOGC says something it stands.
func spare(content int64) {
	if _, set := os.LookupEnv("GOGC"); !set {
		debug.SetGCPercent(percent(content))
	}
}

// percent is the garbage as a part of what is in use.
func percent(content int64) int {
	inUse := alone + content*3/2 // with entries and index
	return int(min(max(garbage*100/inUse, 25), 400))
}
