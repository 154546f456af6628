package catalog

import (
	"bytes"
	"errors"
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
