package catalog

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"strings"

	"skillpack/internal/protocol"
)

// advice ends the message of a fault that only a changed file can have.
const advice = "; a catalog is not edited by hand: build it again with skillpack build"

// Decode reads a catalog and freezes it. It takes ownership of b: the catalog's
// values are slices of it, so nobody may change it afterwards.
//
// It accepts exactly what Encode writes. At the first fault it returns nil and an
// *Error; a file that is no catalog, that has another version, that is cut short,
// that has something after its end or whose seal does not match is reported as
// that, before anything within it.
func Decode(b []byte) (*Catalog, error) {
	if err := checkHead(b); err != nil {
		return nil, err
	}
	tail := b[max(0, len(b)-tailWindow):]
	if err := checkTail(tail, int64(len(b))); err != nil {
		err.Line = errorAt(b, int(err.Offset), "").Line
		return nil, err
	}
	c, err := decode(b)
	if err != nil {
		return nil, err
	}
	return c, nil
}

// decode reads b, whose first and last line have the right form, and hashes it at
// the same time. A broken seal matters more than what else is wrong.
func decode(b []byte) (*Catalog, *Error) {
	sealed := b[:len(b)-sealLength]
	seal := make(chan string, 1)
	go func() { seal <- protocol.FormatDigest(sha256.Sum256(sealed)) }()
	c, ok := decodeQuickly(sealed)
	got := <-seal
	if want := sealOf(b); got != want {
		return nil, brokenSeal(b, got, want)
	}
	if !ok {
		var err *Error
		if c, err = decodeSlowly(sealed); err != nil {
			return nil, err
		}
	}
	c.index.digest = got
	return c, nil
}

// sealOf returns the digest that the last line of b holds.
func sealOf(b []byte) string {
	return string(b[len(b)-sealLength+len(sealStart) : len(b)-len(sealEnd)])
}

func brokenSeal(b []byte, got, want string) *Error {
	last := len(b) - sealLength
	if i := bytes.Index(b, []byte("\n"+sealStart)) + 1; i < last {
		return errorAt(b, min(i+sealLength, last), "the catalog ends here, but the file goes on; remove what follows or build it again")
	}
	return errorAt(b, last, fmt.Sprintf("the seal is %s, but what it seals has digest %s: the file was damaged or edited%s", want, got, advice))
}

// decodeQuickly reads and checks everything before the seal, on all cores. Where anything
// is wrong it says no more than that.
func decodeQuickly(b []byte) (*Catalog, bool) {
	lines, ok := whereContents(b)
	if !ok {
		return nil, false
	}
	contents := readContents(b, lines)
	p := &parser{scanner: scanner{b: b[:lines.from]}, c: &Catalog{}}
	p.beforeContents()
	p.open(inContents)
	all, ok := contents.wait()
	if !ok || p.failed || p.pos < lines.from {
		return nil, false
	}
	p.c.Contents = all
	ix, f := check(p.c)
	if f == nil {
		f = checkSizes(p.c, ix)
	}
	p.c.index = ix
	return p.c, f == nil
}

// decodeSlowly reads and checks everything before the seal, one after the other, and
// returns the first fault: of the form, then of what the values say, then of a content.
func decodeSlowly(b []byte) (*Catalog, *Error) {
	p := parse(b)
	if p.failed {
		return nil, errorAt(b, p.at, shorten(p.message)+advice)
	}
	ix, f := check(p.c)
	if f == nil {
		if cf := checkContents(p.c.Contents); cf != nil {
			at := p.itemStart(inContents, cf.index) + p.contentOffset(cf)
			return nil, errorAt(b, at, shorten(cf.err.Error())+advice)
		}
		f = checkSizes(p.c, ix)
	}
	if f != nil {
		return nil, errorAt(b, p.itemStart(f.in, f.index), shorten(f.err.Error())+advice)
	}
	p.c.index = ix
	return p.c, nil
}

// shorten cuts a message in which a catalog's text is too long to read.
func shorten(message string) string {
	const most = 600
	if len(message) <= most {
		return message
	}
	return strings.ToValidUTF8(message[:most], "") + "…"
}

// contentOffset is the place of a content's fault within its line.
func (p *parser) contentOffset(f *contentFault) int {
	c := &p.c.Contents[f.index]
	return len(`{"digest":"",`) + len(c.Digest) + f.offset
}

// itemStart returns the offset of an item, given that each is a line.
func (p *parser) itemStart(in section, index int) int {
	at := p.starts[in]
	for range index {
		at += bytes.IndexByte(p.b[at:], '\n') + 1
	}
	return at
}
