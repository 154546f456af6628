package skill

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"skillpack/internal/protocol"
)

// meteredFS counts the bytes that are read of files.
type meteredFS struct {
	countingFS
	read atomic.Int64
}

type meteredFile struct {
	fs.File
	read *atomic.Int64
}

func (m *meteredFS) Open(name string) (fs.File, error) {
	f, err := m.countingFS.Open(name)
	return meteredFile{f, &m.read}, err
}

func (f meteredFile) Read(p []byte) (int, error) {
	n, err := f.File.Read(p)
	f.read.Add(int64(n))
	return n, err
}

// Whoever goes over the files of a tree once has each read once, also where memory has no room
// for them, and where several want to know what it is meanwhile.
func TestFilesAreReadOnce(t *testing.T) {
	for _, digests := range []bool{false, true} {
		m := largeTree()
		fsys := &meteredFS{countingFS: countingFS{ReadLinkFS: m}}
		tree := load(t, fsys, Options{Digests: digests})
		if opened := fsys.opened.Load(); opened != 1 {
			t.Errorf("Load opened %d files, expected SKILL.md", opened)
		}
		free := make([]byte, 2<<20)
		for _, f := range tree.Files {
			if data := f.ContentIn(free); !bytes.Equal(data, m[f.Path].Data) || !f.IsText() {
				t.Errorf("%s has %d bytes, is text: %v", f.Path, len(data), f.IsText())
			}
			if digests && f.Digest() != protocol.Digest(m[f.Path].Data) {
				t.Errorf("%s has another digest", f.Path)
			}
		}
		if opened := fsys.opened.Load(); opened != int64(len(tree.Files)) {
			t.Errorf("%d files were opened %d times", len(tree.Files), opened)
		}
	}
}

// What a file without text holds is nobody's business, unless its digest is.
func TestBinaryIsReadNoFurtherThanNeeded(t *testing.T) {
	large, twin := bytes.Repeat([]byte{'a', 0}, pieceSize), bytes.Repeat([]byte{0, 'a'}, pieceSize)
	late := append(bytes.Repeat([]byte{'a'}, pieceSize+1), 0)
	m := mapFS(map[string]string{"s/SKILL.md": manifestOf("s"), "s/large": string(large), "s/late": string(late)})
	for _, f := range m {
		f.ModTime = time.Unix(1, 0)
	}
	fsys := &meteredFS{countingFS: countingFS{ReadLinkFS: m}}
	tree := load(t, fsys, Options{})
	for file, most := range map[string]int64{"s/large": pieceSize, "s/late": int64(len(late))} {
		before := fsys.read.Load()
		if f := tree.File(file); f.IsText() || f.Content() != nil || f.Markdown() != nil {
			t.Errorf("%s is taken for text", file)
		}
		if read := fsys.read.Load() - before; read > most {
			t.Errorf("%d bytes of %s were read, expected at most %d", read, file, most)
		}
		if f := tree.File(file); f.Digest() != protocol.Digest(m[file].Data) {
			t.Errorf("%s has another digest", file)
		}
	}
	m["s/twin"] = &fstest.MapFile{Data: twin, Mode: 0o644, ModTime: time.Unix(1, 0)}
	fsys = &meteredFS{countingFS: countingFS{ReadLinkFS: m}}
	tree = load(t, fsys, Options{})
	for _, file := range []string{"s/large", "s/twin"} { // of one size, so their digests will be wanted
		tree.File(file).IsText()
		tree.File(file).Digest()
	}
	if opened := fsys.opened.Load(); opened != 3 {
		t.Errorf("opened %d files, expected each once", opened)
	}
}

func TestExamineGetsWhatIsNotKept(t *testing.T) {
	m := largeTree()
	m["s/binary"] = &fstest.MapFile{Data: bytes.Repeat([]byte{0}, 1<<20), Mode: 0o644}
	m["s/same"] = &fstest.MapFile{Data: []byte("binary"), Mode: fs.ModeSymlink}
	m["s/empty"] = &fstest.MapFile{Mode: 0o644}
	m["s/over"] = &fstest.MapFile{Data: make([]byte, protocol.MaxBytes+1), Mode: 0o644}
	var mu sync.Mutex
	times := map[string]int{}
	tree := load(t, m, Options{Digests: true, Examine: func(e Examined) {
		if e.Digest != protocol.Digest(e.Bytes) || e.Text != protocol.IsText(e.Bytes) {
			t.Errorf("%d bytes are said to be %s, text: %v", len(e.Bytes), e.Digest, e.Text)
		}
		mu.Lock()
		defer mu.Unlock()
		times[e.Digest]++
	}})
	var readers sync.WaitGroup
	for range 4 {
		readers.Go(func() {
			free := make([]byte, 2<<20)
			for _, f := range tree.Files {
				f.ContentIn(free)
				f.Digest()
			}
		})
	}
	readers.Wait()
	for _, f := range tree.Files {
		small := f.Size > 0 && f.Size <= protocol.MaxBytes
		switch n, kept := times[f.Digest()], f.content.kept.Load() != nil; {
		case small && !kept && n != 1, n > 1, !small && n > 0:
			t.Errorf("%s of %d bytes, kept: %v, was examined %d times", f.Path, f.Size, kept, n)
		}
	}
	if len(times) < len(tree.Files)/3 {
		t.Errorf("%d of %d files were examined", len(times), len(tree.Files))
	}
}

