//go:build unix

package fix_test

import (
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"skillpack/internal/fix"
)

// A file keeps its owner: root, as in a container, can give it one to keep.
func TestWriteKeepsOwner(t *testing.T) {
	dir := onDisk(t, tree{"x/SKILL.md": named("x\ncreated: 2026-05-06")})
	file, owner := filepath.Join(dir, "x/SKILL.md"), os.Geteuid()
	if owner == 0 {
		owner = 4321
	}
	if err := os.Chown(file, owner, -1); err != nil {
		t.Fatal(err)
	}
	if done, failed := written(t, dir, planned(t, os.DirFS(dir), linted, fix.Options{})); done.Fixed() != 1 {
		t.Fatal(failed)
	}
	info, err := os.Stat(file)
	if err != nil {
		t.Fatal(err)
	}
	if now := info.Sys().(*syscall.Stat_t).Uid; int(now) != owner {
		t.Errorf("belongs to %d, was of %d", now, owner)
	}
}
