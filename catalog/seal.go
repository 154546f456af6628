package catalog

import (
	"bufio"
	"crypto/sha256"
	"errors"
	"io"
	"os"

	"skillpack/internal/protocol"
	"skillpack/internal/uncached"
)

// ReadSeal hashes the file at path and returns its size and its seal, or an error where
// the file does not end with the seal of what stands before. It checks nothing else, so
// that the file is a catalog is known only to who knows the seal.
func ReadSeal(path string) (Info, error) {
	info, err := os.Stat(path) // before opening, which would wait on a pipe
	if err != nil {
		return Info{}, err
	}
	if !info.Mode().IsRegular() {
		return Info{}, errors.New("not a regular file")
	}
	f, err := os.Open(path)
	if err != nil {
		return Info{}, err
	}
	defer f.Close()
	if err := checkEnds(f, info.Size()); err != nil {
		return Info{}, err
	}
	sum, last := sha256.New(), make([]byte, sealLength)
	r := bufio.NewReaderSize(uncached.Stream(f, info.Size()), 1<<18)
	if _, err := io.CopyN(sum, r, info.Size()-int64(sealLength)); err != nil {
		return Info{}, err
	}
	if _, err := io.ReadFull(r, last); err != nil {
		return Info{}, err
	}
	digest := protocol.FormatDigest([sha256.Size]byte(sum.Sum(nil)))
	if string(last) != sealStart+digest+sealEnd {
		return Info{}, errors.New("the seal is not that of the file")
	}
	return Info{Size: info.Size(), Digest: digest}, nil
}
