//go:build !linux

package main

// useLargePages has nothing to ask for here.
func useLargePages() {}
