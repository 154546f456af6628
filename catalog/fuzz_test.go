package catalog

import (
	"bytes"
	"errors"
	"slices"
	"testing"
)

// FuzzDecode holds that Decode gives either nil and an *Error or a catalog that
// Encode writes as the same bytes. Each input is tried as it is and sealed again,
// so that the seal does not hide what is behind it, and as what stands between the
// first and last lines.
func FuzzDecode(f *testing.F) {
	for _, src := range []source{
		nil,
		{"a/SKILL.md": `{"name":"a","description":"x"}`},
		{"a/SKILL.md": `{"name":"a","description":"x","n":[1.5e-3,{"k":null}]}`, "a/e/": "", "a/b.bin": "\xff"},
		smallSource(),
	} {
		b := encode(f, build(src))
		f.Add(b)
		f.Add(b[len(head) : len(b)-sealLength])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		for _, input := range [][]byte{b, reseal(b), reseal([]byte(head + string(b) + sealStart))} {
			c, err := Decode(bytes.Clone(input))
			agree(t, input)
			if err != nil {
				var e *Error
				if c != nil || !errors.As(err, &e) || e.Offset < 0 || e.Offset > int64(len(input)) {
					t.Fatalf("Decode gave %v, %#v", c, err)
				}
				continue
			}
			if again := encode(t, c); !bytes.Equal(again, input) {
				t.Fatalf("accepted %q\nencodes as %q", input, again)
			}
		}
	})
}

// agree holds that reading on all cores takes what reading one after the other takes, and
// finds the same in it.
func agree(t *testing.T, b []byte) {
	t.Helper()
	if len(b) < sealLength {
		return
	}
	sealed := b[:len(b)-sealLength]
	quick, ok := decodeQuickly(sealed)
	slow, err := decodeSlowly(sealed)
	if ok != (err == nil) {
		t.Fatalf("all cores: %v, one: %v; of %.300q", ok, err, b)
	}
	same := func(a, b Content) bool {
		return a.Digest == b.Digest && a.Size == b.Size && bytes.Equal(a.wire, b.wire)
	}
	if ok && !slices.EqualFunc(quick.Contents, slow.Contents, same) {
		t.Fatalf("all cores and one find other contents in %.300q", b)
	}
}
