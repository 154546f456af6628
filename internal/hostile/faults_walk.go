package hostile

import (
	"strconv"
	"strings"
	"sync/atomic"
)

// walkFaults are in how a list goes on from page to page.
func walkFaults() []Fault {
	return []Fault{
		{"page loop", endless("skills/list", "skills", func(cursor string) string { return map[string]string{"a": "b", "b": "a"}[cursor] })},
		{"cursor that repeats", endless("skills/list", "skills", func(string) string { return "a" })},
		{"endless pages", endless("skills/list", "skills", counted())},
		{"endless pages of resources", endless("resources/list", "resources", counted())},
		{"endless pages of a directory", all(inDirectory(root, endless("resources/directory/read", "resources", counted())))},
		{"cursor a number", result("skills/list", func(r message) {
			if r["nextCursor"] == nil {
				r["nextCursor"] = 7
			}
		})},
		{"cursor empty", result("skills/list", func(r message) {
			if r["nextCursor"] == nil {
				r["nextCursor"] = ""
			}
		})},
		{"second page refused", on("skills/list", func(x *exchange) bool {
			if x.cursor == "" {
				return false
			}
			x.refuse(-32602)
			return true
		})},
		{"bad cursor answered", badCursor("skills/list", "skills")},
		{"bad cursor of resources answered", badCursor("resources/list", "resources")},
		{"bad cursor of a directory answered", badCursor("resources/directory/read", "resources")},
		{"bad cursor refused with another code", on("skills/list", func(x *exchange) bool {
			if x.answer["error"] == nil || x.cursor == "" {
				return false
			}
			x.refuse(-32603)
			return true
		})},
		{"scope changes between pages", modernResult("skills/list", func(r message) {
			if r["nextCursor"] == nil {
				r["cacheScope"] = "private"
			}
		})},
		{"skills null", result("skills/list", set("skills", nil))},
		{"skills missing", result("skills/list", without("skills"))},
		{"skills an object", result("skills/list", set("skills", message{}))},
	}
}

// endless goes on after the last page of a list: next gives the cursor after each.
func endless(method, list string, next func(cursor string) string) spoiler {
	return on(method, func(x *exchange) bool {
		switch {
		case x.result() != nil && x.result()["nextCursor"] == nil:
			x.result()["nextCursor"] = "a"
		case x.cursor == "a" || x.cursor == "b" || strings.HasPrefix(x.cursor, "page"):
			x.accept(message{list: []any{}, "nextCursor": next(x.cursor)})
		default:
			return false
		}
		return true
	})
}

// counted returns cursors without end.
func counted() func(string) string {
	var n atomic.Int64
	return func(string) string { return "page" + strconv.FormatInt(n.Add(1), 10) }
}

// badCursor answers cursors that are no cursors with an empty page.
func badCursor(method, list string) spoiler {
	return on(method, func(x *exchange) bool {
		if x.answer["error"] == nil || x.cursor == "" {
			return false
		}
		x.accept(message{list: []any{}})
		return true
	})
}
