package hostile

// directoryFaults are in resources/directory/read.
func directoryFaults() []Fault {
	const method = "resources/directory/read"
	child := func(uri string, edit func(message)) spoiler { return on(method, resource(uri, edit)) }
	more := func(uri string) message {
		return message{"uri": uri, "name": "more.txt", "mimeType": "text/plain", "size": 1}
	}
	return []Fault{
		{"directory with a file more", lastPage(method, root, more("skill://notes/more.txt"))},
		{"directory with a file of another", lastPage(method, root, more("skill://notes/deep/more.txt"))},
		{"directory without a file", result(method, dropped("resources", thousand))},
		{"directory with a file twice", result(method, doubled("resources", thousand))},
		{"directory without a directory", result(method, dropped("resources", deep))},
		{"directory without an empty directory", result(method, dropped("resources", spare))}, // seen beside a catalog alone
		{"size in a directory", child(thousand, set("size", 999))},
		{"directory without its type", child(deep, without("mimeType"))},
		{"directory with another type", child(deep, set("mimeType", "text/plain"))},
		{"file with the type of a directory", child(thousand, set("mimeType", "inode/directory"))},
		{"directory not there", inDirectory(deep, func(x *exchange) bool { x.refuse(-32602); return true })},
		{"empty directory not there", inDirectory(spare, func(x *exchange) bool { x.refuse(-32602); return true })},
		{"directory that holds itself", lastPage(method, deep, message{"uri": deep, "name": "deep", "mimeType": "inode/directory"})},
		{"directory that holds its parent", lastPage(method, deep, message{"uri": root, "name": "notes", "mimeType": "inode/directory"})},
		{"directory with a slash", child(deep, set("uri", deep+"/"))},
		{"directory that leads out", lastPage(method, root, message{"uri": "skill://zoo", "name": "zoo", "mimeType": "inode/directory"})},
		{"directories without end", deeper()},
		{"children null", inDirectory(spare, result(method, set("resources", nil)))},
	}
}

// inDirectory spoils reads of a directory.
func inDirectory(uri string, spoil spoiler) spoiler {
	return on("resources/directory/read", func(x *exchange) bool { return x.uri == uri && spoil(x) })
}

// deeper puts a directory into every directory below spare.
func deeper() spoiler {
	return on("resources/directory/read", func(x *exchange) bool {
		if len(x.uri) < len(spare) || x.uri[:len(spare)] != spare || x.cursor != "" {
			return false
		}
		x.accept(message{"resources": []any{message{"uri": x.uri + "/x", "name": "x", "mimeType": "inode/directory"}}})
		return true
	})
}
