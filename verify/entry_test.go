package verify_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"skillpack/verify"
)

const (
	goodFront  = `{"name":"forms","description":"Fills forms"}`
	goodDigest = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"
	goodRef    = `{"uri":"skill://office/forms/SKILL.md","digest":"` + goodDigest + `","size":10}`
)

// withRefs is an entry with these resources, in the form of JSON.
func withRefs(refs string) string {
	return `{"uri":"skill://office/forms/SKILL.md","frontmatter":` + goodFront + `,"resources":` + refs + `}`
}

func withFront(front string) string {
	return `{"uri":"skill://office/forms/SKILL.md","frontmatter":` + front + `,"resources":[` + goodRef + `]}`
}

func withURI(uri string) string {
	return `{"uri":` + uri + `,"frontmatter":` + goodFront + `,"resources":[` + goodRef + `]}`
}

// withRef is an entry with a second resource, the good one where one part is another.
func withRef(old, part string) string {
	other := strings.Replace(goodRef, "SKILL.md", "x", 1)
	return withRefs("[" + goodRef + "," + strings.Replace(other, old, part, 1) + "]")
}

// manyRefs is a list of n resources of a size each.
func manyRefs(n, size int) string {
	refs := []string{strings.Replace(goodRef, "10", fmt.Sprint(size), 1)}
	for i := range n - 1 {
		refs = append(refs, fmt.Sprintf(`{"uri":"skill://office/forms/f%d","digest":%q,"size":%d}`, i, goodDigest, size))
	}
	return withRefs("[" + strings.Join(refs, ",") + "]")
}

