// Package protocol holds the facts of the MCP Skills extension that the source
// side (skill, lint, build) and the catalog side (catalog, serve) both need: the
// URI form, the limits, the digest form and the rule that tells text from blobs.
//
// It imports nothing of ours, so that it can stand below everything.
package protocol

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"unicode/utf8"
)

// ManifestName is the file that makes a directory a skill (F1).
const ManifestName = "SKILL.md"

// CatalogStart begins the file of every catalog, of whatever version. The source side
// needs it to keep a catalog out of the skill that it was built into.
const CatalogStart = `{"skillpack":`

// BaselineStart begins the file of every baseline of lint, of whatever version. It keeps
// a baseline out of a skill as CatalogStart does a catalog.
const BaselineStart = "{\n\"skillpack-baseline\":"

// SiteMarker is the file at the root of every site that skillpack site wrote. It keeps the
// site, which has copies of skills, out of the tree that it was written into.
const SiteMarker = ".skillpack-site"

// Limits per skill that every host must accept (E5). Both are inclusive.
const (
	// MaxFiles is the greatest number of resources, SKILL.md included.
	MaxFiles = 512
	// MaxBytes is the greatest sum of file sizes, in bytes.
	MaxBytes = 16 << 20
)

// NearLimit reports whether a number is over nine tenths of a limit.
func NearLimit(n, most int64) bool { return 10*n > 9*most }

// DirectoryType is the MIME type of a directory resource (M8).
const DirectoryType = "inode/directory"

const digestPrefix = "sha256:"

// Digest returns the digest of data in the form the protocol sends (E4):
// "sha256:" and 64 lowercase hexadecimal digits.
func Digest(data []byte) string {
	sum := sha256.Sum256(data)
	return FormatDigest(sum)
}

// FormatDigest renders a finished SHA-256 sum as Digest does.
func FormatDigest(sum [sha256.Size]byte) string {
	var text [len(digestPrefix) + 2*sha256.Size]byte
	return string(hex.AppendEncode(append(text[:0], digestPrefix...), sum[:]))
}

// ValidDigest reports whether s has the form that Digest returns.
func ValidDigest(s string) bool {
	if len(s) != len(digestPrefix)+2*sha256.Size || s[:len(digestPrefix)] != digestPrefix {
		return false
	}
	for i := len(digestPrefix); i < len(s); i++ {
		if c := s[i]; (c < '0' || c > '9') && (c < 'a' || c > 'f') {
			return false
		}
	}
	return true
}

// IsText reports whether a file with these bytes is served as text (P5): valid
// UTF-8 without NUL, and not empty, since an empty text is dropped by common
// encoders. Everything else is served as a blob.
func IsText(data []byte) bool {
	return len(data) > 0 && utf8.Valid(data) && bytes.IndexByte(data, 0) < 0
}
