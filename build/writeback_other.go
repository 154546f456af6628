//go:build !linux

package build

import "os"

func startWriting(*os.File, int64, int64) {}
