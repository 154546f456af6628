package serve

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os/exec"
	"strings"
	"testing"
	"testing/iotest"

	fastgzip "github.com/klauspost/compress/gzip"
)

// finish returns the finished member and the number of writes that it took.
func finish(t testing.TB, z *zipped, tail, scratch []byte) ([]byte, int) {
	t.Helper()
	var w countedWrites
	n, err := z.writeTo(&w, tail, scratch)
	if err != nil || n != int64(len(w.b)) || len(w.b) != z.size(len(tail)) {
		t.Fatalf("wrote %d, said %d, %v; size says %d", len(w.b), n, err, z.size(len(tail)))
	}
	return w.b, w.n
}

type countedWrites struct {
	b []byte
	n int
}

func (w *countedWrites) Write(b []byte) (int, error) {
	w.b, w.n = append(w.b, b...), w.n+1
	return len(b), nil
}

// unzip reads one member, and fails for what is behind it.
func unzip(t testing.TB, b []byte) []byte {
	t.Helper()
	in := bytes.NewReader(b)
	r, err := gzip.NewReader(in)
	if err != nil {
		t.Fatal(err)
	}
	r.Multistream(false)
	plain, err := io.ReadAll(r)
	if err != nil || in.Len() > 0 {
		t.Fatalf("%v; %d bytes behind the member", err, in.Len())
	}
	return plain
}

// prose is text of n bytes that compresses about as well as a listing.
func prose(n int) []byte {
	random := rand.New(rand.NewPCG(1, 2))
	var b strings.Builder
	for b.Len() < n {
		fmt.Fprintf(&b, `{"uri":"skill://acme/s%04d/SKILL.md","digest":"sha256:%016x%016x","size":%d},`, random.IntN(1000), random.Uint64(), random.Uint64(), random.IntN(9000))
	}
	return []byte(b.String()[:n])
}

func noise(n int) []byte {
	b := make([]byte, n)
	random := rand.New(rand.NewPCG(3, 4))
	for i := range b {
		b[i] = byte(random.Uint32())
	}
	return b
}

// pipe runs a program that may be missing on the machine of a contributor.
func pipe(t *testing.T, in []byte, name string, args ...string) []byte {
	t.Helper()
	if _, err := exec.LookPath(name); err != nil {
		t.Logf("not tried: %v", err)
		return unzip(t, in)
	}
	c := exec.CommandContext(t.Context(), name, args...)
	c.Stdin = bytes.NewReader(in)
	var fault bytes.Buffer
	c.Stderr = &fault
	out, err := c.Output()
	if err != nil {
		t.Fatalf("%s: %v\n%s", name, err, &fault)
	}
	return out
}

func TestZipRoundTrip(t *testing.T) {
	zipper := newZipper()
	constant := map[string][]byte{"nothing": nil, "a byte": {'{'}, "a listing": prose(140_000), "noise": noise(70_000), "zeros": make([]byte, 1<<20)}
	tails := map[string][]byte{"7}": []byte("7}"), "no byte": nil, "one byte": {'}'}, "100 bytes": noise(100), "longest": prose(maxTail)}
	for name, part := range constant {
		z := zipper.zip(part)
		for tailName, tail := range tails {
			t.Run(name+"/"+tailName, func(t *testing.T) {
				b, _ := finish(t, z, tail, nil)
				fast, err := fastgzip.NewReader(bytes.NewReader(b))
				if err != nil {
					t.Fatal(err)
				}
				got, err := io.ReadAll(fast)
				if want := append(bytes.Clone(part), tail...); err != nil || !bytes.Equal(got, want) || !bytes.Equal(unzip(t, b), want) {
					t.Errorf("%d bytes come back of %d and %d: %v", len(got), len(part), len(tail), err)
				}
			})
		}
	}
}

func TestZipReadByPrograms(t *testing.T) {
	zipper, tail := newZipper(), []byte("7}")
	for name, part := range map[string][]byte{"nothing": nil, "a listing": prose(140_000), "noise": noise(70_000)} {
		b, _ := finish(t, zipper.zip(part), tail, nil)
		want := append(bytes.Clone(part), tail...)
		t.Run("gzip/"+name, func(t *testing.T) {
			pipe(t, b, "gzip", "-t")
			if got := pipe(t, b, "gzip", "-dc"); !bytes.Equal(got, want) {
				t.Errorf("%d bytes come back of %d", len(got), len(want))
			}
		})
		t.Run("node/"+name, func(t *testing.T) {
			got := pipe(t, b, "node", "-e", `process.stdout.write(require("zlib").gunzipSync(require("fs").readFileSync(0)))`)
			if !bytes.Equal(got, want) {
				t.Errorf("%d bytes come back of %d", len(got), len(want))
			}
		})
	}
}

func TestZipOfParts(t *testing.T) {
	zipper, whole := newZipper(), prose(20_000)
	want := zipper.zip(whole)
	for name, parts := range map[string][][]byte{
		"two":       {whole[:9_000], whole[9_000:]},
		"empty too": {nil, whole[:1], {}, whole[1:], nil},
		"pieces":    {whole[:100], whole[100:5_000], whole[5_000:5_001], whole[5_001:]},
	} {
		if got := zipper.zip(parts...); got.crc != want.crc || got.length != want.length || !bytes.Equal(got.stream, want.stream) {
			t.Errorf("%s: another stream than that of the joined parts", name)
		}
	}
	zipper.zip(noise(20_000)) // which must not reuse the bytes of an earlier answer
	if b, _ := finish(t, want, nil, nil); !bytes.Equal(unzip(t, b), whole) {
		t.Error("a later answer changed this one")
	}
	if a, b := zipper.zip(), zipper.zip(nil, []byte{}); !bytes.Equal(a.stream, b.stream) || a.length != 0 {
		t.Error("no part and empty parts differ")
	}
}

