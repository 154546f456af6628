//go:build !linux

package main

// useLargePages has nothing to ask for here.
func useLargePages(int) {}

func hasRoomFor(int) bool { return false }
