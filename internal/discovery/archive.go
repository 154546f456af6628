package discovery

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"io"
	"sync"
	"sync/atomic"

	"github.com/klauspost/compress/gzip"

	"skillpack/internal/protocol"
)

// level is that of gzip: it takes two thirds of the time of the default, for archives that are
// 2% larger. Another would change the digest of every archive.
const level = 2

// archive returns the skill as a .tar.gz: ustar with the files of the manifest and nothing
// else, SKILL.md first and the others by path, made by root at time 0, without links,
// directories and extended headers. A file that begins with "#!" may be executed, for a catalog
// knows no modes and such a file is there to be run. Empty directories, which no manifest
// names, are not in it.
func (k *entry) archive() ([]byte, error) {
	var out bytes.Buffer
	if err := k.writeArchive(&out); err != nil {
		return nil, err
	}
	k.sum.set(protocol.Digest(out.Bytes()))
	return out.Bytes(), nil
}

// writeArchive writes the archive. It holds one file of the skill in memory at a time.
func (k *entry) writeArchive(to io.Writer) (err error) {
	defer func() {
		if err != nil {
			err = fmt.Errorf("the archive of %q: %w", k.uri, err)
		}
	}()
	w, err := k.packers.get(to)
	if err != nil {
		return err
	}
	defer k.packers.idle.Put(w)
	for _, m := range k.members {
		data, err := m.content.Bytes()
		if err != nil {
			return err
		}
		header := ustarHeader(m.path, int64(len(data)), mode(data))
		for _, part := range [][]byte{header[:], data, padding(len(data))} {
			if _, err := w.Write(part); err != nil {
				return err
			}
		}
	}
	if _, err := w.Write(make([]byte, 2*ustarBlock)); err != nil {
		return err
	}
	return w.Close()
}

// packers are the writers of gzip that no archive is made with now: one takes a megabyte, many
// times what most skills do.
type packers struct{ idle sync.Pool }

// get returns a writer whose header has neither name nor time, and no system.
func (p *packers) get(to io.Writer) (*gzip.Writer, error) {
	if w, ok := p.idle.Get().(*gzip.Writer); ok {
		w.Reset(to)
		return w, nil
	}
	return gzip.NewWriterLevel(to, level)
}

// padding fills the last block of a file.
func padding(size int) []byte { return make([]byte, -size&(ustarBlock-1)) }

func mode(data []byte) int {
	if bytes.HasPrefix(data, []byte("#!")) {
		return 0o755
	}
	return 0o644
}

// sum is the digest of an archive, nil until one was made.
type sum struct {
	making sync.Mutex // held while one is made for its digest alone
	known  atomic.Pointer[string]
}

func (s *sum) set(digest string) { s.known.Store(&digest) }

// digest returns the digest of the skill's artifact. That of an archive is found once, by
// making it, unless it was made before.
func (k *entry) digest() (string, error) {
	if k.single() {
		return k.members[0].ref.Digest, nil
	}
	k.sum.making.Lock()
	defer k.sum.making.Unlock()
	if known := k.sum.known.Load(); known != nil {
		return *known, nil
	}
	hash := sha256.New()
	if err := k.writeArchive(hash); err != nil {
		return "", err
	}
	digest := protocol.FormatDigest([sha256.Size]byte(hash.Sum(nil)))
	k.sum.set(digest)
	return digest, nil
}