func TestZipWrites(t *testing.T) {
	zipper, tail := newZipper(), []byte("7}")
	z := zipper.zip(prose(20_000))
	for _, c := range []struct{ scratch, writes int }{
		{z.size(2), 1}, {z.size(2) - 1, 2}, {len(tail) + zipFrame, 2}, {0, 2},
	} {
		b, n := finish(t, z, tail, make([]byte, c.scratch))
		if n != c.writes || !bytes.HasSuffix(unzip(t, b), tail) {
			t.Errorf("scratch of %d bytes: %d writes, want %d", c.scratch, n, c.writes)
		}
	}
	t.Run("scratch is written from its start", func(t *testing.T) {
		scratch := append(make([]byte, 0, 1<<16), "rest of another answer"...)
		if b, _ := finish(t, z, tail, scratch); !bytes.HasSuffix(unzip(t, b), tail) {
			t.Error("another answer")
		}
	})
	t.Run("a write fails", func(t *testing.T) {
		gone := errors.New("gone")
		for _, scratch := range [][]byte{nil, make([]byte, 1<<16)} {
			if n, err := z.writeTo(failing{gone}, tail, scratch); n != 0 || !errors.Is(err, gone) {
				t.Errorf("%d, %v", n, err)
			}
		}
		short := iotest.TruncateWriter(io.Discard, 10) // takes all, passes ten on
		if n, err := z.writeTo(short, tail, nil); n != int64(z.size(2)) || err != nil {
			t.Errorf("%d, %v", n, err)
		}
	})
}

type failing struct{ err error }

func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestZipTailTooLong(t *testing.T) {
	defer func() {
		if recover() == nil {
			t.Error("a tail that no stored block can hold was written")
		}
	}()
	_, _ = newZipper().zip(nil).writeTo(io.Discard, make([]byte, maxTail+1), nil)
}

func TestZipWorthwhile(t *testing.T) {
	zipper := newZipper()
	for name, c := range map[string]struct {
		part []byte
		want bool
	}{
		"a listing": {prose(9_000), true}, "noise": {noise(9_000), false}, "nothing": {nil, false},
		"a tenth of zeros": {append(noise(9_000), make([]byte, 500)...), false},
		"a fifth of zeros": {append(noise(9_000), make([]byte, 2_000)...), true},
	} {
		if got := zipper.zip(c.part).worthwhile(); got != c.want {
			t.Errorf("%s: %v", name, got)
		}
	}
}

func TestZipConcurrently(t *testing.T) {
	zipper := newZipper()
	done := make(chan error)
	for i := range 16 {
		go func() {
			part := prose(5_000 + i)
			z := zipper.zip(part)
			var b bytes.Buffer
			_, _ = z.writeTo(&b, []byte{'}'}, nil)
			r, err := gzip.NewReader(&b)
			if err == nil {
				var plain []byte
				plain, err = io.ReadAll(r)
				if err == nil && !bytes.Equal(plain, append(part, '}')) {
					err = errors.New("other bytes come back")
				}
			}
			done <- err
		}()
	}
	for range 16 {
		if err := <-done; err != nil {
			t.Error(err)
		}
	}
}

func FuzzZip(f *testing.F) {
	zipper := newZipper()
	f.Add([]byte(nil), []byte{'}'}, 0)
	f.Add(prose(3_000), []byte(`"an id"}`), 1_000)
	f.Add(noise(500), []byte(nil), 500)
	f.Fuzz(func(t *testing.T, constant, tail []byte, cut int) {
		tail = tail[:min(len(tail), maxTail)]
		cut = int(uint(cut) % uint(len(constant)+1))
		z := zipper.zip(constant[:cut], constant[cut:])
		for _, scratch := range [][]byte{nil, make([]byte, 0, z.size(len(tail)))} {
			b, _ := finish(t, z, tail, scratch)
			if got := unzip(t, b); !bytes.Equal(got, append(bytes.Clone(constant), tail...)) {
				t.Fatalf("%d bytes come back of %d and %d", len(got), len(constant), len(tail))
			}
		}
	})
}

func BenchmarkZipWriteTo(b *testing.B) {
	zipper, tail := newZipper(), []byte("1234}")
	for name, size := range map[string]int{"listing of 140 KB": 140_000, "content of 9 KB": 9_000} {
		z := zipper.zip(prose(size))
		for how, scratch := range map[string][]byte{"in one": make([]byte, z.size(len(tail))), "in two": make([]byte, 64)} {
			b.Run(name+"/"+how, func(b *testing.B) {
				b.ReportAllocs()
				b.ReportMetric(float64(z.size(len(tail))), "zipped-bytes")
				for b.Loop() {
					_, _ = z.writeTo(io.Discard, tail, scratch)
				}
			})
		}
	}
}

func BenchmarkZip(b *testing.B) {
	zipper, part := newZipper(), prose(140_000)
	b.SetBytes(int64(len(part)))
	b.ReportAllocs()
	for b.Loop() {
		zipper.zip(part)
	}
}
