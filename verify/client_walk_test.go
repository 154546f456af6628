package verify_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"skillpack/verify"
)

// pages answers every listing with the page of its cursor.
func pages(t *testing.T, page func(cursor string) string) *verify.Client {
	t.Helper()
	server := fake(t, func(w http.ResponseWriter, _ *http.Request, m message) {
		var cursor string
		_ = json.Unmarshal(m.Params["cursor"], &cursor)
		say(w, m.ID, page(cursor))
	})
	return connected(t, server.URL, verify.Options{MaxResponse: 1 << 20})
}

// entryOf is an entry without fault.
func entryOf(name string) string {
	uri := "skill://" + name + "/SKILL.md"
	return fmt.Sprintf(`{"uri":%q,"frontmatter":{"name":%q,"description":"d"},"resources":[{"uri":%q,"digest":"sha256:%064x","size":1}]}`, uri, name, uri, 1)
}

// walked returns the names of the entries and the errors of a walk.
func walked(t *testing.T, c *verify.Client) (uris []string, errs []error) {
	t.Helper()
	for e, err := range c.ListSkills(t.Context()) {
		if err != nil {
			errs = append(errs, err)
			continue
		}
		uris = append(uris, e.URI)
	}
	return uris, errs
}

func TestListSkillsGoesOnBehindAnInvalidEntry(t *testing.T) {
	c := pages(t, func(cursor string) string {
		if cursor == "" {
			return `{"skills":[` + entryOf("a") + `,{"uri":"skill://b/SKILL.md","frontmatter":{}},7],"nextCursor":"2"}`
		}
		return `{"skills":[` + entryOf("c") + `,null]}`
	})
	uris, errs := walked(t, c)
	if !slices.Equal(uris, []string{"skill://a/SKILL.md", "skill://c/SKILL.md"}) {
		t.Errorf("E7: got %q", uris)
	}
	var indexes []int
	for _, err := range errs {
		invalid, ok := errors.AsType[*verify.EntryError](err)
		if !ok || verify.Unreachable(err) {
			t.Fatalf("got %v, want an EntryError", err)
		}
		indexes = append(indexes, invalid.Index)
	}
	if !slices.Equal(indexes, []int{1, 2, 4}) {
		t.Errorf("the invalid entries are %v, want 1, 2 and 4", indexes)
	}
}

func TestListSkillsIsLazy(t *testing.T) {
	asked := 0
	c := pages(t, func(cursor string) string {
		asked++
		return fmt.Sprintf(`{"skills":[%s,%s],"nextCursor":"%d"}`, entryOf("a"), entryOf("b"), asked)
	})
	skills := c.ListSkills(t.Context())
	if asked != 0 {
		t.Error("it asked before it was ranged over")
	}
	for range skills {
		break
	}
	if asked != 1 {
		t.Errorf("it asked for %d pages, want 1", asked)
	}
}

func TestAWalkThatDoesNotEndIsAnError(t *testing.T) {
	turn := 0
	for _, test := range []struct {
		name, reason string
		page         func(cursor string) string
	}{
		{"P2 a cursor that repeats", "was that of a page before", func(string) string { return `{"skills":[],"nextCursor":"x"}` }},
		{"P2 a loop of pages", "was that of a page before", func(cursor string) string {
			return fmt.Sprintf(`{"skills":[],"nextCursor":"%d"}`, (len(cursor)+strings.Count(cursor, "1"))%3)
		}},
		{"P12 endless pages", "more, expected at most 1000 pages", func(string) string {
			turn++
			return fmt.Sprintf(`{"skills":[],"nextCursor":"%d"}`, turn)
		}},
		{"a long cursor", "9000 bytes, expected at most 8192", func(string) string {
			return `{"skills":[],"nextCursor":"` + strings.Repeat("x", 9000) + `"}`
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, errs := walked(t, pages(t, test.page))
			if len(errs) != 1 || !isA[*verify.WalkError](errs[0]) || !strings.Contains(errs[0].Error(), test.reason) || verify.Unreachable(errs[0]) {
				t.Fatalf("got %v, want a WalkError with %q", errs, test.reason)
			}
			if last, _ := errors.AsType[*verify.WalkError](errs[0]); strings.HasPrefix(test.name, "P12") && last.Page != 1000 {
				t.Errorf("it gave up at page %d, want 1000", last.Page)
			}
		})
	}
}

func TestAListingOfWrongFormIsAnError(t *testing.T) {
	for _, test := range []struct{ result, reason string }{
		{`[]`, "expected an object"},
		{`null`, "expected an object"},
		{`{}`, `its "skills" is missing, expected a list`},
		{`{"skills":null}`, `its "skills" is "null", expected a list`},
		{`{"skills":{}}`, `its "skills" is an object, expected a list`},
		{`{"Skills":[]}`, `its "skills" is missing`},
		{`{"skills":[],"skills":[]}`, `the key "skills" twice`},
		{`{"skills":[],"nextCursor":5}`, `its "nextCursor" is "5", expected a string`},
		{`{"skills":[],"nextCursor":null}`, `its "nextCursor" is "null"`},
	} {
		t.Run("P2 "+test.result, func(t *testing.T) {
			_, errs := walked(t, pages(t, func(string) string { return test.result }))
			if len(errs) != 1 || !isA[*verify.AnswerError](errs[0]) || !strings.Contains(errs[0].Error(), test.reason) {
				t.Errorf("got %v, want an AnswerError with %q", errs, test.reason)
			}
		})
	}
	if uris, errs := walked(t, pages(t, func(string) string { return `{"skills":[],"nextCursor":""}` })); uris != nil || errs != nil {
		t.Errorf("an empty listing: %v, %v", uris, errs)
	}
}

