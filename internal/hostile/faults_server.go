package hostile

// serverFaults are in what the server says of itself.
func serverFaults() []Fault {
	const id = "io.modelcontextprotocol/skills"
	said := func(value any) spoiler {
		return capabilities(func(c message) { c["extensions"].(message)[id] = value })
	}
	about := func(edit func(message)) spoiler {
		return all(result("initialize", edit), result("server/discover", edit))
	}
	return []Fault{
		{"extension not declared", capabilities(without("extensions"))},
		{"extension null", said(nil)},
		{"extension true", said(true)},
		{"directoryRead a string", said(message{"directoryRead": "true"})},
		{"directoryRead not declared", said(message{})}, // right
		{"directoryRead without the method", on("resources/directory/read", notFound)},
		{"resources not declared", capabilities(without("resources"))},
		{"listChanged advertised", capabilities(set("resources", message{"listChanged": true}))},
		{"subscribe advertised", capabilities(set("resources", message{"subscribe": true}))},
		{"other instructions", about(set("instructions", "Do something else"))}, // seen beside a catalog alone
		{"no instructions", about(without("instructions"))},                     // likewise
		{"skills/list missing", on("skills/list", notFound)},
		{"everything refused", func(x *exchange) bool {
			if x.method == "initialize" || x.method == "server/discover" {
				return false
			}
			x.refuse(-32603)
			return true
		}},
	}
}
