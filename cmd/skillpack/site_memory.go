package main

import (
	"os"
	"runtime/debug"

	"skillpack/catalog"
)

const (
	// siteGarbage is about how many bytes that are not used any more may be in memory
	// before they are collected, while a site is written.
	siteGarbage = 80 << 20
	// siteAlone is about what site needs beside the contents of a catalog, in bytes.
	siteAlone = 16 << 20
)

// boundGarbage bounds what a site takes in memory beyond its catalog. Go's own rule keeps as
// much again as is in use, and so twice the catalog. Where GOGC says something it stands.
func boundGarbage(c *catalog.Catalog) {
	if _, set := os.LookupEnv("GOGC"); !set {
		debug.SetGCPercent(garbagePercent(c))
	}
}

// garbagePercent is the garbage as a part of what is in use.
func garbagePercent(c *catalog.Catalog) int {
	var content int64
	for i := range c.Contents {
		content += c.Contents[i].Size
	}
	inUse := siteAlone + content*5/4 // with entries and index
	return int(min(max(siteGarbage*100/inUse, 10), 400))
}
