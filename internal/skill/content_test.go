package skill

import (
	"bytes"
	"fmt"
	"runtime"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"skillpack/internal/protocol"
)

// largeTree is a tree of more than Load keeps in memory.
func largeTree() fstest.MapFS {
	m := mapFS(map[string]string{"s/SKILL.md": manifestOf("s")})
	for i := range 2*maxKept>>20 + 1 {
		m[fmt.Sprintf("s/%03d.md", i)] = &fstest.MapFile{
			Data: bytes.Repeat(fmt.Appendf(nil, "%0127d\n", i), 1<<13), Mode: 0o644, ModTime: time.Unix(int64(i), 0), // the first tells no time
		}
	}
	return m
}

// The memory of a tree is bounded by the files that somebody looks at.
func TestLargeTreesAreReadAgain(t *testing.T) {
	m := largeTree()
	tree := load(t, m, Options{})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			for _, f := range tree.Files {
				if !bytes.Equal(f.Content(), m[f.Path].Data) {
					t.Errorf("%s has another content", f.Path)
				}
				if data, err := f.Bytes(); err != nil || !bytes.Equal(data, m[f.Path].Data) {
					t.Errorf("%s has other bytes (%v)", f.Path, err)
				}
				if data, err := f.AppendTo([]byte("before ")); err != nil || !bytes.Equal(data, append([]byte("before "), m[f.Path].Data...)) {
					t.Errorf("%s appends other bytes (%v)", f.Path, err)
				}
			}
		})
	}
	readers.Wait()
	if err := tree.Err(); err != nil {
		t.Error(err)
	}
	if kept := keptBy(tree); kept != len(m["s/SKILL.md"].Data) {
		t.Errorf("%d bytes are kept, expected SKILL.md", kept)
	}
}

// keptBy is how many bytes the tree keeps in memory.
func keptBy(tree *Tree) (kept int) {
	for _, f := range tree.Files {
		if bytes := f.content.kept.Load(); bytes != nil {
			kept += len(*bytes)
		}
	}
	return kept
}

// notKept returns a file that was read and is not kept in memory.
func notKept(t *testing.T, tree *Tree) *File {
	t.Helper()
	for _, f := range tree.Files {
		if f.IsText(); f.content.kept.Load() == nil {
			runtime.GC() // so that nobody has its bytes any more
			return f
		}
	}
	t.Fatal("all files are kept")
	return nil
}

// What somebody holds is not read twice.
func TestWhatIsInUseIsNotReadAgain(t *testing.T) {
	fsys := &countingFS{ReadLinkFS: largeTree()}
	tree := load(t, fsys, Options{})
	f, before := notKept(t, tree), fsys.opened.Load()
	content := f.Content()
	runtime.GC()
	if again := f.Content(); &again[0] != &content[0] || fsys.opened.Load() != before+1 {
		t.Errorf("opened %d times", fsys.opened.Load()-before)
	}
	runtime.KeepAlive(content)
}

// A file that another program changes meanwhile must neither go unnoticed nor lead
// out of the bounds of what was found in it.
func TestChangedFilesAreNoticed(t *testing.T) {
	for name, change := range map[string]func(*fstest.MapFile){
		"shorter":               func(f *fstest.MapFile) { f.Data = f.Data[:10] },
		"longer":                func(f *fstest.MapFile) { f.Data = slices.Concat(f.Data, []byte{'x'}) },
		"other bytes, later":    func(f *fstest.MapFile) { f.Data, f.ModTime = bytes.ToUpper(f.Data), time.Unix(1e9, 0) },
		"other bytes, no time":  func(f *fstest.MapFile) { f.Data, f.ModTime = bytes.ToUpper(f.Data), time.Time{} },
		"the same bytes, later": nil,
	} {
		t.Run(name, func(t *testing.T) {
			m := mapFS(map[string]string{"s/SKILL.md": manifestOf("s")})
			for _, name := range []string{"a", "b", "c"} {
				m["s/"+name] = &fstest.MapFile{Data: bytes.Repeat([]byte(name), maxKept/3+1), ModTime: time.Unix(1, 0)}
			}
			tree := load(t, m, Options{})
			f := notKept(t, tree)
			if change == nil {
				m[f.Path].ModTime = time.Unix(1e9, 0)
			} else {
				change(m[f.Path])
			}
			if now, err := f.AppendTo(nil); err == nil && (protocol.Digest(now) == f.Digest()) != (change == nil) {
				t.Error("appended bytes do not show the change")
			}
			content := f.Content()
			if int64(len(content)) != f.Size {
				t.Errorf("%d bytes, expected %d", len(content), f.Size)
			}
			if err := tree.Err(); (err != nil) != (change != nil) || err != nil && !strings.Contains(err.Error(), f.Path) {
				t.Errorf("the tree says %v", err)
			}
		})
	}
}
