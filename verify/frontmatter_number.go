package verify

import (
	"strconv"
	"strings"
)

// sameNumber reports whether two JSON numbers have the same exact value, of whatever
// size: they are compared as decimals, never rounded.
func sameNumber(a, b string) bool {
	if a == b {
		return true
	}
	x, okA := parseDecimal(a)
	y, okB := parseDecimal(b)
	return okA && okB && x == y
}

// decimal is sign × 0.digits × 10^exponent in its one form: no zeros around the digits,
// and the zero value for zero.
type decimal struct {
	negative bool
	digits   string
	exponent int64
}

// parseDecimal reads a JSON number. It is false for an exponent beyond 64 bits, which
// only has to be told from others by its lexeme.
func parseDecimal(lexeme string) (decimal, bool) {
	rest, negative := strings.CutPrefix(lexeme, "-")
	mantissa, power := rest, ""
	if i := strings.IndexAny(rest, "eE"); i >= 0 {
		mantissa, power = rest[:i], rest[i+1:]
	}
	whole, fraction, _ := strings.Cut(mantissa, ".")
	digits := strings.TrimLeft(whole+fraction, "0")
	if digits == "" {
		return decimal{}, true
	}
	exponent := int64(len(whole) - (len(whole) + len(fraction) - len(digits)))
	if power != "" {
		n, err := strconv.ParseInt(power, 10, 62)
		if err != nil {
			return decimal{}, false
		}
		exponent += n
	}
	return decimal{negative, strings.TrimRight(digits, "0"), exponent}, true
}
