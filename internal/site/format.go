package site

import (
	"html/template"
	"strconv"
	"strings"
)

// functions are what templates call besides the methods of a page.
func functions() template.FuncMap {
	return template.FuncMap{
		"size":   func(n any) string { return formatSize(integer(n)) },
		"number": func(n any) string { return formatNumber(integer(n)) },
		"plural": func(n any, one, many string) string { return plural(integer(n), one, many) },
		"short":  shortDigest,
		"copied": func(text, what string) copied { return copied{text, what} },
	}
}

// copied is what a copy button copies, and what it is called.
type copied struct{ Text, What string }

// integer takes the whole numbers that templates have.
func integer(n any) int64 {
	if i, ok := n.(int64); ok {
		return i
	}
	return int64(n.(int))
}

// formatSize writes a number of bytes for people, in the units of the limits: "812 bytes",
// "3.4 KiB", "16 MiB".
func formatSize(n int64) string {
	if n < 1<<10 {
		return plural(n, "byte", "bytes")
	}
	unit, value := "KiB", float64(n)/(1<<10)
	if n >= 1<<20 {
		unit, value = "MiB", float64(n)/(1<<20)
	}
	text := strconv.FormatFloat(value, 'f', 1, 64)
	if value >= 100 || strings.HasSuffix(text, ".0") {
		text = strconv.FormatFloat(value, 'f', 0, 64)
	}
	return text + " " + unit
}

// formatNumber groups the digits of a whole number by threes: "12 345", with a space that
// does not break.
func formatNumber(n int64) string {
	digits := strconv.FormatInt(n, 10)
	for i := len(digits) - 3; i > 0 && digits[i-1] != '-'; i -= 3 {
		digits = digits[:i] + "\u00a0" + digits[i:]
	}
	return digits
}

// plural counts in words: "1 file", "12 files".
func plural(n int64, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return formatNumber(n) + " " + many
}

// shortDigest is the start of a digest by which people compare: 12 of its digits, and a sign
// that there are more.
func shortDigest(digest string) string {
	const shown = 12
	hex := strings.TrimPrefix(digest, "sha256:")
	if len(hex) <= shown {
		return hex
	}
	return hex[:shown] + "…"
}
