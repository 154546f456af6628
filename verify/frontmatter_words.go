package verify

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"skillpack/internal/skill"
)

// nothing stands for a field that is not there.
const nothing = "nothing"

// maxShown is how much of a text a message shows, in bytes.
const maxShown = 60

// describe says what a value is, with its type, short enough for a message.
func describe(v *skill.Value) string {
	switch v.Kind {
	case skill.Map:
		return "a mapping of " + count(len(v.Fields), "field")
	case skill.List:
		return "a list of " + count(len(v.Items), "item")
	case skill.String:
		return "text " + quote(v.Text)
	case skill.Number:
		return "number " + shorten(v.Text)
	default:
		return v.Text
	}
}

func count(n int, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return strconv.Itoa(n) + " " + noun
}

// quote quotes the beginning of a text for a message. Controls are escaped.
func quote(s string) string { return strconv.Quote(shorten(s)) }

// shorten cuts a text to what a message shows of one value.
func shorten(s string) string { return cut(s, maxShown) }

// cut cuts a text to a number of bytes and a sign that there is more.
func cut(s string, end int) string {
	if len(s) <= end {
		return s
	}
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	return s[:end] + "…"
}

// excerpts quotes two texts that differ, from a little before the place where they do.
func excerpts(a, b string) (string, string) {
	const before = 20
	same := 0
	for same < min(len(a), len(b)) && a[same] == b[same] {
		same++
	}
	start := max(0, same-before)
	for start > 0 && !utf8.RuneStart(a[start]) {
		start--
	}
	if start == 0 {
		return quote(a), quote(b)
	}
	return quote("…" + a[start:]), quote("…" + b[start:])
}

// fieldPath names a field of the value at path.
func fieldPath(path, key string) string {
	if key == "" || strings.ContainsFunc(key, notPlain) {
		return path + "[" + quote(key) + "]"
	}
	if path != "" {
		path += "."
	}
	return path + shorten(key)
}

// notPlain reports whether a character of a key would make its path hard to read.
func notPlain(r rune) bool {
	return (r < 'a' || r > 'z') && (r < 'A' || r > 'Z') && (r < '0' || r > '9') && r != '-' && r != '_'
}

func itemPath(path string, i int) string { return path + "[" + strconv.Itoa(i) + "]" }
