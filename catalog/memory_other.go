//go:build !linux

package catalog

// preferHugePages has nothing to ask for here.
func preferHugePages([]byte) {}
