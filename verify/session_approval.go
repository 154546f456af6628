package verify

import (
	"crypto/sha256"
	"fmt"
	"io"

	"skillpack/internal/protocol"
)

// Approval returns what to store when a user approves a skill: a digest of the server's
// label and of the whole set of the entry's URIs and digests (H6, H8). It changes when
// any of them does, and not with the order of the list nor with a release of this
// package. A dynamic skill has none: ErrDynamic (H7).
func Approval(label string, e Entry) (string, error) {
	if err := checkLoadable(e); err != nil {
		return "", err
	}
	hash := sha256.New()
	writePart := func(s string) {
		// The length in front makes every sequence of parts another text.
		io.WriteString(hash, fmt.Sprintf("%d:%s\n", len(s), s))
	}
	writePart("skillpack approval 1")
	writePart(label)
	for _, ref := range own(e).Resources {
		writePart(ref.URI)
		writePart(ref.Digest)
	}
	return protocol.FormatDigest([sha256.Size]byte(hash.Sum(nil))), nil
}
