package skill

import (
	"fmt"
	"io"
	"io/fs"
	"path"

	"skillpack/internal/protocol"
)

// Examined is what a file holds, as it was read first.
type Examined struct {
	Digest string
	Text   bool
	Bytes  []byte // at least one; they are the reader's again when the call returns
}

// learn reads a file that nobody read before, and returns what it is, and its bytes if all of
// them were read to memory.
func (c *content) learn(free []byte) ([]byte, *measured) {
	data, err := c.first(free, false)
	if err != nil {
		c.source.fail(err)
		c.known.CompareAndSwap(nil, &measured{failed: true})
		return nil, c.known.Load()
	}
	return data, c.known.Load()
}

// first reads a file for the first time and finds out what it is. It uses free if it can. Of a
// file that is no text it reads no more than that takes, unless all is set or its digest is wanted.
// The bytes are nil for what was not read to memory as a whole.
func (c *content) first(free []byte, all bool) ([]byte, error) {
	f, err := c.source.fsys.Open(c.real)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	switch {
	case c.size == 0:
		return c.firstUnsized(f)
	case c.size > protocol.MaxBytes:
		return nil, c.stream(f)
	}
	keeps := c.source.keeps(c)
	fresh := keeps || int64(len(free)) <= c.size
	if fresh {
		free = make([]byte, c.size+1)
	}
	data, err := c.readSized(f, free[:c.size+1], all || c.hashed)
	if data != nil {
		c.found(data)
	}
	if data == nil {
		return nil, err
	}
	if fresh {
		c.remember(data)
	}
	c.settle(data, keeps)
	return data, nil
}

// keeps reports whether the bytes of a file are to be kept: of a small tree all are, and of a
// large one those of each SKILL.md, which many ask for, while there is room.
func (s *source) keeps(c *content) bool {
	return s.small || path.Base(c.real) == protocol.ManifestName && s.kept.Add(c.size) <= maxKept
}

// settle keeps the bytes of a file, or has them examined, once.
func (c *content) settle(data []byte, keeps bool) {
	switch {
	case keeps:
		c.kept.CompareAndSwap(nil, &data)
	case c.source.examine != nil && !c.examined.Swap(true):
		m := c.known.Load()
		c.source.examine(Examined{m.digest, m.text, data})
	}
}

// found notes what the bytes of the file are.
func (c *content) found(data []byte) {
	m := &measured{text: protocol.IsText(data)}
	if c.hashed {
		m.digest = protocol.Digest(data)
	}
	c.known.Store(m)
}

// readSized reads a file of the size that Load saw to memory, which has a byte more, and by
// which a file that has grown is known. Where the first piece is no text and all is not set,
// it leaves it at that.
func (c *content) readSized(f fs.File, memory []byte, all bool) ([]byte, error) {
	n := 0
	for n < len(memory) {
		end := len(memory)
		if n == 0 && !all {
			end = min(end, pieceSize)
		}
		k, err := f.Read(memory[n:end])
		if n += k; err != nil && err != io.EOF {
			return nil, err
		}
		if !all && n < int(c.size) && !protocol.IsText(memory[:wholeCharacters(memory[:n])]) {
			c.known.Store(&measured{})
			return nil, nil
		}
		if err == io.EOF || n == int(c.size) {
			break
		}
	}
	if n != int(c.size) {
		return nil, c.changed()
	}
	return memory[:n:n], nil
}

func (c *content) changed() error {
	return fmt.Errorf("%q changed while it was looked at; run this again", c.real)
}

// stream reads a file that is never in memory as a whole.
func (c *content) stream(f fs.File) error {
	m := newMeasure()
	if err := m.stream(f); err != nil {
		return err
	}
	if m.size != c.size {
		return c.changed()
	}
	c.known.Store(&measured{digest: m.digest(), text: m.isText()})
	return nil
}

// firstUnsized reads a file that is empty, or of those that tell no size. Of Load alone.
func (c *content) firstUnsized(f fs.File) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(f, protocol.MaxBytes+1))
	if err != nil {
		return nil, err
	}
	m := newMeasure()
	m.take(data)
	if err := m.stream(f); err != nil {
		return nil, err
	}
	c.size = m.size
	c.known.Store(&measured{digest: m.digest(), text: m.isText()})
	return data, nil
}
