package hostile

import "strings"

// frontmatterFaults are in what an entry says that SKILL.md says.
func frontmatterFaults() []Fault {
	metadata := func(edit func(message)) spoiler {
		return frontmatter(Notes, func(f message) { edit(f["metadata"].(message)) })
	}
	return []Fault{
		{"type of a version", metadata(set("version", raw("1")))},
		{"type of a number", frontmatter(Notes, set("priority", "3"))},
		{"number written otherwise", frontmatter(Notes, set("priority", raw("3.0")))},
		{"another description", frontmatter(Notes, set("description", "Says something else."))},
		{"key missing", frontmatter(Notes, without("priority"))},
		{"key more", frontmatter(Notes, set("license", "MIT"))},
		{"key twice", entry(Notes, rawFront(`"priority":3`, `"priority":3,"priority":3`))},
		{"key __proto__", frontmatter(Notes, set("__proto__", message{"x": true}))},
		{"number too large", frontmatter(Notes, set("priority", raw("1e999")))},
		{"null for a number", frontmatter(Notes, set("priority", nil))},
		{"frontmatter missing", entry(Notes, without("frontmatter"))},
		{"frontmatter an array", entry(Notes, set("frontmatter", []any{}))},
		{"name missing", frontmatter(Notes, without("name"))},
		{"description missing", frontmatter(Notes, without("description"))},
		{"description that is no string", rewritten(Zoo, "description: Knows animals. Use when somebody asks for one.", "description: 7",
			set("description", raw("7")), set("description", "7"))},
		{"description of 1,024", described(strings.Repeat("x", 1024), strings.Repeat("x", 1024))}, // right
		{"description of 1,025", described(strings.Repeat("x", 1025), strings.Repeat("x", 1025))},
		{"description blank", described(`" "`, " ")},
		{"escape in a description", described(`"\e[31mred\nnext"`, "\x1b[31mred\nnext")}, // right
		{"name of another directory", named("other")},
		{"name in upper case", named("Notes")},
		{"escape in a name", namedAs(`"no\e[31mtes\n"`, "no\x1b[31mtes\n")},
		{"metadata that is no string", rewritten(Notes, `"1"`, "1",
			func(f message) { f["metadata"] = message{"version": raw("1")} }, keep)},
		{"SKILL.md without frontmatter", served(Zoo, []byte("# Zoo\n"))},
		{"SKILL.md whose frontmatter does not parse", served(Zoo, []byte("---\nname: [zoo\n---\n"))},
		{"SKILL.md with an anchor", served(Zoo, []byte(strings.Replace(source["zoo/SKILL.md"], "name: zoo", "name: &n zoo", 1)))},
	}
}

// rawFront changes the frontmatter as it is written.
func rawFront(old, with string) func(message) {
	return func(e message) {
		e["frontmatter"] = raw(strings.Replace(encode(e["frontmatter"]), old, with, 1))
	}
}

// described gives Zoo another description, in YAML and as a value.
func described(yaml string, value any) spoiler {
	old := "description: Knows animals. Use when somebody asks for one."
	return rewritten(Zoo, old, "description: "+yaml, set("description", value), set("description", value))
}

func named(name string) spoiler { return namedAs(name, name) }

// namedAs gives Zoo another name, in YAML and as a value.
func namedAs(yaml, value string) spoiler {
	return rewritten(Zoo, "name: zoo", "name: "+yaml, set("name", value), set("name", value))
}
