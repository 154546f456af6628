package build

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"syscall"
	"testing"
	"testing/fstest"

	"skillpack/catalog"
)

// A catalog that has room on the disk is written, also where its spool has none beside it.
func TestWriteFileOnASmallDisk(t *testing.T) {
	disk := t.TempDir()
	if err := syscall.Mount("none", disk, "tmpfs", 0, "size=100m"); err != nil {
		t.Skipf("only who may mount a file system can try a small one: %v", err)
	}
	defer func() { _ = syscall.Unmount(disk, syscall.MNT_DETACH) }()
	files := fstest.MapFS{}
	for i := range 6 {
		name, large := fmt.Sprintf("s%d", i), make([]byte, 8<<20)
		copy(large, name)
		files[name+"/SKILL.md"] = &fstest.MapFile{Data: fmt.Appendf(nil, "---\nname: %s\ndescription: Holds a large file.\n---\n", name)}
		files[name+"/large"] = &fstest.MapFile{Data: large, Mode: 0o644}
	}
	spool := NewSpool(disk)
	defer spool.Close()
	spool.file.most = 1 << 40
	want, err := catalog.Write(io.Discard, compileWith(t, files, nil))
	if err != nil {
		t.Fatal(err)
	}
	c := compileWith(t, files, spool)
	if size := spool.file.size.Load(); size < want.Size/2 || size+want.Size < 100<<20 {
		t.Fatalf("the spool of %d bytes leaves room for %d", size, want.Size)
	}
	got, err := WriteFile(t.Context(), filepath.Join(disk, "catalog.json"), c, spool)
	if err != nil {
		t.Fatal(err)
	}
	written, err := os.Stat(filepath.Join(disk, "catalog.json"))
	if err != nil || got != want || written.Size() != want.Size {
		t.Errorf("written was %+v, want %+v (%v)", got, want, err)
	}
}