func TestResourcesOfWrongFormAreErrors(t *testing.T) {
	for _, test := range []struct{ resource, reason string }{
		{`7`, "expected an object"},
		{`{"name":"x"}`, `its "uri" is missing`},
		{`{"uri":"skill://x"}`, `its "name" is missing`},
		{`{"uri":"skill://x","name":"x","mimeType":5}`, `its "mimeType" is "5"`},
		{`{"uri":"skill://x","name":"x","description":{}}`, `its "description" is an object`},
		{`{"uri":"skill://x","name":"x","size":-1}`, `its "size" is "-1"`},
	} {
		t.Run("P6 "+test.resource, func(t *testing.T) {
			c := pages(t, func(string) string { return `{"resources":[` + test.resource + `]}` })
			var errs []error
			for _, err := range c.ListResources(t.Context()) {
				errs = append(errs, err)
			}
			if len(errs) != 1 || !isA[*verify.AnswerError](errs[0]) || !strings.Contains(errs[0].Error(), test.reason) {
				t.Errorf("got %v, want an AnswerError with %q", errs, test.reason)
			}
		})
	}
}

func TestReadDirectoryAsksOnlyWhereItIsDeclared(t *testing.T) {
	c := pages(t, func(string) string {
		t.Error("P1: it asked")
		return `{"resources":[]}`
	})
	var errs []error
	for _, err := range c.ReadDirectory(t.Context(), "skill://a") {
		errs = append(errs, err)
	}
	if len(errs) != 1 || !errors.Is(errs[0], verify.ErrNoDirectories) {
		t.Errorf("got %v, want ErrNoDirectories", errs)
	}
}

func TestGetSkillChecksWhoseEntryItGot(t *testing.T) {
	const uri = "skill://a/SKILL.md"
	for _, test := range []struct{ name, result, reason string }{
		{"of another", `{"skill":` + entryOf("b") + `}`, `found the entry of "skill://b/SKILL.md"`},
		{"none", `{}`, `its "skill" is missing`},
		{"invalid", `{"skill":{}}`, `its "uri" is missing`},
	} {
		t.Run("P3 "+test.name, func(t *testing.T) {
			_, err := pages(t, func(string) string { return test.result }).GetSkill(t.Context(), uri)
			if err == nil || !strings.Contains(err.Error(), test.reason) || isA[*verify.EntryError](err) != (test.name == "invalid") {
				t.Errorf("got %v, want %q", err, test.reason)
			}
		})
	}
}

func TestReadSkillURIChecksTheFormOfAContent(t *testing.T) {
	const uri = "skill://a/x"
	for _, test := range []struct{ content, reason string }{
		{``, "it has 0 contents, expected one"},
		{`{"uri":"skill://a/x","text":""},{"uri":"skill://a/x","text":""}`, "it has 2 contents"},
		{`{"text":"x"}`, `its "uri" is missing`},
		{`{"uri":"skill://a/y","text":"x"}`, `found the content of "skill://a/y"`},
		{`{"uri":"skill://a/x"}`, `neither "text" nor "blob"`},
		{`{"uri":"skill://a/x","text":"x","blob":"eA=="}`, `has "text" and "blob"`},
		{`{"uri":"skill://a/x","text":null}`, `its "text" is "null"`},
		{`{"uri":"skill://a/x","blob":7}`, `its "blob" is "7"`},
		{`{"uri":"skill://a/x","blob":"eA"}`, "not base64"},
		{`{"uri":"skill://a/x","blob":"eB=="}`, "not base64"},
		{`{"uri":"skill://a/x","blob":"e\nA=="}`, "not base64"},
		{`{"uri":"skill://a/x","blob":"-_=="}`, "not base64"},
		{`{"uri":"skill://a/x","text":"x","mimeType":false}`, `its "mimeType" is "false"`},
	} {
		t.Run("P5 "+test.content, func(t *testing.T) {
			c := pages(t, func(string) string { return `{"contents":[` + test.content + `]}` })
			_, err := c.ReadSkillURI(t.Context(), uri)
			if !isA[*verify.AnswerError](err) || !strings.Contains(err.Error(), test.reason) {
				t.Errorf("got %v, want an AnswerError with %q", err, test.reason)
			}
		})
	}
	for content, want := range map[string]string{
		`{"uri":"skill://a/x","text":"\ufeffa\r\nb"}`: "\ufeffa\r\nb",
		`{"uri":"skill://a/x","text":""}`:             "",
		`{"uri":"skill://a/x","blob":""}`:             "",
		`{"uri":"skill://a/x","blob":"AP8="}`:         "\x00\xff",
	} {
		f, err := pages(t, func(string) string { return `{"contents":[` + content + `]}` }).ReadSkillURI(t.Context(), uri)
		if err != nil || string(f.Data) != want || f.Text != strings.Contains(content, `"text"`) {
			t.Errorf("P5: %s is %+v, %v", content, f, err)
		}
	}
}
