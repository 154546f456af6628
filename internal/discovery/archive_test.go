package discovery

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
	"unicode/utf8"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// packed is the archive of files given as path, content, path, content.
func packed(t testing.TB, pairs ...string) []byte {
	t.Helper()
	k := &entry{uri: "skill://x/SKILL.md", name: "x", packers: new(packers)}
	for i := 0; i < len(pairs); i += 2 {
		data := []byte(pairs[i+1])
		k.members = append(k.members, member{path: pairs[i], content: &catalog.Content{Read: func() ([]byte, error) { return data, nil }}})
	}
	archive, err := k.archive()
	if err != nil {
		t.Fatal(err)
	}
	if digest, err := k.digest(); err != nil || len(pairs) > 2 && digest != protocol.Digest(archive) {
		t.Fatalf("digest %s, %v", digest, err)
	}
	return archive
}

// plain is an archive without its gzip.
func plain(t testing.TB, archive []byte) []byte {
	t.Helper()
	r, err := gzip.NewReader(bytes.NewReader(archive))
	if err != nil {
		t.Fatal(err)
	}
	if r.Name != "" || !r.ModTime.IsZero() || r.OS != 255 || r.Comment != "" || r.Extra != nil {
		t.Errorf("the header of gzip is %+v", r.Header)
	}
	data, err := io.ReadAll(r)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// checkUnpacked compares an archive, as Go reads it, with its files.
func checkUnpacked(t testing.TB, archive []byte, pairs ...string) {
	t.Helper()
	r := tar.NewReader(bytes.NewReader(plain(t, archive)))
	for i := 0; i < len(pairs); i += 2 {
		h, err := r.Next()
		if err != nil {
			t.Fatalf("at %q: %v", pairs[i], err)
		}
		data, err := io.ReadAll(r)
		if err != nil || h.Name != pairs[i] || string(data) != pairs[i+1] {
			t.Fatalf("got %q with %q, %v, want %q with %q", h.Name, data, err, pairs[i], pairs[i+1])
		}
		wantMode := int64(0o644)
		if strings.HasPrefix(pairs[i+1], "#!") {
			wantMode = 0o755
		}
		if h.Mode != wantMode || h.Typeflag != tar.TypeReg || !h.ModTime.Equal(time.Unix(0, 0)) || h.Uid+h.Gid != 0 || h.Uname+h.Gname+h.Linkname != "" || len(h.PAXRecords) > 0 {
			t.Errorf("the header of %q is %+v", pairs[i], h)
		}
	}
	if h, err := r.Next(); !errors.Is(err, io.EOF) {
		t.Fatalf("after the last file there is %+v, %v", h, err)
	}
}

func TestArchiveHoldsItsFiles(t *testing.T) {
	files := []string{
		"SKILL.md", "---\nname: x\n---\n", "run", "#!/bin/sh\n", "empty", "", "ref/a b.md", "x",
		"é/ü.bin", "\x00\xff", "-dash", "-", strings.Repeat("n", 100), "100 bytes",
		strings.Repeat("p", 155) + "/" + strings.Repeat("n", 100), "255 and a slash",
		strings.Repeat("d/", 60) + "x", "deep", "block", strings.Repeat("b", 512), "more", strings.Repeat("b", 513),
	}
	archive := packed(t, files...)
	checkUnpacked(t, archive, files...)
	if !bytes.Equal(archive, packed(t, files...)) {
		t.Error("two archives of one skill differ")
	}
	if data := plain(t, archive); len(data)%ustarBlock != 0 || !bytes.HasSuffix(data, make([]byte, 2*ustarBlock)) {
		t.Errorf("%d bytes do not end in two blocks of zeros", len(data))
	}
}

// A digest of old is that of today: what a client has is not downloaded again for a new
// release of skillpack. Another version of the gzip library may change it; then say so in the
// release notes.
func TestDigestStays(t *testing.T) {
	archive := packed(t, "SKILL.md", "---\nname: x\n---\n"+strings.Repeat("Do it. ", 999), "run", "#!/bin/sh\n")
	const want = "sha256:fb5961d5f15cec5125b74cd9a4b5d23cdc2a6a59743e182d91fde1eebb3b6de3"
	if got := protocol.Digest(archive); got != want {
		t.Errorf("the digest is %s, want %s", got, want)
	}
}

func TestManifestIsFirst(t *testing.T) {
	s := set(t, tree{"x/SKILL.md": "D", "x/A.md": "a", "x/z.md": "z"}, Options{})
	r := tar.NewReader(bytes.NewReader(plain(t, content(t, s, ".well-known/agent-skills/x.tar.gz"))))
	for _, want := range []string{"SKILL.md", "A.md", "z.md"} {
		if h, err := r.Next(); err != nil || h.Name != want {
			t.Fatalf("got %+v, %v, want %q", h, err, want)
		}
	}
}

// What archive/tar writes of the same file is the measure where it agrees to write it.
func TestHeaderIsThatOfGo(t *testing.T) {
	for _, name := range []string{"SKILL.md", "a/b/c.txt", strings.Repeat("a/", 70) + "x", strings.Repeat("p", 155) + "/" + strings.Repeat("n", 100)} {
		var want bytes.Buffer
		err := tar.NewWriter(&want).WriteHeader(&tar.Header{Name: name, Size: 12345, Mode: 0o755, ModTime: time.Unix(0, 0), Typeflag: tar.TypeReg, Format: tar.FormatUSTAR})
		if err != nil {
			t.Fatal(err)
		}
		if got := ustarHeader(name, 12345, 0o755); !bytes.Equal(got[:], want.Bytes()) {
			t.Errorf("the header of %q is\n%q, want\n%q", name, got, want.Bytes())
		}
	}
}

func TestSplitUstar(t *testing.T) {
	n := strings.Repeat
	for _, c := range []struct {
		path, prefix, name string
		ok                 bool
	}{
		{"a", "", "a", true},
		{n("x", 100), "", n("x", 100), true},
		{n("x", 101), "", "", false},
		{"a/" + n("x", 100), "a", n("x", 100), true},
		{"a/" + n("x", 101), "a", n("x", 101), false},
		{n("p", 155) + "/x", n("p", 155), "x", true},
		{n("p", 156) + "/x", "", "", false},
		{n("p", 100) + "/" + n("q", 54) + "/" + n("x", 100), n("p", 100) + "/" + n("q", 54), n("x", 100), true},
		{n("p", 100) + "/" + n("q", 55) + "/" + n("x", 100), n("p", 100), "", false},
		{n("é", 50), "", n("é", 50), true}, // bytes count, not characters
		{n("é", 51), "", "", false},
		{"", "", "", false},
	} {
		prefix, name, ok := splitUstar(c.path)
		if ok != c.ok || ok && (prefix != c.prefix || name != c.name) {
			t.Errorf("%q is split into %q, %q, %v", c.path, prefix, name, ok)
		}
	}
}

func TestArchiveSaysWhoseContentFails(t *testing.T) {
	k := &entry{uri: "skill://x/SKILL.md", packers: new(packers), members: []member{
		{path: "SKILL.md", content: &catalog.Content{Digest: "sha256:0"}}, {path: "x"},
	}}
	for _, pack := range []func() error{
		func() error { _, err := k.archive(); return err },
		func() error { _, err := digests([]*entry{k}); return err },
	} {
		if err := pack(); err == nil || !strings.Contains(err.Error(), `the archive of "skill://x/SKILL.md"`) {
			t.Errorf("got %v", err)
		}
	}
}

// However many ask for an index at a time, an archive is made for its digest once.
func TestDigestIsFoundOnce(t *testing.T) {
	var reads atomic.Int64
	data := &catalog.Content{Read: func() ([]byte, error) { reads.Add(1); return []byte("x"), nil }}
	k := &entry{packers: new(packers), members: []member{{path: "SKILL.md", content: data}, {path: "x", content: data}}}
	var askers sync.WaitGroup
	for range 8 {
		askers.Go(func() {
			if _, err := digests([]*entry{k, k}); err != nil {
				t.Error(err)
			}
		})
	}
	askers.Wait()
	if got := reads.Load(); got != 2 {
		t.Errorf("files were read %d times, want 2", got)
	}
}

func FuzzArchive(f *testing.F) {
	f.Add("ref/a b.md", "x", "é", "#!y")
	f.Add(strings.Repeat("p", 155)+"/"+strings.Repeat("n", 100), "", "\n", "\x00")
	f.Add("a\tb/...", "1", "x/PaxHeaders.0/y", strings.Repeat("z", 513))
	f.Fuzz(func(t *testing.T, one, first, two, second string) {
		for _, name := range []string{one, two} {
			if !utf8.ValidString(name) || !protocol.ValidPath(name) || archivedFault(name) != "" {
				return
			}
		}
		files := []string{"SKILL.md", "---\n", one, first, two, second}
		checkUnpacked(t, packed(t, files...), files...)
	})
}
