package catalog

import (
	"bytes"
	"encoding/base64"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

// Contents of several stretches are read on all cores, and the first fault is reported
// whichever of them is done first.
func TestContentsInStretches(t *testing.T) {
	b := encode(t, build(many(6, 50, 12<<10, prose)))
	lines, ok := whereContents(b[:len(b)-sealLength])
	if !ok || lines.to-lines.from < 3*contentBlock {
		t.Fatalf("contents are %v, %v; expected several stretches", lines, ok)
	}
	agree(t, b)
	c, err := Decode(bytes.Clone(b))
	if err != nil || !bytes.Equal(encode(t, c), b) {
		t.Fatalf("not read back: %v", err)
	}
	for at := lines.to - 100; at > lines.from; at -= contentBlock {
		for what, damage := range map[string]func([]byte){
			"byte":  func(b []byte) { b[at] ^= 1 },
			"line":  func(b []byte) { b[at] = '\n' },
			"comma": func(b []byte) { b[at+bytes.Index(b[at:], []byte("}"))+1] = ' ' },
			"two":   func(b []byte) { b[at] ^= 1; b[lines.to-50] ^= 1 },
		} {
			damaged := bytes.Clone(b)
			damage(damaged)
			damaged = reseal(damaged)
			want := bytes.Count(damaged[:at], []byte("\n")) + 1
			if e := refusal(t, damaged); what != "line" && e.Line != want {
				t.Errorf("%s at %d: line %d, expected %d: %v", what, at, e.Line, want, e)
			}
			agree(t, damaged)
		}
	}
}

// A blob is decoded in blocks. What is wrong with it has the place in the whole.
func TestBlobInBlocks(t *testing.T) {
	k := newContentChecker()
	block := len(k.text) / 4 * 3
	random := rand.New(rand.NewPCG(1, 1))
	for _, size := range []int{1, block - 1, block, block + 1, 3*block - 2, 3 * block, 3*block + 5} {
		blob := make([]byte, size)
		for i := range blob {
			blob[i] = 0x80 | byte(random.Uint32())
		}
		raw := base64.StdEncoding.AppendEncode(nil, blob)
		check := func(raw []byte) (int64, string, error) {
			k.sum.Reset()
			n, _, err := k.hashBlob(raw)
			return n, fmt.Sprintf("sha256:%x", k.sum.Sum(nil)), err
		}
		if n, digest, err := check(raw); n != int64(size) || digest != protocol.Digest(blob) || err != nil {
			t.Errorf("%d bytes: %d, %s, %v", size, n, digest, err)
		}
		for at := 0; at < len(raw); at += 1 + len(raw)/7 {
			for _, c := range "=*\r" {
				bad := bytes.Clone(raw)
				bad[at] = byte(c)
				_, want := base64Form.DecodeString(string(bad))
				if want == nil && c != '\r' {
					continue // it stands for what was there
				}
				if _, _, err := check(bad); err == nil || c != '\r' && !strings.HasSuffix(err.Error(), want.Error()) {
					t.Errorf("%q at %d of %d: %v, want %v", c, at, len(raw), err, want)
				}
			}
		}
	}
	for _, start := range []int{0, 1, 2, 3} { // a character that two blocks share
		text := "xxx"[:start] + strings.Repeat("\U0001F600", block/2)
		raw := []byte(base64.StdEncoding.EncodeToString([]byte(text)))
		_, _, err := k.hashBlob(raw)
		wantMessage(t, err, "expected it as text")
	}
	late := strings.Repeat("text ", block) + "\x00"
	if n, _, err := k.hashBlob([]byte(base64.StdEncoding.EncodeToString([]byte(late)))); n != int64(len(late)) || err != nil {
		t.Errorf("a blob that begins like text: %d bytes, %v", n, err)
	}
}
