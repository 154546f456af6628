package hostile

import (
	"encoding/base64"
	"strings"
)

// readFaults are in what a read of a file gives.
func readFaults() []Fault {
	return []Fault{
		{"wrong byte", content(thousand, text(replaced("0", "1")))},
		{"wrong byte of a blob", content(pixel, set("blob", base64.StdEncoding.EncodeToString([]byte("\x89PNG\r\n\x1a\n\x00\x01"))))},
		{"wrong byte of a nested skill", content(nested, set("blob", base64.StdEncoding.EncodeToString([]byte("\x00\xff\x02"))))},
		{"wrong byte of SKILL.md", content(Zoo, text(replaced("animals", "Animals")))},
		{"padded file", content(thousand, text(func(s string) string { return s + "\n" }))},
		{"truncated file", content(thousand, text(func(s string) string { return s[:500] }))},
		{"BOM stripped", content(lines, text(replaced("\ufeff", "")))},
		{"CRLF normalised", content(lines, text(replaced("\r\n", "\n")))},
		{"missing file", onRead(thousand, func(x *exchange) bool { x.refuse(-32602); return true })},
		{"internal error", onRead(thousand, func(x *exchange) bool { x.refuse(-32603); return true })},
		{"uri of another file", content(thousand, set("uri", lines))},
		{"no uri", content(thousand, without("uri"))},
		{"no contents", readResult(thousand, "contents", []any{})},
		{"contents null", readResult(thousand, "contents", nil)},
		{"two contents", onRead(thousand, func(x *exchange) bool {
			list := x.result()["contents"].([]any)
			x.result()["contents"] = append(list, list[0])
			return true
		})},
		{"neither text nor blob", content(thousand, without("text"))},
		{"text and blob", content(thousand, set("blob", ""))},
		{"blob where text is due", content(thousand, func(c message) {
			c["blob"] = base64.StdEncoding.EncodeToString([]byte(c["text"].(string)))
			delete(c, "text")
		})},
		{"text where a blob is due", content(pixel, func(c message) {
			delete(c, "blob")
			c["text"] = strings.ToValidUTF8("\x89PNG\r\n\x1a\n\x00\x00", "\ufffd")
		})},
		{"blob that is no base64", content(pixel, set("blob", "%%%"))},
		{"blob in the alphabet of URLs", content(nested, set("blob", "AP8B__-_"))},
		{"text that is no string", content(thousand, set("text", 7))},
		{"type of SKILL.md", content(Zoo, set("mimeType", "application/octet-stream"))},
	}
}

// readResult sets a member of the result of a read.
func readResult(uri, name string, value any) spoiler {
	return onRead(uri, func(x *exchange) bool {
		x.result()[name] = value
		return true
	})
}
