package catalog

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"
)

// refusal decodes a copy of b, which must fail with an *Error and a nil catalog.
func refusal(t *testing.T, b []byte) *Error {
	t.Helper()
	c, err := Decode(bytes.Clone(b))
	var e *Error
	if c != nil || !errors.As(err, &e) {
		t.Fatalf("Decode gave %v, %v; expected nil and an *Error", c, err)
	}
	if e.Offset < 0 || e.Offset > int64(len(b)) || e.Line < 1 || e.Message == "" {
		t.Fatalf("%d bytes refused with a wrong place: %+v", len(b), e)
	}
	return e
}

func wantMessage(t *testing.T, err error, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if err == nil || !strings.Contains(err.Error(), part) {
			t.Errorf("error %v, expected %q in it", err, part)
		}
	}
}

func TestDamage(t *testing.T) {
	b := encode(t, small())
	t.Run("S84 hand-edited", func(t *testing.T) {
		edited := bytes.Replace(b, []byte("Gives money back"), []byte("Gives money away"), 1)
		wantMessage(t, refusal(t, edited), "the seal is sha256:", "damaged or edited", "build it again")
	})
	t.Run("S84 truncated at every byte", func(t *testing.T) {
		for n := range b {
			e := refusal(t, b[:n])
			if n > 0 {
				wantMessage(t, e, "cut short")
			}
		}
	})
	b = encode(t, build(source{"a/SKILL.md": `{"name":"a","description":"\u2028"}`, "a/b": "\xff", "a/c/": ""}))
	t.Run("S84 every bit flipped", func(t *testing.T) {
		for i := range 8 * len(b) {
			flipped := bytes.Clone(b)
			flipped[i/8] ^= 1 << (i % 8)
			refusal(t, flipped)
		}
	})
	t.Run("S84 every bit flipped and sealed again", func(t *testing.T) {
		for i := range 8 * (len(b) - sealLength) {
			flipped := bytes.Clone(b)
			flipped[i/8] ^= 1 << (i % 8)
			flipped = reseal(flipped)
			if c, err := Decode(bytes.Clone(flipped)); err == nil && !bytes.Equal(encode(t, c), flipped) {
				t.Errorf("bit %d: accepted, but not canonical", i)
			}
		}
	})
}

func TestEnvelope(t *testing.T) {
	b := string(encode(t, small()))
	lines := strings.Count(b, "\n")
	for _, test := range []struct {
		id, b string
		line  int
		want  []string
	}{
		{"S84 empty", "", 1, []string{"the file is empty"}},
		{"S84 not JSON", "PK\x03\x04\x00\x00", 1, []string{"not a catalog", `"PK\x03\x04`}},
		{"S84 other JSON", `{"name":"x"}` + strings.Repeat(" ", 100), 1, []string{"not a catalog"}},
		{"S84 byte order mark", "\ufeff" + b, 1, []string{"not a catalog", "ufeff"}},
		{"S84 spaces", strings.Repeat(" ", 1<<20), 1, []string{"not a catalog"}},
		{"S84 future version", strings.Replace(b, `:1,`, `:2,`, 1), 1, []string{"version 2: this skillpack reads version 1; rebuild the catalog or use a newer skillpack"}},
		{"S84 far future version", strings.Replace(b, `:1,`, `:10,`, 1), 1, []string{"version 10"}},
		{"S84 version text", strings.Replace(b, `:1,`, `:"1",`, 1), 1, []string{"reformatted or edited"}},
		{"S84 reformatted", "{\n  \"skillpack\": 1,\n" + b, 1, []string{"reformatted"}},
		{"S84 CRLF", strings.ReplaceAll(b, "\n", "\r\n"), 1, []string{"CRLF", ".gitattributes"}},
		{"S84 trailing newline", b + "\n", lines + 1, []string{"1 bytes follow"}},
		{"S84 trailing bytes", b + "{}", lines + 1, []string{"the catalog ends here", "2 bytes follow"}},
		{"S84 many trailing bytes", b + strings.Repeat(" ", tailWindow+9), lines + 1, []string{"added to"}},
		{"S84 twice", b + b, lines + 1, []string{"the catalog ends here"}},
		{"S84 seal upper case", strings.TrimSuffix(b, b[len(b)-9:]) + "ABCDEF\"}\n", lines + 1, []string{"does not end with its seal"}},
		{"S84 only ends", head + b[len(b)-sealLength:], 2, []string{"the seal is"}},
	} {
		t.Run(test.id, func(t *testing.T) {
			e := refusal(t, []byte(test.b))
			wantMessage(t, e, test.want...)
			if e.Line != test.line {
				t.Errorf("line %d, expected %d: %v", e.Line, test.line, e)
			}
		})
	}
}

