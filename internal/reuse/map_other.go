//go:build !linux

package reuse

import "os"

// contents returns what a file holds.
func contents(file string) ([]byte, error) { return os.ReadFile(file) }
