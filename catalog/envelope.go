package catalog

import (
	"bytes"
	"fmt"
	"strings"

	"skillpack/internal/protocol"
)

// The first and last line, which tell a whole catalog of this version from any
// other file without reading what is between.

const (
	// headWindow is enough of a file for checkHead.
	headWindow = 64
	// tailWindow is how far from the end checkTail looks for a seal.
	tailWindow = 64 << 10
	// sealLength is the length of the last line, in bytes.
	sealLength = len(sealStart) + len("sha256:") + 64 + len(sealEnd)
)

// checkHead fails unless b, or what its first headWindow bytes show, begins as a
// catalog of this version.
func checkHead(b []byte) *Error {
	start := b[:min(len(b), headWindow)]
	if bytes.HasPrefix(start, []byte(head)) {
		return nil
	}
	at := commonPrefix(start, head)
	return errorAt(start, at, headMessage(string(start), at))
}

func headMessage(start string, at int) string {
	rest, ours := strings.CutPrefix(start, headStart)
	version := rest[:len(rest)-len(strings.TrimLeft(rest, "0123456789"))]
	switch {
	case start == "":
		return "the file is empty, expected a catalog; build one with skillpack build"
	case at == len(start):
		return "the file ends within its first line: it was cut short; build it again or copy it again"
	case ours && version != "" && version != fmt.Sprint(Version):
		return fmt.Sprintf("version %s: this skillpack reads version %d; rebuild the catalog or use a newer skillpack", version, Version)
	case ours && strings.HasPrefix(rest[len(version):], ",\r"):
		return "the line endings are CRLF: git or an editor changed the file; " +
			"mark catalogs \"-text\" in .gitattributes and build it again"
	case strings.HasPrefix(start, "{") && strings.Contains(start, `"skillpack"`):
		return fmt.Sprintf("found %q, expected %q: the file was reformatted or edited%s", start[at:], head[at:], advice)
	}
	return fmt.Sprintf("not a catalog: the file begins with %q, expected %q; build one with skillpack build",
		start[:min(len(start), 16)], head)
}

// checkTail fails unless tail, the last bytes of a file of the given size, ends
// with a seal.
func checkTail(tail []byte, size int64) *Error {
	if n := len(tail) - sealLength; n > 0 && tail[n-1] == '\n' && isSeal(tail[n:]) {
		return nil
	}
	offset := size - int64(len(tail))
	for i := bytes.Index(tail, []byte("\n"+sealStart)) + 1; i > 0 && i+sealLength <= len(tail); i = 0 {
		if end := i + sealLength; isSeal(tail[i:end]) {
			return &Error{Offset: offset + int64(end), Message: fmt.Sprintf(
				"the catalog ends here, but %d bytes follow; remove them or build it again", len(tail)-end)}
		}
	}
	return &Error{Offset: size, Message: "the file does not end with its seal: it was cut short, damaged or added to; " +
		"build it again or copy it again"}
}

// isSeal reports whether line, sealLength bytes, has the form of the last line.
func isSeal(line []byte) bool {
	digest, ok := strings.CutPrefix(string(line), sealStart)
	digest, ok2 := strings.CutSuffix(digest, sealEnd)
	return ok && ok2 && protocol.ValidDigest(digest)
}
