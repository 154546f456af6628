package protocol

import (
	"fmt"
	"strings"
)

// A resource URI is SCHEME "://" SEGMENT *( "/" SEGMENT ). In its normal form each
// segment keeps the RFC 3986 unreserved characters and writes every other byte of
// its UTF-8 as %XX with upper-case digits, so that each path has one URI (M1, M3).

// DefaultScheme is the URI scheme of skills where none is configured.
const DefaultScheme = "skill"

const upperHex = "0123456789ABCDEF"

func unreserved(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' ||
		c == '-' || c == '.' || c == '_' || c == '~'
}

// EncodePath percent-encodes the segments of a "/"-separated path. Every
// character but "/" and the unreserved ones is encoded.
func EncodePath(path string) string {
	var b strings.Builder
	b.Grow(len(path))
	for i := 0; i < len(path); i++ {
		if c := path[i]; c == '/' || unreserved(c) {
			b.WriteByte(c)
		} else {
			b.WriteByte('%')
			b.WriteByte(upperHex[c>>4])
			b.WriteByte(upperHex[c&15])
		}
	}
	return b.String()
}

// URI returns the URI in normal form of a published path, which must be what
// ValidPath accepts.
func URI(scheme, path string) string { return scheme + "://" + EncodePath(path) }

// ValidScheme reports whether s is a URI scheme in lower case (RFC 3986, 3.1).
func ValidScheme(s string) bool {
	for i := 0; i < len(s); i++ {
		c := s[i]
		letter := 'a' <= c && c <= 'z'
		if !letter && (i == 0 || (c < '0' || c > '9') && c != '+' && c != '-' && c != '.') {
			return false
		}
	}
	return s != ""
}

// SplitURI undoes URI: it returns the scheme and the decoded path of a URI in any
// spelling of its percent-encoding. It fails, saying why, for a URI that names no
// file or directory a catalog could hold: no scheme, an empty segment (also a
// trailing slash), a query or fragment, a broken escape, or a segment that decodes
// to ".", ".." or holds "/", "\" or NUL.
func SplitURI(uri string) (scheme, path string, err error) {
	scheme, rest, ok := strings.Cut(uri, "://")
	if !ok || !ValidScheme(scheme) {
		return "", "", fmt.Errorf("no lower-case scheme followed by \"://\"")
	}
	segments := strings.Split(rest, "/")
	for i, segment := range segments {
		if segments[i], err = decodeSegment(segment); err != nil {
			return "", "", err
		}
	}
	return scheme, strings.Join(segments, "/"), nil
}

// NormalURI returns the normal form of a URI, or an error as SplitURI does. A URI
// is in normal form exactly if NormalURI returns it unchanged.
func NormalURI(uri string) (string, error) {
	scheme, path, err := SplitURI(uri)
	if err != nil {
		return "", err
	}
	return URI(scheme, path), nil
}

// ValidPath reports whether every segment of a "/"-separated path can stand in a
// URI: not empty, not "." or "..", without backslash or NUL.
func ValidPath(path string) bool {
	for segment := range strings.SplitSeq(path, "/") {
		if checkSegment(segment) != nil {
			return false
		}
	}
	return true
}

func decodeSegment(segment string) (string, error) {
	if strings.ContainsAny(segment, "?#") {
		return "", fmt.Errorf("a query or fragment")
	}
	decoded, err := unescape(segment)
	if err != nil {
		return "", err
	}
	return decoded, checkSegment(decoded)
}

func checkSegment(decoded string) error {
	switch {
	case decoded == "":
		return fmt.Errorf("an empty segment")
	case decoded == "." || decoded == "..":
		return fmt.Errorf("a segment %q", decoded)
	case strings.ContainsAny(decoded, "/\\\x00"):
		return fmt.Errorf("a segment that holds \"/\", \"\\\" or NUL")
	}
	return nil
}

func unescape(s string) (string, error) {
	if !strings.Contains(s, "%") {
		return s, nil
	}
	var b strings.Builder
	for i := 0; i < len(s); i++ {
		if s[i] != '%' {
			b.WriteByte(s[i])
			continue
		}
		if i+2 >= len(s) {
			return "", fmt.Errorf("a broken percent-escape")
		}
		hi, lo := unhex(s[i+1]), unhex(s[i+2])
		if hi < 0 || lo < 0 {
			return "", fmt.Errorf("a broken percent-escape")
		}
		b.WriteByte(byte(hi<<4 | lo))
		i += 2
	}
	return b.String(), nil
}

func unhex(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}
