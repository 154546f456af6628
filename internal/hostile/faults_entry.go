package hostile

// entryFaults are in the form of an entry and in the listing of entries.
func entryFaults() []Fault {
	return []Fault{
		{"no resources", entry(Notes, without("resources"))},
		{"resources null", entry(Notes, set("resources", nil))},
		{"resources empty", entry(Notes, set("resources", []any{}))},
		{"resources static", entry(Notes, set("resources", "static"))},
		{"resources an object", entry(Notes, set("resources", message{}))},
		{"dynamic", entry(Notes, set("resources", "dynamic"))}, // unverifiable
		{"dynamic with files", entry(Notes, func(e message) { e["resources"] = append([]any{"dynamic"}, e["resources"].([]any)...) })},
		{"dynamic and files", inListing(func(x *exchange) bool {
			x.text = swap(`"resources":"-dynamic-"`, `"resources":"dynamic","resources":[]`)
			return entry(Notes, set("resources", "-dynamic-"))(x)
		})},
		{"uri missing", entry(Zoo, without("uri"))},
		{"uri a number", entry(Zoo, set("uri", 7))},
		{"uri of no SKILL.md", entry(Zoo, set("uri", "skill://zoo/README.md"))},
		{"uri with dots", entry(Zoo, set("uri", "skill://notes/../zoo/SKILL.md"))},
		{"uri that is not normal", entry(Zoo, set("uri", "skill://%7aoo/SKILL.md"))},
		{"escape in the uri of a skill", entry(Zoo, set("uri", "skill://\x1b[31mzoo\nnext/SKILL.md"))},
		{"entry null", on("skills/list", func(x *exchange) bool {
			list, _ := x.result()["skills"].([]any)
			if x.cursor == "" {
				x.result()["skills"] = append(list, nil)
			}
			return x.cursor == ""
		})},
		{"duplicate entry", result("skills/list", doubled("skills", Zoo))},
		{"entry on two pages", on("skills/list", func(x *exchange) bool {
			list, ok := x.result()["skills"].([]any)
			if !ok || x.cursor != "" {
				return false
			}
			x.result()["skills"] = append(list, x.entryOf(Zoo))
			return true
		})},
		{"skill more", on("skills/list", func(x *exchange) bool {
			list, ok := x.result()["skills"].([]any)
			if !ok || x.cursor != "" {
				return false
			}
			x.result()["skills"] = append(list, x.entryOf(Hidden))
			return true
		})},
		{"skill left out", result("skills/list", dropped("skills", Zoo))},
	}
}

// inListing spoils skills/list and skills/get.
func inListing(spoil spoiler) spoiler {
	return all(on("skills/list", spoil), on("skills/get", spoil))
}
