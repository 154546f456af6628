package skill

import (
	"errors"
	"fmt"
	"io"
	"slices"

	"skillpack/internal/protocol"
)

// hash returns what the file is with its digest.
func (c *content) hash() *measured {
	known := c.known.Load()
	m := *known
	if data := c.inMemory(); data != nil {
		m.digest = protocol.Digest(data)
	} else if data, err := c.sameBytes(nil); err != nil {
		c.source.fail(err)
		return &measured{failed: true}
	} else {
		m.digest = protocol.Digest(data)
	}
	c.known.CompareAndSwap(known, &m)
	return &m
}

// readAgain returns the bytes that were read before, or as many NULs, which Tree.Err then tells
// of. It uses free if it can.
func (c *content) readAgain(free []byte) []byte {
	data, err := c.sameBytes(free)
	if err != nil {
		c.source.fail(err)
		return make([]byte, c.size)
	}
	if c.size > int64(len(free)) {
		c.remember(data)
	}
	return data
}

// sameBytes returns the bytes that were read before. That they are the same their size and time
// of modification tell, and the digest where they do not.
func (c *content) sameBytes(free []byte) ([]byte, error) {
	data, same, err := c.readNow(free)
	if err != nil {
		return nil, fmt.Errorf("%q cannot be read a second time: %w", c.real, err)
	}
	if !same && protocol.Digest(data) != c.known.Load().digest {
		return nil, c.changed()
	}
	return data, nil
}

// readNow returns the bytes that the file has now, of which it reads no more than one
// behind those that it had, and whether it has still the time of modification. It uses free
// if it can.
func (c *content) readNow(free []byte) (data []byte, same bool, err error) {
	file, err := c.source.fsys.Open(c.real)
	if err != nil {
		return nil, false, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, false, err
	}
	if same = info.Size() == c.size && !c.modified.IsZero() && info.ModTime().Equal(c.modified); same {
		if data = free; c.size > int64(len(free)) {
			data = make([]byte, c.size)
		}
		data = data[:c.size:c.size]
		_, err = io.ReadFull(file, data)
		return data, true, err
	}
	data, err = io.ReadAll(io.LimitReader(file, c.size+1))
	return data, false, err
}

// Bytes returns the bytes of any file. A file that is not kept in memory is read again; its
// bytes are then whatever the disk holds now, so compare the digest.
func (f *File) Bytes() ([]byte, error) {
	c := f.content
	if c.size == 0 {
		return nil, nil
	}
	if data := c.inMemory(); data != nil {
		return data, nil
	}
	data, _, err := c.readNow(nil)
	return data, err
}

// AppendTo appends what Bytes returns to dst, for who reads many files into the same memory.
func (f *File) AppendTo(dst []byte) ([]byte, error) {
	c := f.content
	if c.size == 0 {
		return dst, nil
	}
	if data := c.inMemory(); data != nil {
		return append(dst, data...), nil
	}
	file, err := c.source.fsys.Open(c.real)
	if err != nil {
		return dst, err
	}
	defer file.Close()
	// A byte more than there was shows a file that has grown.
	start, end := len(dst), len(dst)+int(c.size)+1
	dst = slices.Grow(dst, end-start)[:end]
	n, err := io.ReadFull(file, dst[start:])
	if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
		err = nil
	}
	return dst[:start+n], err
}
