package verify

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"testing"
)

func TestMembersAndItemsAreSlicesOfWhatWasSent(t *testing.T) {
	const raw = " {\"a\" : 1.10 ,\n\"b\\u0022,\":[ {\"c\":\"}\\\\\"} , [],true ],\"d\":{ },\"\":null, \"e\":\"\"}\r\n"
	fields, err := members([]byte(raw))
	want := map[string]string{"a": "1.10", "b\",": `[ {"c":"}\\"} , [],true ]`, "d": "{ }", "": "null", "e": `""`}
	got := map[string]string{}
	for key, value := range fields {
		got[key] = string(value)
	}
	if err != nil || !maps.Equal(got, want) {
		t.Errorf("got %q, %v", got, err)
	}
	list, err := items(fields["b\","])
	if err != nil || len(list) != 3 || string(list[0]) != `{"c":"}\\"}` || string(list[1]) != "[]" || string(list[2]) != "true" {
		t.Errorf("got %s, %v", list, err)
	}
	if list, err := items([]byte("[ ]")); err != nil || list == nil || len(list) > 0 {
		t.Errorf("an empty list is %v, %v", list, err)
	}
}

func TestMembersSaysWhatIsNoObject(t *testing.T) {
	for raw, reason := range map[string]string{
		"":                   "there is nothing",
		" \n":                "there is nothing",
		"null":               `found "null", expected an object`,
		"[]":                 "found a list, expected an object",
		"<html>":             `found "<html>", expected an object`,
		"{":                  "no JSON",
		`{"a":1`:             "no JSON",
		`{"a":1,}`:           "no JSON",
		`{"a":1}}`:           "no JSON",
		`{"a":1} {}`:         "no JSON",
		`{a:1}`:              "no JSON",
		`{"a":"b`:            "no JSON",
		`{"a":1,"\u0061":2}`: `the key "a" twice`,
	} {
		if _, err := members([]byte(raw)); err == nil || !strings.Contains(err.Error(), reason) {
			t.Errorf("%q: %v, want %q", raw, err, reason)
		}
	}
}

// FuzzMembers holds the cutting to encoding/json.
func FuzzMembers(f *testing.F) {
	for _, seed := range []string{`{"a":[1,{"b":"\""}],"c":-1e5}`, `{"A":{},"a":[]}`, ` { } `, `[1,"]",[[]]]`, `{"\ud800":0}`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, raw []byte) {
		tooDeep(raw)
		var object map[string]json.RawMessage
		fields, err := members(raw)
		if err == nil && (json.Unmarshal(raw, &object) != nil || !maps.EqualFunc(fields, object, sameBytes)) {
			t.Errorf("members of %q: %q, want %q", raw, fields, object)
		}
		var list []json.RawMessage
		cut, err := items(raw)
		if isList := json.Unmarshal(raw, &list) == nil && list != nil; isList != (err == nil) || !slices.EqualFunc(cut, list, sameBytes) {
			t.Errorf("items of %q: %q, %v, want %q", raw, cut, err, list)
		}
	})
}

func sameBytes(a, b json.RawMessage) bool { return string(a) == string(b) }
