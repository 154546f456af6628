package serve

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"io"
	"runtime"
	"sync"

	"github.com/klauspost/compress/flate"
)

const (
	minZip = 1 << 10 // bytes; what is shorter fits into a packet as it is
	// maxTail is the greatest length of a tail in bytes: that of a stored block.
	maxTail = 1<<16 - 1

	// zipFrame is the length in bytes of what is around a tail: the head of its block,
	// and the checksum and length that end the member.
	zipFrame = 5 + 8

	maxKeptSpace = 1 << 20 // bytes; a longer buffer is not kept for the next use
)

// gzipHead begins a member (RFC 1952) without name, time and system, so that every
// replica sends the same bytes.
const gzipHead = "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff"

// zipped is a gzip member that is done but for its tail: an answer whose last bytes,
// which hold the request's id, are not known yet. It is never changed.
type zipped struct {
	stream []byte // header and deflated constant part, ending at a byte boundary
	crc    uint32 // CRC-32 of the constant part
	length uint32 // of the constant part, in bytes
}

// zipper makes zipped answers. Its methods may be called concurrently: as many as
// there are processors compress at a time and the others wait, which takes no longer
// and bounds the memory, about a megabyte for each.
type zipper struct {
	turns chan struct{}
	tools sync.Pool // of *zipTool
}

// zipTool is what one compression needs.
type zipTool struct {
	out    bytes.Buffer
	writer *flate.Writer
}

func newZipper() *zipper {
	return &zipper{turns: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// zip compresses the parts, one after the other, as the constant part of an answer.
// Together they are shorter than 4 GiB: a catalog holds nothing near that.
func (z *zipper) zip(parts ...[]byte) *zipped {
	z.turns <- struct{}{}
	defer func() { <-z.turns }()
	tool, ok := z.tools.Get().(*zipTool)
	if !ok {
		tool = newZipTool()
	}
	done := tool.zip(parts)
	if tool.out.Cap() <= maxKeptSpace {
		z.tools.Put(tool)
	}
	return done
}

func newZipTool() *zipTool {
	t := new(zipTool)
	t.writer, _ = flate.NewWriter(&t.out, flate.DefaultCompression) // fails for an unknown level alone
	return t
}

// zip compresses the parts. No write to a buffer in memory fails.
func (t *zipTool) zip(parts [][]byte) *zipped {
	t.out.Reset()
	t.out.WriteString(gzipHead)
	t.writer.Reset(&t.out)
	done := new(zipped)
	for _, part := range parts {
		_, _ = t.writer.Write(part)
		done.crc = crc32.Update(done.crc, crc32.IEEETable, part)
		done.length += uint32(len(part))
	}
	_ = t.writer.Flush()
	done.stream = bytes.Clone(t.out.Bytes())
	return done
}

// worthwhile reports whether the constant part has shrunk by a tenth at least.
func (z *zipped) worthwhile() bool {
	return uint64(len(z.stream))*10 <= uint64(z.length)*9
}

// size is the length of the finished member with a tail of so many bytes.
func (z *zipped) size(tail int) int { return len(z.stream) + tail + zipFrame }

// writeTo writes the finished member, of which a reader gets the constant part and
// then tail, at most maxTail bytes. It takes one Write where the whole member fits into
// the capacity of scratch, which saves a system call, and two otherwise. It overwrites
// scratch, and allocates only where not even len(tail) + zipFrame bytes fit into it.
func (z *zipped) writeTo(w io.Writer, tail, scratch []byte) (int64, error) {
	b := scratch[:0]
	var sent int
	if z.size(len(tail)) <= cap(b) {
		b = append(b, z.stream...)
	} else if n, err := w.Write(z.stream); err != nil {
		return int64(n), err
	} else {
		sent = n
	}
	n, err := w.Write(z.appendEnd(b, tail))
	return int64(sent + n), err
}

// appendEnd appends the last block, which stores the tail, and what ends the member.
func (z *zipped) appendEnd(b, tail []byte) []byte {
	if len(tail) > maxTail {
		panic("serve: a tail that is longer than maxTail")
	}
	const final = 1 // the last block, stored
	b = append(b, final)
	b = binary.LittleEndian.AppendUint16(b, uint16(len(tail)))
	b = binary.LittleEndian.AppendUint16(b, ^uint16(len(tail)))
	b = append(b, tail...)
	b = binary.LittleEndian.AppendUint32(b, crc32.Update(z.crc, crc32.IEEETable, tail))
	return binary.LittleEndian.AppendUint32(b, z.length+uint32(len(tail)))
}
