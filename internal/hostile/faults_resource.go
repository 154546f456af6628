package hostile

// resourceFaults are in resources/list and resources/templates/list.
func resourceFaults() []Fault {
	listed := func(uri string, edit func(message)) spoiler { return on("resources/list", resource(uri, edit)) }
	return []Fault{
		{"file not in resources/list", result("resources/list", dropped("resources", thousand))},
		{"file twice in resources/list", result("resources/list", doubled("resources", thousand))},
		{"size in resources/list", listed(thousand, set("size", 999))},
		{"size in resources/list a string", listed(thousand, set("size", "1000"))},
		{"SKILL.md without its name", listed(Notes, set("name", "SKILL.md"))},
		{"SKILL.md without its description", listed(Notes, without("description"))},
		{"type of SKILL.md in resources/list", listed(Notes, set("mimeType", "text/plain"))},
		{"resource without a name", listed(thousand, without("name"))},
		{"file that no manifest has", lastPage("resources/list", "", message{"uri": "skill://notes/more.txt", "name": "more.txt", "size": 1})},
		{"directory in resources/list", lastPage("resources/list", "", message{"uri": deep, "name": "deep", "mimeType": "inode/directory"})},
		{"escape in what a file is called", lastPage("resources/list", "", message{"uri": "skill://notes/\x1b[31mred\nnext", "name": "\x1b[31mred\nnext"})},
		{"resources/list missing", on("resources/list", notFound)},
		{"list of resources null", result("resources/list", set("resources", nil))},
		{"resources/templates/list missing", on("resources/templates/list", notFound)},
	}
}

// notFound is what is said of a method that is not there.
func notFound(x *exchange) bool {
	x.refuse(-32601)
	return true
}
