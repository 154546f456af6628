//go:build !linux

package uncached

import "errors"

func readPast(int, []byte, int64) (int, error) { return 0, errors.ErrUnsupported }

func writePast(int, []byte, int64) (int, error) { return 0, errors.ErrUnsupported }

func isUnknown(err error) bool { return err != nil }

func adviseRandom(uintptr) {}