func TestOpen(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, "catalog.json")
	b := encode(t, small())
	write := func(t *testing.T, b []byte, size int64) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, b, 0o600), os.Truncate(path, size)); err != nil {
			t.Fatal(err)
		}
	}
	t.Run("valid", func(t *testing.T) {
		write(t, b, int64(len(b)))
		c, err := Open(path)
		if err != nil || !bytes.Equal(encode(t, c), b) {
			t.Errorf("got %v, %v", c, err)
		}
	})
	t.Run("missing", func(t *testing.T) {
		_, err := Open(filepath.Join(dir, "none.json"))
		wantMessage(t, err, "none.json")
		if !errors.Is(err, os.ErrNotExist) {
			t.Errorf("%v is not ErrNotExist", err)
		}
	})
	t.Run("directory", func(t *testing.T) {
		_, err := Open(dir)
		wantMessage(t, err, dir, "found a directory, expected a catalog file")
	})
	t.Run("device", func(t *testing.T) {
		_, err := Open(os.DevNull)
		wantMessage(t, err, os.DevNull, "found a device")
	})
	t.Run("damaged", func(t *testing.T) {
		damaged := bytes.Replace(b, []byte("money"), []byte("honey"), 1)
		write(t, damaged, int64(len(b)))
		c, err := Open(path)
		wantMessage(t, err, path+": line ", "damaged or edited")
		if c != nil {
			t.Error("a damaged catalog was returned")
		}
	})
	t.Run("truncated", func(t *testing.T) {
		write(t, b, int64(len(b)-1))
		_, err := Open(path)
		wantMessage(t, err, path+": byte ", "cut short")
	})
}

func TestReadSize(t *testing.T) {
	_, err := readSize(strings.NewReader("short"), 6)
	wantMessage(t, err, "reading 6 bytes, as many as the file had when it was opened: unexpected EOF")
	if b, err := readSize(strings.NewReader("grown"), 4); string(b) != "grow" || err != nil {
		t.Errorf("got %q, %v", b, err)
	}
	long := prose(3*readBlock+17, 1)
	if b, err := readSize(strings.NewReader(long), int64(len(long))); string(b) != long || err != nil {
		t.Errorf("%d bytes in blocks: other bytes, %v", len(long), err)
	}
	_, err = readSize(strings.NewReader(long), int64(len(long)+readBlock))
	wantMessage(t, err, "unexpected EOF")
}

// The files here are sparse: they take no room on disk, but reading one of them
// whole would take that much memory.
func TestOpenHuge(t *testing.T) {
	const size = 2 << 30
	spaces := bytes.Repeat([]byte{' '}, 1<<20)
	for _, test := range []struct{ id, start, want string }{
		{"S84 2 GB of spaces", string(spaces), "not a catalog"},
		{"S84 2 GB after a first line", head + string(spaces), "does not end with its seal"},
		{"S84 2 GB after a catalog", string(encode(t, small())), "does not end with its seal"},
	} {
		t.Run(test.id, func(t *testing.T) {
			path := filepath.Join(t.TempDir(), "huge.json")
			if err := errors.Join(os.WriteFile(path, []byte(test.start), 0o600), os.Truncate(path, size)); err != nil {
				t.Fatal(err)
			}
			allocated, took := measure(func() {
				c, err := Open(path)
				wantMessage(t, err, path, test.want)
				if c != nil {
					t.Error("a catalog was returned")
				}
			})
			if allocated > 1<<20 || took > 20*time.Second {
				t.Errorf("refusing took %d bytes and %v", allocated, took)
			}
		})
	}
}

func measure(f func()) (allocated uint64, took time.Duration) {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	start := time.Now()
	f()
	took = time.Since(start)
	runtime.ReadMemStats(&after)
	return after.TotalAlloc - before.TotalAlloc, took
}
