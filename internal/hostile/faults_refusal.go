package hostile

import "strings"

// refusalFaults are in how the server takes what it must refuse.
func refusalFaults() []Fault {
	got := message{"skill": message{"uri": "skill://x/SKILL.md", "frontmatter": message{"name": "x", "description": "X"}, "resources": []any{}}}
	contents := message{"contents": []any{message{"uri": "skill://x", "text": "x"}}}
	children := message{"resources": []any{}}
	return []Fault{
		{"unknown skill answered", refused("skills/get", "", got)},
		{"unknown skill with an empty result", refused("skills/get", "", message{})},
		{"unknown skill with another code", refusedWith("skills/get", -32603)},
		{"unknown file answered", refused("resources/read", "", contents)},
		{"unknown file with an empty result", refused("resources/read", "", message{"contents": []any{}})},
		{"unknown file with -32002", refusedWith("resources/read", -32002)},
		{"unknown directory answered", refused("resources/directory/read", "", children)},
		{"unknown directory with another code", refusedWith("resources/directory/read", -32002)},
		{"trailing slash answered", refused("resources/read", "/", contents)},
		{"directory read as a file", on("resources/read", func(x *exchange) bool {
			if x.uri != root && x.uri != "skill://zoo" && x.uri != "skill://acme/billing" {
				return false
			}
			x.accept(contents)
			return true
		})},
		{"file read as a directory", on("resources/directory/read", func(x *exchange) bool {
			if !strings.HasSuffix(x.uri, "/SKILL.md") {
				return false
			}
			x.accept(children)
			return true
		})},
		{"known skill refused", on("skills/get", func(x *exchange) bool {
			if x.uri == Notes {
				x.refuse(-32602)
			}
			return x.uri == Notes
		})},
		{"another skill given", on("skills/get", func(x *exchange) bool {
			if x.uri != Notes {
				return false
			}
			x.result()["skill"] = x.entryOf(Zoo)
			return true
		})},
		{"skills/get differs in a digest", on("skills/get", ref(thousand, flipDigest))},
		{"skills/get differs in frontmatter", on("skills/get", frontmatter(Notes, without("priority")))},
		{"skills/get lacks a file", on("skills/get", entry(Notes, dropped("resources", thousand)))},
		{"skill null", on("skills/get", func(x *exchange) bool {
			if x.uri != Notes {
				return false
			}
			x.result()["skill"] = nil
			return true
		})},
		{"skills/get missing", on("skills/get", notFound)},
		{"skills/get with a cursor", result("skills/get", set("nextCursor", "a"))},
	}
}

// refused answers with a result what the server refuses to find; ending restricts it to
// URIs with that ending, "" to those without a slash at the end.
func refused(method, ending string, members message) spoiler {
	return on(method, func(x *exchange) bool {
		if x.answer["error"] == nil || x.uri == "" || x.cursor != "" || strings.HasSuffix(x.uri, "/") != (ending == "/") {
			return false
		}
		x.accept(members)
		return true
	})
}

// refusedWith refuses with another code what the server refuses to find.
func refusedWith(method string, code int) spoiler {
	return on(method, func(x *exchange) bool {
		if x.answer["error"] == nil || x.cursor != "" {
			return false
		}
		x.refuse(code)
		return true
	})
}
