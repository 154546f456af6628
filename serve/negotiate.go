package serve

import (
	"net/http"
	"strings"
)

// verdict says in which coding the direct path sends an answer.
type verdict uint8

const (
	sendPlain verdict = iota // as it is
	sendGzip                 // compressed with gzip
	leaveIt                  // an unusual wish, which the library behind the SDK door is to judge
)

// acceptsGzip reads Accept-Encoding (RFC 9110, section 12.5.3). It decides only where
// each element is a name with or without a plain q, gzip is there once and nothing
// refuses the answer as it is.
func acceptsGzip(h http.Header) verdict {
	var gzip, star wish
	for _, line := range h["Accept-Encoding"] {
		for element := range strings.SplitSeq(line, ",") {
			name, q, ok := readCoding(element)
			switch {
			case !ok:
				return leaveIt
			case isName(name, "gzip"), isName(name, "x-gzip"):
				ok = gzip.add(q)
			case name == "*":
				ok = q && star.add(q)
			case isName(name, "identity"):
				ok = q
			}
			if !ok {
				return leaveIt
			}
		}
	}
	if gzip.wanted || star.wanted && !gzip.named {
		return sendGzip
	}
	return sendPlain
}

// wish is what a header says of one coding.
type wish struct{ named, wanted bool }

// add notes an element for the coding, and reports whether it is the first.
func (w *wish) add(wanted bool) bool {
	first := !w.named
	w.named, w.wanted = true, wanted
	return first
}

func isName(name, want string) bool {
	return len(name) == len(want) && strings.EqualFold(name, want)
}

// readCoding reads an element of the list: its name, "" for an empty element, and
// whether its q is above zero; ok is false for a form that is not plain.
func readCoding(element string) (name string, wanted, ok bool) {
	name, q, hasQ := strings.Cut(element, ";")
	name = strings.Trim(name, " \t")
	if !hasQ {
		return name, true, isToken(name)
	}
	q = strings.Trim(q, " \t")
	if name == "" || !isToken(name) || len(q) < 3 || q[0]|0x20 != 'q' || q[1] != '=' {
		return name, false, false
	}
	wanted, ok = readQ(q[2:])
	return name, wanted, ok
}

// isToken reports whether a name, which may be empty, has none of the characters that
// would make it something else than a name.
func isToken(s string) bool {
	for i := range len(s) {
		if c := s[i]; c <= ' ' || c == '=' || c == '"' || c >= 0x7f {
			return false
		}
	}
	return true
}

// readQ reads a weight, 0 to 1 with at most three digits after the point, and reports
// whether it is above zero.
func readQ(q string) (positive, ok bool) {
	digits, hasPoint := strings.CutPrefix(q[1:], ".")
	if !hasPoint && digits != "" || len(digits) > 3 {
		return false, false
	}
	most := "9" // of a digit
	if q[0] == '1' {
		most = "0"
	} else if q[0] != '0' {
		return false, false
	}
	positive = q[0] == '1'
	for i := range len(digits) {
		if digits[i] < '0' || digits[i] > most[0] {
			return false, false
		}
		positive = positive || digits[i] != '0'
	}
	return positive, true
}
