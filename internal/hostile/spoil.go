package hostile

import (
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"
	"sync"

	"skillpack/internal/protocol"
)

// all applies every spoiler.
func all(spoilers ...spoiler) spoiler {
	return func(x *exchange) bool {
		done := false
		for _, spoil := range spoilers {
			done = spoil(x) || done
		}
		return done
	}
}

// lazy makes a spoiler when it is first needed.
func lazy(spoil func() spoiler) spoiler {
	once := sync.OnceValue(spoil)
	return func(x *exchange) bool { return once()(x) }
}

// on spoils the answers to a method alone.
func on(method string, spoil spoiler) spoiler {
	return func(x *exchange) bool { return x.method == method && spoil(x) }
}

// onRead spoils the answers to reads of a file.
func onRead(uri string, spoil spoiler) spoiler {
	return on("resources/read", func(x *exchange) bool { return x.uri == uri && spoil(x) })
}

// each spoils the objects with a URI among those that pick finds.
func each(pick func(*exchange) []message, uri string, edit func(message)) spoiler {
	return func(x *exchange) bool {
		done := false
		for _, m := range pick(x) {
			if m["uri"] == uri {
				edit(m)
				done = true
			}
		}
		return done
	}
}

// entry spoils the entry of a skill, in the listing and alone.
func entry(uri string, edit func(message)) spoiler { return each((*exchange).entries, uri, edit) }

// resource spoils the object of a file or directory in resources/list and directories.
func resource(uri string, edit func(message)) spoiler {
	return each(func(x *exchange) []message { return objects(x.result()["resources"]) }, uri, edit)
}

// ref spoils a file's place in every manifest.
func ref(uri string, edit func(message)) spoiler {
	refs := func(x *exchange) (all []message) {
		for _, e := range x.entries() {
			all = append(all, objects(e["resources"])...)
		}
		return all
	}
	return each(refs, uri, edit)
}

// content spoils what a read of a file gives.
func content(uri string, edit func(message)) spoiler {
	return onRead(uri, func(x *exchange) bool {
		for _, c := range objects(x.result()["contents"]) {
			edit(c)
		}
		return x.result() != nil
	})
}

// frontmatter spoils the frontmatter of a skill's entry.
func frontmatter(uri string, edit func(message)) spoiler {
	return entry(uri, func(e message) {
		if front, ok := e["frontmatter"].(message); ok {
			edit(front)
		}
	})
}

// set sets a member.
func set(name string, value any) func(message) {
	return func(m message) { m[name] = value }
}

// raw is JSON that is sent as it is.
func raw(text string) json.RawMessage { return json.RawMessage(text) }

// without removes a member.
func without(name string) func(message) { return func(m message) { delete(m, name) } }

// text changes the text of a content.
func text(change func(string) string) func(message) {
	return func(c message) {
		if old, ok := c["text"].(string); ok {
			c["text"] = change(old)
		}
	}
}

// replaced returns a change of text.
func replaced(old, with string) func(string) string {
	return func(s string) string { return strings.ReplaceAll(s, old, with) }
}

// result spoils every result of a method.
func result(method string, edit func(message)) spoiler {
	return on(method, func(x *exchange) bool {
		if x.result() == nil {
			return false
		}
		edit(x.result())
		return true
	})
}

// modernResult spoils results of the modern era, legacyResult the others.
func modernResult(method string, edit func(message)) spoiler {
	spoil := result(method, edit)
	return func(x *exchange) bool { return x.modern && spoil(x) }
}

func legacyResult(method string, edit func(message)) spoiler {
	spoil := result(method, edit)
	return func(x *exchange) bool { return !x.modern && spoil(x) }
}

// capabilities spoils what the server says of itself.
func capabilities(edit func(message)) spoiler {
	change := func(result message) {
		if c, ok := result["capabilities"].(message); ok {
			edit(c)
		}
	}
	return all(result("initialize", change), result("server/discover", change))
}

// dropped leaves what has a URI out of a list.
func dropped(list, uri string) func(message) {
	return func(m message) {
		items, _ := m[list].([]any)
		m[list] = slices.DeleteFunc(items, func(item any) bool { return item.(message)["uri"] == uri })
	}
}

// doubled has what has a URI twice in a list.
func doubled(list, uri string) func(message) {
	return func(m message) {
		items, _ := m[list].([]any)
		at := slices.IndexFunc(items, func(item any) bool { return item.(message)["uri"] == uri })
		if at >= 0 {
			m[list] = slices.Insert(items, at, items[at])
		}
	}
}

// served replaces the bytes of a file wherever something is said of them.
func served(uri string, data []byte) spoiler {
	return all(
		ref(uri, func(r message) { r["digest"], r["size"] = protocol.Digest(data), len(data) }),
		resource(uri, set("size", len(data))),
		content(uri, func(c message) {
			delete(c, "text")
			delete(c, "blob")
			if protocol.IsText(data) {
				c["text"] = string(data)
			} else {
				c["blob"] = base64.StdEncoding.EncodeToString(data)
			}
		}),
	)
}

// declared says another size of a file wherever one is said.
func declared(uri string, size int64) spoiler {
	return all(ref(uri, set("size", size)), resource(uri, set("size", size)))
}

// rewritten serves another SKILL.md of a skill: with a piece of it replaced, and with
// the frontmatter of the entry and the resource changed to what it then says.
func rewritten(uri, old, with string, front, object func(message)) spoiler {
	_, path, _ := protocol.SplitURI(uri)
	manifest := strings.Replace(source[path], old, with, 1)
	return all(served(uri, []byte(manifest)), frontmatter(uri, front), resource(uri, object))
}

// keep changes nothing.
func keep(message) {}

// added serves one more file of a skill's top directory wherever files are told.
func added(skill, uri string, data []byte) spoiler {
	top := strings.TrimSuffix(skill, "/"+protocol.ManifestName)
	digest := protocol.Digest(data)
	object := message{"uri": uri, "name": uri[strings.LastIndexByte(uri, '/')+1:], "mimeType": "text/plain", "size": len(data)}
	return all(
		entry(skill, func(e message) {
			list, _ := e["resources"].([]any)
			e["resources"] = append(list, message{"uri": uri, "digest": digest, "size": len(data)})
		}),
		lastPage("resources/list", "", object),
		lastPage("resources/directory/read", top, object),
		onRead(uri, func(x *exchange) bool {
			x.accept(message{"contents": []any{message{"uri": uri, "mimeType": "text/plain", "text": string(data)}}})
			return true
		}),
	)
}

// lastPage appends an object to the last page of a list of resources.
func lastPage(method, uri string, object message) spoiler {
	return on(method, func(x *exchange) bool {
		list, ok := x.result()["resources"].([]any)
		if !ok || x.uri != uri || x.result()["nextCursor"] != nil {
			return false
		}
		x.result()["resources"] = append(list, object)
		return true
	})
}
