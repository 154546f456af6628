package verify

import (
	"crypto/sha256"
	"fmt"

	"skillpack/internal/protocol"
)

// Approval returns what to store when a user approves a skill: a digest of the server's
// label and of the whole set of the entry's URIs and digests (H6, H8). It changes when
// any of them does, and not with the order of the list nor with a release of this
// package. A dynamic skill has none: ErrDynamic (H7).
//
// It is the SHA-256, as E4 writes one, of lines "LENGTH:TEXT": of "skillpack approval 1",
// of the label, and of the URI and the digest of each file, sorted by URI. LENGTH is that
// of TEXT in bytes.
func Approval(label string, e Entry) (string, error) {
	if err := checkLoadable(e); err != nil {
		return "", err
	}
	hash := sha256.New()
	writePart := func(s string) {
		// The length in front makes every sequence of parts another text.
		fmt.Fprintf(hash, "%d:%s\n", len(s), s)
	}
	writePart("skillpack approval 1")
	writePart(label)
	for _, ref := range own(e).Resources {
		writePart(ref.URI)
		writePart(ref.Digest)
	}
	return protocol.FormatDigest([sha256.Size]byte(hash.Sum(nil))), nil
}
