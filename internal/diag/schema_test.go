package diag

import (
	"bytes"
	"encoding/json"
	"os"
	"strings"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
)

// findingsSchema is the published schema of the JSON form.
func findingsSchema(t *testing.T) *jsonschema.Resolved {
	t.Helper()
	data, err := os.ReadFile("../../docs/findings.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	var schema jsonschema.Schema
	if err := json.Unmarshal(data, &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	return resolved
}

// everyShape is findings of every shape, in two files.
func everyShape() ([]Diagnostic, Source) {
	files := map[string][]byte{"a/SKILL.md": []byte("---\nname:\t中 😀 bad\n---\n"), "b c/SKILL.md": []byte("one\ntwo\n")}
	quote := Fix{Title: "quote it", Edits: []Edit{{Span{19, 22}, `"bad"`}}}
	rename := Fix{Title: "rename the directory", Rename: &Rename{"a", "bad"}, Unsafe: true}
	both := Fix{Title: "both", Edits: quote.Edits, Rename: rename.Rename, Unsafe: true}
	return []Diagnostic{
		{Rule: "catalog/empty", Severity: Error, File: ".", Message: "nothing here"},
		{Rule: "name/format", Severity: Error, File: "a/SKILL.md", Skill: "a", Span: Span{19, 22}, Message: `"bad" is <bad>, 100%: truly`, Doc: "docs/rules.md#name-format",
			Related: []Related{{"b c/SKILL.md", Span{4, 7}, "like this"}}, Fix: &quote, OtherFix: &rename},
		{Rule: "name/text", Severity: Warning, File: "a/SKILL.md", Span: Span{0, 24}, Message: "two lines", Fix: &both},
		{Rule: "text/control", Severity: Note, File: "b c/SKILL.md", Span: Span{0, 4}, Message: "esc \x1b[31m and bad \xff", Fix: &Fix{Title: "delete it", Edits: []Edit{{Span: Span{0, 4}}}}},
		{Rule: "text/control", Severity: Note, File: "b c/SKILL.md", Span: Span{99, 99}, Message: "beyond"},
	}, func(file string) []byte { return files[file] }
}

func jsonOf(t *testing.T, ds, omitted []Diagnostic, src Source) map[string]any {
	t.Helper()
	var b bytes.Buffer
	if err := WriteJSON(&b, ds, omitted, src); err != nil {
		t.Fatal(err)
	}
	var value map[string]any
	if err := json.Unmarshal(b.Bytes(), &value); err != nil {
		t.Fatal(err)
	}
	return value
}

func TestJSONKeepsToItsSchema(t *testing.T) {
	schema := findingsSchema(t)
	ds, src := everyShape()
	for name, value := range map[string]map[string]any{
		"no finding": jsonOf(t, nil, nil, src), "every shape": jsonOf(t, ds, nil, src), "omitted": jsonOf(t, ds[:2], ds[2:], src),
	} {
		if err := schema.Validate(value); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// The schema describes each field that is printed, so that none is added unseen.
func TestSchemaNamesEveryField(t *testing.T) {
	data, err := os.ReadFile("../../docs/findings.schema.json")
	if err != nil {
		t.Fatal(err)
	}
	closed := strings.ReplaceAll(string(data), `"type": "object",`, `"type": "object", "additionalProperties": false,`)
	var schema jsonschema.Schema
	if err := json.Unmarshal([]byte(closed), &schema); err != nil {
		t.Fatal(err)
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		t.Fatal(err)
	}
	ds, src := everyShape()
	value := jsonOf(t, ds[:4], ds[4:], src)
	if err := resolved.Validate(value); err != nil {
		t.Error(err)
	}
	value["findings"].([]any)[1].(map[string]any)["extra"] = 1
	if resolved.Validate(value) == nil {
		t.Error("a field that is not described passes")
	}
}

func TestSchemaRefusesWhatIsWrong(t *testing.T) {
	schema := findingsSchema(t)
	ds, src := everyShape()
	for name, spoil := range map[string]func(report, finding map[string]any){
		"another version":    func(r, _ map[string]any) { r["version"] = 2.0 },
		"no findings":        func(r, _ map[string]any) { delete(r, "findings") },
		"findings null":      func(r, _ map[string]any) { r["findings"] = nil },
		"errors as text":     func(r, _ map[string]any) { r["errors"] = "2" },
		"omitted none":       func(r, _ map[string]any) { r["omitted"] = 0.0 },
		"severity off":       func(_, f map[string]any) { f["severity"] = "off" },
		"rule without group": func(_, f map[string]any) { f["rule"] = "format" },
		"column 0":           func(_, f map[string]any) { f["column"] = 0.0 },
		"no end":             func(_, f map[string]any) { delete(f, "endLine") },
		"empty message":      func(_, f map[string]any) { f["message"] = "" },
		"fix without edits":  func(_, f map[string]any) { delete(f["fix"].(map[string]any), "edits") },
		"edit before the file": func(_, f map[string]any) {
			f["fix"].(map[string]any)["edits"].([]any)[0].(map[string]any)["start"] = -1.0
		},
		"rename to nowhere":      func(_, f map[string]any) { delete(f["otherFix"].(map[string]any)["rename"].(map[string]any), "to") },
		"related without a line": func(_, f map[string]any) { delete(f["related"].([]any)[0].(map[string]any), "line") },
	} {
		value := jsonOf(t, ds, nil, src)
		spoil(value, value["findings"].([]any)[1].(map[string]any))
		if schema.Validate(value) == nil {
			t.Errorf("%s: the schema takes it", name)
		}
	}
}
