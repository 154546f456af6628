package build

import (
	"os"
	"sync"
	"sync/atomic"

	"skillpack/catalog"
	"skillpack/internal/skill"
)

// buckets is how many there are, each for as many digests as another. Two are in memory when
// they are read.
const buckets = 64

// indexOf returns the index of a digest's bucket. The order of the buckets is that of the digests.
func indexOf(digest sum) int { return int(digest[0]) * buckets / 256 }

// bucket is a part of a spool: contents, one behind the other. The last of them are in memory, those
// before in the file, in pieces.
type bucket struct {
	file *spoolFile

	mu     sync.Mutex
	at     map[sum]stretch // of what the bucket holds
	pieces []stretch       // of the file
	filed  int64           // bytes of them
	last   []byte
	failed bool // a piece is lost
}

// stretch is a part of the file, or of what a bucket holds.
type stretch struct{ start, size int64 }

// pieceSize is how large a piece becomes, in bytes: large enough for a disk to be fast, and small
// enough for one of each bucket to be in memory. What is half as large is a piece by itself.
const pieceSize = 256 << 10

// add takes in a content. A bucket that lost something takes in nothing any more, and holds
// nothing.
func (b *bucket) add(digest sum, e skill.Examined) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, ok := b.at[digest]; ok || b.failed {
		return
	}
	at, err := b.write(e)
	if err != nil {
		b.at, b.pieces, b.last, b.failed = nil, nil, nil, true
		return
	}
	if b.at == nil {
		b.at = make(map[sum]stretch)
	}
	b.at[digest] = at
}

func (b *bucket) size() int64 { return b.filed + int64(len(b.last)) }

func (b *bucket) write(e skill.Examined) (at stretch, err error) {
	isLarge := len(e.Bytes) > pieceSize/2
	if room := pieceSize - len(b.last); isLarge || room < len(e.Bytes)*3/2 {
		err = b.flush()
	}
	if err != nil {
		return at, err
	}
	if isLarge {
		piece, err := b.file.add(e)
		b.note(piece)
		return stretch{b.filed - piece.size, piece.size}, err
	}
	if at.start = b.size(); b.last == nil {
		b.last = make([]byte, 0, pieceSize+os.Getpagesize())
	}
	b.last = catalog.AppendMember(b.last, e.Bytes, e.Text)
	at.size = b.size() - at.start
	return at, nil
}

// flush makes a piece of what is in memory.
func (b *bucket) flush() error {
	if len(b.last) == 0 {
		return nil
	}
	piece, err := b.file.put(b.last)
	b.note(piece)
	b.last = b.last[:0]
	return err
}

// note adds a piece that was written to the file.
func (b *bucket) note(piece stretch) {
	b.pieces = append(b.pieces, piece)
	b.filed += piece.size
}

// readersAtOnce is how many pieces are read at a time: a disk is faster if it is asked for several.
const readersAtOnce = 4

// readAll reads all that the bucket holds to memory, which must have room. Nothing is added any more.
func (b *bucket) readAll(memory []byte) ([]byte, error) {
	memory = append(memory[:b.filed], b.last...)
	into, end := make([][]byte, len(b.pieces)), int64(0)
	for i, p := range b.pieces {
		into[i] = memory[end:][:p.size]
		end += p.size
	}
	var readers sync.WaitGroup
	var next atomic.Int64
	var failed atomic.Pointer[error]
	for range min(readersAtOnce, len(into)) {
		readers.Go(func() {
			for i := int(next.Add(1)) - 1; i < len(into) && failed.Load() == nil; i = int(next.Add(1)) - 1 {
				if err := b.file.get(into[i], b.pieces[i].start); err != nil {
					failed.Store(&err)
				}
			}
		})
	}
	readers.Wait()
	if err := failed.Load(); err != nil {
		return nil, *err
	}
	return memory, nil
}
