package e2e

import (
	"encoding/json"
	"strings"
)

// onEntry spoils one skill's entry, in the listing and alone.
func onEntry(uri string, change func(entry message) bool) spoiler {
	return func(_, answer message) bool {
		result, _ := answer["result"].(message)
		entries := objects(result["skills"])
		if one, ok := result["skill"].(message); ok {
			entries = append(entries, one)
		}
		changed := false
		for _, entry := range entries {
			if entry["uri"] == uri {
				changed = change(entry) || changed
			}
		}
		return changed
	}
}

// objects returns the objects in a JSON array.
func objects(list any) []message {
	var found []message
	items, _ := list.([]any)
	for _, item := range items {
		if m, ok := item.(message); ok {
			found = append(found, m)
		}
	}
	return found
}

// manifestOf returns the entry's own SKILL.md among its resources.
func manifestOf(entry message) message {
	for _, r := range objects(entry["resources"]) {
		if r["uri"] == entry["uri"] {
			return r
		}
	}
	return message{}
}

func flipDigest(entry message) bool {
	r := manifestOf(entry)
	digest, ok := r["digest"].(string)
	if !ok {
		return false
	}
	last := "0"
	if strings.HasSuffix(digest, last) {
		last = "1"
	}
	r["digest"] = digest[:len(digest)-1] + last
	return true
}

func growSize(entry message) bool {
	r := manifestOf(entry)
	size, ok := r["size"].(json.Number)
	r["size"] = json.Number(size.String() + "0")
	return ok
}

func changeDescription(entry message) bool {
	frontmatter, ok := entry["frontmatter"].(message)
	if ok {
		frontmatter["description"] = "Says something else than the file."
	}
	return ok
}

func dropManifest(entry message) bool {
	delete(entry, "resources")
	return true
}

// dropFile leaves one file out of an entry.
func dropFile(uri string) func(entry message) bool {
	return func(entry message) bool { return drop(entry, "resources", uri) }
}

// dropSkill leaves one skill out of the listing.
func dropSkill(uri string) spoiler {
	return func(_, answer message) bool {
		result, _ := answer["result"].(message)
		return drop(result, "skills", uri)
	}
}

// dropFromDirectory leaves one file out of directory listings.
func dropFromDirectory(uri string) spoiler {
	return func(request, answer message) bool {
		result, _ := answer["result"].(message)
		return request["method"] == "resources/directory/read" && drop(result, "resources", uri)
	}
}

// drop removes the object with a URI from a list of objects.
func drop(holder message, list, uri string) bool {
	items, _ := holder[list].([]any)
	kept := []any{}
	for _, item := range items {
		if m, ok := item.(message); !ok || m["uri"] != uri {
			kept = append(kept, item)
		}
	}
	if len(kept) == len(items) {
		return false
	}
	holder[list] = kept
	return true
}

// appendToText changes what a file reads as.
func appendToText(uri string) spoiler {
	return func(_, answer message) bool {
		result, _ := answer["result"].(message)
		changed := false
		for _, content := range objects(result["contents"]) {
			if text, ok := content["text"].(string); ok && content["uri"] == uri {
				content["text"] = text + "one more line\n"
				changed = true
			}
		}
		return changed
	}
}

// changeType changes the type of a file wherever it is said.
func changeType(uri string) spoiler {
	return func(_, answer message) bool {
		result, _ := answer["result"].(message)
		changed := false
		for _, item := range append(objects(result["contents"]), objects(result["resources"])...) {
			if item["uri"] == uri && item["mimeType"] != nil {
				item["mimeType"] = "application/octet-stream"
				changed = true
			}
		}
		return changed
	}
}

// answerUnknown answers skills/get for a skill that is not there.
func answerUnknown(request, answer message) bool {
	params, _ := request["params"].(message)
	if request["method"] != "skills/get" || answer["error"] == nil {
		return false
	}
	delete(answer, "error")
	answer["result"] = message{
		"resultType": "complete", "ttlMs": 0, "cacheScope": "public",
		"skill": message{
			"uri":         params["uri"],
			"frontmatter": message{"name": "no-such-skill-zz", "description": "Is not there."},
			"resources":   []any{message{"uri": params["uri"], "digest": "sha256:" + strings.Repeat("0", 64), "size": 1}},
		},
	}
	return true
}

// changeErrorCode refuses with another code than the one for invalid params.
func changeErrorCode(_, answer message) bool {
	failure, ok := answer["error"].(message)
	if ok {
		failure["code"] = -32603
	}
	return ok
}

// undeclare takes the extension out of the server's capabilities.
func undeclare(_, answer message) bool {
	result, _ := answer["result"].(message)
	capabilities, _ := result["capabilities"].(message)
	if capabilities["extensions"] == nil {
		return false
	}
	delete(capabilities, "extensions")
	return true
}
