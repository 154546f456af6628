package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// helloSkill is a dynamic skill with a text, a blob and faults.
func helloSkill() DynamicSkill {
	return DynamicSkill{
		URI:         "skill://live/hello/SKILL.md",
		Frontmatter: map[string]any{"name": "hello", "description": "Says <hello> & more"},
		Read: func(_ context.Context, path string) (DynamicFile, error) {
			switch path {
			case "SKILL.md", "a b/über.md":
				return DynamicFile{Data: []byte("# " + path)}, nil
			case "x.bin":
				return DynamicFile{Data: []byte{0, 255}}, nil
			case "empty.txt":
				return DynamicFile{MIMEType: "text/x-empty"}, nil
			case "fault":
				return DynamicFile{}, errors.New("secret fault")
			case "panic":
				panic("secret panic")
			}
			return DynamicFile{}, fmt.Errorf("%s: %w", path, fs.ErrNotExist)
		},
		List: func(_ context.Context, path string) ([]DynamicChild, error) {
			switch path {
			case ".":
				return []DynamicChild{{Name: "x.bin"}, {Name: "a b", Directory: true}, {Name: "SKILL.md"}}, nil
			case "many":
				var all []DynamicChild
				for i := range 250 {
					all = append(all, DynamicChild{Name: fmt.Sprintf("f%03d", 249-i), MIMEType: "text/x"})
				}
				return all, nil
			case "bad":
				return []DynamicChild{{Name: "../x"}}, nil
			case "panic":
				panic("secret panic")
			}
			return nil, fs.ErrNotExist
		},
	}
}

func TestDynamic(t *testing.T) {
	log, lines := logged()
	makeServer := func(t *testing.T) *Server {
		return New(smallCatalog(t), Options{Logger: log, Dynamic: []DynamicSkill{helloSkill()}})
	}
	const entry = `{"frontmatter":{"description":"Says <hello> & more","name":"hello"},"resources":"dynamic","uri":"skill://live/hello/SKILL.md"}`
	everyWay(t, makeServer, func(t *testing.T, session *mcp.ClientSession, isModern bool) {
		fields := call(t, session, methodList, nil)
		cacheFields(t, fields, isModern)
		var entries []json.RawMessage
		_ = json.Unmarshal(fields["skills"], &entries)
		if len(entries) != 3 || compact(t, entries[2]) != entry {
			t.Errorf("listed %s, want %s last", fields["skills"], entry)
		}
		if got := compact(t, call(t, session, methodGet, &anyParams{URI: "skill://live/h%65llo/SKILL.md"})["skill"]); got != entry {
			t.Errorf("got %s, want %s", got, entry)
		}
		for uri, want := range map[string]mcp.ResourceContents{
			"skill://live/hello/SKILL.md":             {Text: "# SKILL.md", MIMEType: "text/markdown"},
			"skill://live/hello/a%20b/%C3%BCber.md":   {Text: "# a b/über.md", MIMEType: "text/markdown"},
			"skill://live/hello/%61%20b/%c3%bcber.md": {Text: "# a b/über.md", MIMEType: "text/markdown"},
			"skill://live/hello/x.bin":                {Blob: []byte{0, 255}, MIMEType: "application/octet-stream"},
			"skill://live/hello/empty.txt":            {Blob: []byte{}, MIMEType: "text/x-empty"},
		} {
			r, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
			if err != nil {
				t.Fatal(err)
			}
			if c := r.Contents[0]; c.URI != uri || c.Text != want.Text || string(c.Blob) != string(want.Blob) || (c.Blob == nil) != (want.Blob == nil) || c.MIMEType != want.MIMEType {
				t.Errorf("%s: %+v, want %+v", uri, c, want)
			}
		}
		children := call(t, session, methodDirectory, &anyParams{URI: "skill://live/hello"})
		cacheFields(t, children, isModern)
		want := []string{"skill://live/hello/SKILL.md", "skill://live/hello/a%20b", "skill://live/hello/x.bin"}
		if got := uris(t, children["resources"]); !slices.Equal(got, want) {
			t.Errorf("children %q, want %q", got, want)
		}
		if !strings.Contains(string(children["resources"]), `"uri":"skill://live/hello/a%20b","name":"a b","mimeType":"inode/directory"`) {
			t.Errorf("no directory in %s", children["resources"])
		}
		r, err := session.ListResources(t.Context(), nil)
		if err != nil || len(r.Resources) != 7 || r.Resources[6].URI != "skill://live/hello/SKILL.md" || r.Resources[6].Description == "" {
			t.Errorf("resources %+v %v, want the dynamic SKILL.md last", r, err)
		}
	})
	for uri, code := range map[string]int64{
		"skill://live/hello/none": -32602, "skill://live/hello": -32602, "skill://live": -32602, "skill://live/hello2/SKILL.md": -32602,
		"skill://live/hello/../hello/SKILL.md": -32602, "skill://live/hello/a%20b%2Füber.md": -32602,
		"skill://live/hello/fault": -32603, "skill://live/hello/panic": -32603,
	} {
		a := ask(t, makeServer(t).Handler(), legacy, methodReadResource, `{"uri":"`+uri+`"}`)
		if a.code() != code || strings.Contains(a.body, "secret") {
			t.Errorf("read of %s: %s, want %d without detail", uri, a.body, code)
		}
	}
	for uri, code := range map[string]int64{"skill://live/hello/none": -32602, "skill://live/hello/bad": -32603, "skill://live/hello/panic": -32603} {
		a := ask(t, makeServer(t).Handler(), modern, methodDirectory, `{"uri":"`+uri+`"}`)
		if a.code() != code || strings.Contains(a.body, "secret") {
			t.Errorf("directory read of %s: %s, want %d without detail", uri, a.body, code)
		}
	}
	if said := lines.String(); !strings.Contains(said, "secret fault") || !strings.Contains(said, "secret panic") {
		t.Errorf("faults are not logged: %s", said)
	}
	got, pages := walked{methodDirectory, "resources", "skill://live/hello/many", nil}.walk(t, modern, makeServer(t))
	if len(got) != 250 || pages != 3 || !slices.IsSorted(got) {
		t.Errorf("%d children on %d pages, want 250 sorted on 3", len(got), pages)
	}
}

