package protocol

import "unicode/utf8"

const lowerHex = "0123456789abcdef"

// AppendString appends s to dst as a JSON string in the one spelling that the
// catalog uses, quotes included. Escaped are only the quote, the backslash and
// controls below U+0020 (\b \t \n \f \r, else \u00xx in lower case), and U+2028
// and U+2029, which some JavaScript readers refuse. A byte that is not part of
// UTF-8 becomes U+FFFD, so that the result is always JSON.
func AppendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	done := 0
	for i := 0; i < len(s); {
		escape, width := jsonEscape(s[i:])
		if escape != "" {
			dst = append(append(dst, s[done:i]...), escape...)
			done = i + width
		}
		i += width
	}
	return append(append(dst, s[done:]...), '"')
}

// jsonEscape returns what stands for the first character of s, "" for itself, and
// the character's width in bytes.
func jsonEscape(s string) (escape string, width int) {
	switch c := s[0]; {
	case c == '"':
		return `\"`, 1
	case c == '\\':
		return `\\`, 1
	case c < ' ':
		return controlEscape(c), 1
	case c < utf8.RuneSelf:
		return "", 1
	}
	switch r, n := utf8.DecodeRuneInString(s); {
	case r == '\u2028':
		return `\u2028`, n
	case r == '\u2029':
		return `\u2029`, n
	case r == utf8.RuneError && n == 1:
		return "\uFFFD", 1
	default:
		return "", n
	}
}

func controlEscape(c byte) string {
	switch c {
	case '\b':
		return `\b`
	case '\t':
		return `\t`
	case '\n':
		return `\n`
	case '\f':
		return `\f`
	case '\r':
		return `\r`
	}
	return `\u00` + string([]byte{lowerHex[c>>4], lowerHex[c&15]})
}