// What changes between the look of Load and the first reading is told, where it shows.
func TestChangesBeforeTheFirstReadingAreNoticed(t *testing.T) {
	over := make([]byte, protocol.MaxBytes+2)
	for name, c := range map[string]struct {
		before, after []byte
		gone          bool
		fails         bool
	}{
		"shorter":          {before: []byte("abc"), after: []byte("ab"), fails: true},
		"empty":            {before: []byte("abc"), fails: true},
		"longer":           {before: []byte("abc"), after: []byte("abcd"), fails: true},
		"gone":             {before: []byte("abc"), gone: true, fails: true},
		"too large now":    {before: []byte("abc"), after: over, fails: true},
		"large and longer": {before: over[1:], after: over, fails: true},
		"other bytes":      {before: []byte("abc"), after: []byte("abd")},
	} {
		t.Run(name, func(t *testing.T) {
			m := mapFS(map[string]string{"s/SKILL.md": manifestOf("s"), "s/x.md": string(c.before)})
			tree := load(t, m, Options{})
			if m["s/x.md"].Data = c.after; c.gone {
				delete(m, "s/x.md")
			}
			f := tree.File("s/x.md")
			data, text, digest, markdown := f.Content(), f.IsText(), f.Digest(), f.Markdown()
			err := tree.Err()
			if !c.fails {
				if string(data) != string(c.after) || !text || digest != protocol.Digest(c.after) || err != nil {
					t.Errorf("got %q, text: %v, %s, %v", data, text, digest, err)
				}
				return
			}
			if data != nil || text || digest != "" || markdown != nil {
				t.Errorf("got %d bytes, text: %v, digest %q, markdown: %v", len(data), text, digest, markdown != nil)
			}
			if err == nil || !strings.Contains(err.Error(), "s/x.md") || c.gone != errors.Is(err, fs.ErrNotExist) {
				t.Errorf("the tree says %v", err)
			}
		})
	}
}

// Any file of any size and kind is told to be what it is, through every door.
func TestEveryDoorTellsTheSame(t *testing.T) {
	texts := []string{"", "a", "é", "\xff", "a\x00", strings.Repeat("日", pieceSize/3+1), strings.Repeat("a", pieceSize-1) + "é",
		strings.Repeat("a", pieceSize-1) + "\xff" + strings.Repeat("b", 99), strings.Repeat("a", pieceSize) + "\x00", strings.Repeat("a", 2*pieceSize) + "\xc3"}
	doors := []func(f *File, free []byte){
		func(f *File, _ []byte) { f.IsText() }, func(f *File, _ []byte) { f.Digest() }, func(f *File, _ []byte) { f.Content() },
		func(f *File, free []byte) { f.ContentIn(free) }, func(f *File, _ []byte) { f.Bytes() },
	}
	for first := range doors {
		m := mapFS(map[string]string{"s/SKILL.md": manifestOf("s")})
		for i, text := range texts {
			m[fmt.Sprintf("s/%d", i)] = &fstest.MapFile{Data: []byte(text), Mode: 0o644, ModTime: []time.Time{{}, time.Unix(1, 0)}[first%2]}
		}
		tree := load(t, m, Options{})
		for i, text := range texts {
			f, free := tree.File(fmt.Sprintf("s/%d", i)), make([]byte, 5*pieceSize)
			doors[first](f, free[:len(free)>>(i%4*2)])
			isText := text == "" || protocol.IsText([]byte(text))
			if f.IsText() != isText || f.Digest() != protocol.Digest([]byte(text)) || isText != (f.Content() != nil) && text != "" {
				t.Errorf("door %d, %.20q: text %v, %s, %d bytes", first, text, f.IsText(), f.Digest(), len(f.Content()))
			}
			if isText && string(f.ContentIn(free)) != text {
				t.Errorf("door %d, %.20q: another content", first, text)
			}
			if all, err := f.AppendTo([]byte("x")); err != nil || !slices.Equal(all, append([]byte("x"), text...)) {
				t.Errorf("door %d, %.20q: other bytes, %v", first, text, err)
			}
		}
		if err := tree.Err(); err != nil {
			t.Error(err)
		}
	}
}