// front is a good frontmatter with one more value.
func front(value string) json.RawMessage {
	return json.RawMessage(`{"name":"hello","description":"y","more":` + value + `}`)
}

// What the functions return is not trusted.
func TestDynamicFaults(t *testing.T) {
	d := helloSkill()
	d.Read = func(_ context.Context, path string) (DynamicFile, error) {
		switch path {
		case "SKILL.md":
			return DynamicFile{Data: []byte("x"), MIMEType: "text/html"}, nil
		case "wire":
			return DynamicFile{}, errUnknown("secret", path)
		}
		return DynamicFile{Data: []byte("read " + path)}, nil
	}
	d.List = func(_ context.Context, path string) ([]DynamicChild, error) {
		return map[string][]DynamicChild{
			"twice":      {{Name: "a"}, {Name: "b"}, {Name: "a", Directory: true}},
			"not UTF-8":  {{Name: "a\xff"}},
			"wrong type": {{Name: "a", MIMEType: "inode/directory"}},
			"empty":      {{Name: ""}},
			"right":      {{Name: "a b"}, {Name: "a"}, {Name: "a-b"}},
		}[path], nil
	}
	log, lines := logged()
	h := New(smallCatalog(t), Options{Logger: log, Dynamic: []DynamicSkill{d}}).Handler()
	for path, code := range map[string]int64{"twice": -32603, "not%20UTF-8": -32603, "wrong%20type": -32603, "empty": -32603, "right": 0} {
		if a := ask(t, h, modern, methodDirectory, `{"uri":"skill://live/hello/`+path+`"}`); a.code() != code {
			t.Errorf("%s: %s, want %d", path, a.body, code)
		}
	}
	for path, code := range map[string]int64{"wire": -32603, "%FF": -32602, "a%FFb/c": -32602, "%C3%BC": 0} {
		if a := ask(t, h, modern, methodReadResource, `{"uri":"skill://live/hello/`+path+`"}`); a.code() != code || strings.Contains(a.body, "secret") {
			t.Errorf("%s: %s, want %d", path, a.body, code)
		}
	}
	if a := ask(t, h, modern, methodReadResource, `{"uri":"skill://live/hello/SKILL.md"}`); !strings.Contains(a.body, `"mimeType":"text/markdown"`) { // M5
		t.Errorf("SKILL.md: %s", a.body)
	}
	if !strings.Contains(lines.String(), "secret") {
		t.Errorf("the error is not logged: %s", lines)
	}
}

func TestDynamicMistakes(t *testing.T) {
	change := func(f func(*DynamicSkill)) []DynamicSkill {
		d := helloSkill()
		f(&d)
		return []DynamicSkill{d}
	}
	for text, list := range map[string][]DynamicSkill{
		"no lower-case scheme": change(func(d *DynamicSkill) { d.URI = "hello/SKILL.md" }),
		"normal form":          change(func(d *DynamicSkill) { d.URI = "skill://live/h%65llo/SKILL.md" }),
		"end in /SKILL.md":     change(func(d *DynamicSkill) { d.URI = "skill://live/hello" }),
		"Read or the List":     change(func(d *DynamicSkill) { d.Read = nil }),
		"must be an object":    change(func(d *DynamicSkill) { d.Frontmatter = json.RawMessage(`["hello"]`) }),
		"does not encode":      change(func(d *DynamicSkill) { d.Frontmatter = json.RawMessage(`{`) }),
		"last segment but one": change(func(d *DynamicSkill) { d.Frontmatter = json.RawMessage(`{"name":"x","description":"y"}`) }),
		"no description":       change(func(d *DynamicSkill) { d.Frontmatter = json.RawMessage(`{"name":"hello","description":" "}`) }),
		"expected at most 1024": change(func(d *DynamicSkill) {
			d.Frontmatter = map[string]string{"name": "hello", "description": strings.Repeat("ü", 1025)}
		}),
		"texts name":    change(func(d *DynamicSkill) { d.Frontmatter = map[string]string{"Name": "hello", "Description": "y"} }),
		`"a" is there`:  change(func(d *DynamicSkill) { d.Frontmatter = front(`[{"a":1,"a":2}]`) }),
		"__proto__":     change(func(d *DynamicSkill) { d.Frontmatter = front(`[{"__proto__":1}]`) }),
		"number -1e999": change(func(d *DynamicSkill) { d.Frontmatter = front(`{"n":[-1e999]}`) }),
		"no directory;": change(func(d *DynamicSkill) {
			d.URI, d.Frontmatter = "skill://SKILL.md", json.RawMessage(`{"name":"","description":"y"}`)
		}),
		"the catalog's": change(func(d *DynamicSkill) {
			d.URI, d.Frontmatter = "skill://zoo/SKILL.md", json.RawMessage(`{"name":"zoo","description":"y"}`)
		}),
		`"skill://acme/billing/`: change(func(d *DynamicSkill) { d.URI = "skill://acme/billing/hello/SKILL.md" }),
		"the dynamic skill":      {helloSkill(), helloSkill()},
	} {
		_, err := newSnapshot(smallCatalog(t), Options{Dynamic: list})
		if err == nil || !strings.Contains(err.Error(), text) {
			t.Errorf("error %v, want one that says %q", err, text)
		}
	}
}
