package skill

import (
	"math/big"
	"strconv"
	"strings"
)

// resolvePlain reads a plain scalar by the YAML 1.2 core schema. Text is the string
// itself or the JSON lexeme; a number without one, such as ".inf", keeps its own.
func resolvePlain(s string) (kind Kind, text string) {
	switch s {
	case "", "~", "null", "Null", "NULL":
		return Null, "null"
	case "true", "True", "TRUE":
		return Bool, "true"
	case "false", "False", "FALSE":
		return Bool, "false"
	}
	if lexeme, ok := numberLexeme(s); ok {
		return Number, lexeme
	}
	return String, s
}

// maxDigits is more digits than a finite number can have in base 8 or 16, leading
// zeros apart; it bounds the conversion to decimal.
const maxDigits = 400

// numberLexeme returns the JSON lexeme of a number of the core schema. What JSON
// cannot hold is returned as it is.
func numberLexeme(s string) (lexeme string, ok bool) {
	if base, digits := splitBase(s); base != 0 {
		return decimal(s, digits, base)
	}
	sign, rest := "", s
	if rest != "" && (rest[0] == '+' || rest[0] == '-') {
		sign, rest = strings.TrimPrefix(rest[:1], "+"), rest[1:]
	}
	switch rest {
	case ".inf", ".Inf", ".INF":
		return s, true
	case ".nan", ".NaN", ".NAN":
		return s, rest == s // it takes no sign
	}
	whole, fraction, exponent, ok := splitDecimal(rest)
	if !ok {
		return "", false
	}
	whole = strings.TrimLeft(whole, "0")
	if whole == "" {
		whole = "0"
	}
	return sign + whole + fraction + exponent, true
}

// splitBase splits an octal or hexadecimal integer, which takes no sign; base is 0
// for anything else.
func splitBase(s string) (base int, digits string) {
	valid := ""
	switch {
	case strings.HasPrefix(s, "0o"):
		base, valid = 8, "01234567"
	case strings.HasPrefix(s, "0x"):
		base, valid = 16, "0123456789abcdefABCDEF"
	default:
		return 0, ""
	}
	if digits = s[2:]; digits == "" || strings.Trim(digits, valid) != "" {
		return 0, ""
	}
	return base, digits
}

func decimal(s, digits string, base int) (string, bool) {
	digits = strings.TrimLeft(digits, "0")
	if digits == "" {
		return "0", true
	}
	if len(digits) > maxDigits {
		return s, true
	}
	n, ok := new(big.Int).SetString(digits, base)
	if !ok {
		return "", false
	}
	return n.String(), true
}

// splitDecimal splits an unsigned decimal number; the fraction has its point and
// the exponent its letter, and a point without digits behind it is dropped.
func splitDecimal(s string) (whole, fraction, exponent string, ok bool) {
	mantissa := s
	if i := strings.IndexAny(s, "eE"); i >= 0 {
		mantissa, exponent = s[:i], s[i:]
		power := exponent[1:]
		if power != "" && (power[0] == '+' || power[0] == '-') {
			power = power[1:]
		}
		if !isDigits(power) {
			return "", "", "", false
		}
	}
	whole, decimals, point := strings.Cut(mantissa, ".")
	if whole == "" && decimals == "" || whole != "" && !isDigits(whole) || decimals != "" && !isDigits(decimals) {
		return "", "", "", false
	}
	if point && decimals != "" {
		fraction = "." + decimals
	}
	return whole, fraction, exponent, true
}

func isDigits(s string) bool { return s != "" && strings.Trim(s, "0123456789") == "" }

// isFinite reports whether a lexeme is a JSON number that a double holds.
func isFinite(lexeme string) bool {
	if strings.Trim(lexeme, "0123456789+-.eE") != "" {
		return false
	}
	_, err := strconv.ParseFloat(lexeme, 64)
	return err == nil
}