func TestParseEntryNamesTheFault(t *testing.T) {
	const digest = `"` + goodDigest + `"`
	for _, test := range []struct{ name, requirement, entry, reason string }{
		{"no object", "E2", `[]`, "found a list, expected an object"},
		{"null", "E2", `null`, `found "null", expected an object`},
		{"no uri", "E2", `{"frontmatter":{}}`, `its "uri" is missing, expected a string`},
		{"uri a number", "E2", withURI("5"), `its "uri" is "5"`},
		{"uri null", "E2", withURI("null"), `its "uri" is "null"`},
		{"uri in upper case", "E2", strings.Replace(withURI(`"x"`), `"uri"`, `"URI"`, 1), `its "uri" is missing`},
		{"a key twice", "E2", strings.Replace(withFront(goodFront), `{"uri"`, `{"resources":[],"uri"`, 1), `the key "resources" twice`},
		{"uri of a directory", "M2", withURI(`"skill://office/forms"`), `does not end in "/SKILL.md"`},
		{"uri in another case", "M2", withURI(`"skill://office/forms/skill.md"`), `does not end in "/SKILL.md"`},
		{"uri with a query", "M2", withURI(`"skill://office/fo?rms/SKILL.md"`), "a query or fragment"},
		{"uri with dots", "M2", withURI(`"skill://office/%2e%2e/SKILL.md"`), `a segment ".."`},
		{"uri without a directory", "M2", withURI(`"skill:///SKILL.md"`), "an empty segment"},
		{"uri without a scheme", "M2", withURI(`"forms/SKILL.md"`), "no lower-case scheme"},
		{"frontmatter missing", "E1", `{"uri":"skill://office/forms/SKILL.md","resources":[]}`, "its frontmatter is missing, expected an object"},
		{"frontmatter text", "E1", withFront(`"name: forms"`), "expected an object"},
		{"frontmatter a list", "E1", withFront(`[]`), "its frontmatter is a list, expected an object"},
		{"frontmatter with a key twice", "E1", withFront(`{"name":"forms","name":"forms","description":"d"}`), `the key "name" twice`},
		{"a key twice below", "E1", withFront(`{"name":"forms","description":"d","metadata":{"a":"1","a":"1"}}`), `the key "a" twice`},
		{"__proto__", "E1", withFront(`{"name":"forms","description":"d","metadata":[{"__proto__":"1"}]}`), `the key "__proto__"`},
		{"infinite", "E1", withFront(`{"name":"forms","description":"d","x":[1e999]}`), `the number "1e999", expected one that is finite`},
		{"too deep", "E1", withFront(`{"name":"forms","description":"d","x":` + strings.Repeat("[", 200) + strings.Repeat("]", 200) + `}`), "nested more than"},
		{"no name", "F2", withFront(`{"description":"d"}`), "no name"},
		{"name a number", "F2", withFront(`{"name":5,"description":"d"}`), "has as name number 5, expected a string"},
		{"no description", "F2", withFront(`{"name":"forms"}`), "no description"},
		{"description a list", "F2", withFront(`{"name":"forms","description":["d"]}`), "has as description a list of 1 item, expected a string"},
		{"another name", "H4", withFront(`{"name":"shapes","description":"d"}`), `its directory is called "forms", expected "shapes"`},
		{"resources missing", "E2", strings.Replace(withRefs("0"), `,"resources":0`, "", 1), "its resources are missing, expected a list"},
		{"resources an object", "E2", withRefs(`{}`), "its resources are an object"},
		{"resources null", "E2", withRefs(`null`), "expected a list"},
		{"another text", "E2", withRefs(`"Dynamic"`), `expected a list or "dynamic"`},
		{"a resource is text", "E2", withRefs(`["skill://office/forms/SKILL.md"]`), "its resource 0: found"},
		{"a resource without uri", "E2", withRef(`"uri"`, `"url"`), `its resource 1: its "uri" is missing`},
		{"without digest", "E2", withRef(`"digest"`, `"sha256"`), `its "digest" is missing`},
		{"without size", "E4", withRef(`"size"`, `"length"`), `its "size" is missing`},
		{"digest null", "E2", withRef(digest, `null`), `its "digest" is "null"`},
		{"digest in upper case", "E4", withRef("abcdef", "ABCDEF"), "64 lower-case hexadecimal digits"},
		{"digest short", "E4", withRef("abcdef", ""), "64 lower-case hexadecimal digits"},
		{"digest of another kind", "E4", withRef("sha256:", "sha512:"), `expected "sha256:"`},
		{"size text", "E4", withRef(":10", `:"10"`), `its "size" is`},
		{"size negative", "E4", withRef(":10", `:-1`), `its "size" is "-1", expected a whole number from 0 to 2^53`},
		{"size a fraction", "E4", withRef(":10", `:10.5`), `its "size" is "10.5"`},
		{"size over 2^53", "E4", withRef(":10", `:9007199254740993`), `its "size" is "9007199254740993"`},
		{"size far over", "E4", withRef(":10", `:1e400`), `its "size" is "1e400"`},
		{"a resource twice", "E3", withRefs("[" + goodRef + "," + goodRef + "]"), `is listed before`},
		{"a resource in two spellings", "E3", withRefs("[" + goodRef + "," + strings.Replace(goodRef, "SKILL", "%53KILL", 1) + "]"), "is listed before"},
		{"a control", "M1", withRef("forms/x", `forms/x\u001b[31m`), "a blank or a control character"},
		{"outside", "E3", withRef("office/forms", "office/forms2"), "outside the skill's directory"},
		{"above", "M1", withRef("office/forms/x", "office/forms/../x"), `a segment ".."`},
		{"the directory itself", "E3", withRef("/x", ""), "outside the skill's directory"},
		{"no SKILL.md", "E3", withRefs("[" + strings.Replace(goodRef, "SKILL.md", "x", 1) + "]"), "its SKILL.md is not among its resources"},
		{"no resources", "E3", withRefs("[]"), "its SKILL.md is not among its resources"},
		{"513 files", "E5", manyRefs(513, 1), "it has 513 files, expected at most 512"},
		{"a byte too many", "E5", manyRefs(1, 16<<20+1), "its files have 16777217 bytes, expected at most 16777216"},
		{"10 GB", "E5", manyRefs(2, 5<<30), "its files have 10737418240 bytes"},
	} {
		t.Run(test.requirement+" "+test.name, func(t *testing.T) {
			_, err := verify.ParseEntry(json.RawMessage(test.entry))
			invalid, ok := errors.AsType[*verify.EntryError](err)
			if !ok || invalid.Requirement != test.requirement || !strings.Contains(invalid.Reason, test.reason) {
				t.Fatalf("got %v, want %q [%s]", err, test.reason, test.requirement)
			}
			if string(invalid.Raw) != test.entry || !strings.Contains(err.Error(), test.reason) {
				t.Errorf("it shows %s as %q", invalid.Raw, err)
			}
		})
	}
}

func TestParseEntryTakesWhatIsRight(t *testing.T) {
	deep := strings.Repeat("[", 120) + strings.Repeat("]", 120)
	for _, test := range []struct {
		name, entry string
		files       int
		dynamic     bool
	}{
		{"plain", withFront(goodFront), 1, false},
		{"with what nobody knows", strings.Replace(withFront(goodFront), `{"uri"`, `{"_meta":{"a":1},"uri"`, 1), 1, false},
		{"numbers as they are", withFront(`{"name":"forms","description":"d","version":1.10,"big":12345678901234567890,"x":` + deep + `}`), 1, false},
		{"E2 dynamic", withRefs(`"dynamic"`), 0, true},
		{"E5 512 files", manyRefs(512, 16<<20/512), 512, false},
		{"E5 16 MiB", manyRefs(1, 16<<20), 1, false},
		{"H4 a name in another spelling of its URI", strings.ReplaceAll(withFront(goodFront), "office/forms", "office/%66orms"), 1, false},
		{"M4 another scheme", strings.ReplaceAll(withFront(goodFront), "skill://", "github://"), 1, false},
	} {
		t.Run(test.name, func(t *testing.T) {
			e, err := verify.ParseEntry(json.RawMessage(test.entry))
			if err != nil {
				t.Fatal(err)
			}
			if len(e.Resources) != test.files || e.Dynamic != test.dynamic || string(e.Raw) != test.entry || !strings.Contains(test.entry, string(e.Frontmatter)) {
				t.Errorf("got %+v", e)
			}
		})
	}
}
