package serve

import (
	"bytes"
	"encoding/json"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// everyWay runs a test through every door and in every era.
func everyWay(t *testing.T, make func(*testing.T) *Server, test func(*testing.T, *mcp.ClientSession, bool)) {
	for door := range doors {
		for _, era := range eras {
			t.Run(door+"/"+era, func(t *testing.T) {
				session := connect(t, make(t), door, era)
				if got := session.InitializeResult().ProtocolVersion; got != era {
					t.Fatalf("negotiated %s, want %s", got, era)
				}
				test(t, session, era >= modern)
			})
		}
	}
}

func newSmall(t *testing.T) *Server { return New(smallCatalog(t), Options{}) }

func TestDeclaration(t *testing.T) { // P1, P10, T5, T7
	everyWay(t, newSmall, func(t *testing.T, session *mcp.ClientSession, _ bool) {
		r := session.InitializeResult()
		b, _ := json.Marshal(r.Capabilities)
		want := `{"extensions":{"io.modelcontextprotocol/skills":{"directoryRead":true}},"resources":{}}`
		if got := compact(t, b); got != want {
			t.Errorf("capabilities %s, want %s", got, want)
		}
		if want := "Read skill://zoo/SKILL.md"; r.Instructions != want {
			t.Errorf("instructions %q, want %q", r.Instructions, want)
		}
		if r.ServerInfo.Name != "tester" || r.ServerInfo.Version != "1.2.3" {
			t.Errorf("server info %+v", r.ServerInfo)
		}
	})
}

// cacheFields checks the fields that only the modern era has (P2, P4, P9, S87).
func cacheFields(t *testing.T, fields map[string]json.RawMessage, isModern bool) {
	t.Helper()
	want := map[string]string{"resultType": "", "ttlMs": "", "cacheScope": ""}
	if isModern {
		want = map[string]string{"resultType": `"complete"`, "ttlMs": "60000", "cacheScope": `"public"`}
	}
	for name, value := range want {
		wantField(t, fields, name, value)
	}
}

func TestSkillsList(t *testing.T) { // P2, E1, E2
	everyWay(t, newSmall, func(t *testing.T, session *mcp.ClientSession, isModern bool) {
		for _, p := range []*anyParams{nil, {}} {
			fields := call(t, session, methodList, p)
			cacheFields(t, fields, isModern)
			wantField(t, fields, "nextCursor", "")
			want := []string{"skill://acme/billing/SKILL.md", "skill://acme/billing/refunds/SKILL.md"}
			if got := uris(t, fields["skills"]); !slices.Equal(got, want) {
				t.Errorf("listed %q, want %q", got, want)
			}
			// A lexeme, characters special in HTML and line separators arrive as written.
			for _, part := range []string{`"version":1.10`, `Bills <customers> & more \u2028`} {
				if !bytes.Contains(fields["skills"], []byte(part)) {
					t.Errorf("no %s in %s", part, fields["skills"])
				}
			}
		}
	})
}

func TestSkillsGet(t *testing.T) { // P3
	c := smallCatalog(t)
	everyWay(t, newSmall, func(t *testing.T, session *mcp.ClientSession, isModern bool) {
		for _, uri := range []string{"skill://acme/billing/SKILL.md", "skill://zoo/SKILL.md", "skill://acme/b%69lling/SKILL.md"} {
			fields := call(t, session, methodGet, &anyParams{URI: uri})
			cacheFields(t, fields, isModern)
			e, _ := find(c.Entry, uri)
			if got, want := compact(t, fields["skill"]), compact(t, e.Wire()); got != want {
				t.Errorf("%s: %s, want %s", uri, got, want)
			}
		}
		for _, uri := range []string{"skill://acme/billing", "skill://acme/billing/ref/empty", "skill://none/SKILL.md", ""} {
			_, err := mcp.CallCustomMethod[*anyParams, *anyResult](t.Context(), session, methodGet, &anyParams{URI: uri})
			wantCode(t, err, -32602)
		}
	})
}

func TestDirectoryRead(t *testing.T) { // P4, M8
	everyWay(t, newSmall, func(t *testing.T, session *mcp.ClientSession, isModern bool) {
		fields := call(t, session, methodDirectory, &anyParams{URI: "skill://acme/billing"})
		cacheFields(t, fields, isModern)
		want := `[{"mimeType":"text/markdown","name":"billing","size":28,"uri":"skill://acme/billing/SKILL.md"},` +
			`{"mimeType":"inode/directory","name":"assets","uri":"skill://acme/billing/assets"},` +
			`{"mimeType":"inode/directory","name":"ref","uri":"skill://acme/billing/ref"},` +
			`{"mimeType":"inode/directory","name":"refunds","uri":"skill://acme/billing/refunds"}]`
		var items []map[string]any
		_ = json.Unmarshal(fields["resources"], &items)
		for _, item := range items {
			delete(item, "description")
		}
		b, _ := encodeJSON(items)
		if string(b) != want {
			t.Errorf("children %s, want %s", b, want)
		}
		fields = call(t, session, methodDirectory, &anyParams{URI: "skill://acme/billing/assets"})
		wantField(t, fields, "resources", "[]")
		cacheFields(t, fields, isModern)
		for _, uri := range []string{"skill://acme/billing/SKILL.md", "skill://acme", "skill://none", "skill://acme/billing/"} {
			_, err := mcp.CallCustomMethod[*anyParams, *anyResult](t.Context(), session, methodDirectory, &anyParams{URI: uri})
			wantCode(t, err, -32602)
		}
	})
}

func TestResourcesRead(t *testing.T) { // P5
	everyWay(t, newSmall, func(t *testing.T, session *mcp.ClientSession, isModern bool) {
		for path, want := range small {
			if strings.HasSuffix(path, "/") {
				continue
			}
			uri := "skill://" + strings.ReplaceAll(path, " ", "%20")
			r, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
			if err != nil {
				t.Fatal(err)
			}
			c := r.Contents[0]
			isText := path != "acme/billing/ref/empty" && path != "acme/billing/refunds/x.bin"
			if c.URI != uri || isText != (c.Blob == nil) || c.Text+string(c.Blob) != want {
				t.Errorf("%s: %+v, want %q", uri, c, want)
			}
			if isModern && (r.TTLMs != 60000 || r.CacheScope != "public") {
				t.Errorf("%s: cacheable %+v", uri, r.Cacheable)
			}
		}
		_, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "skill://none"})
		wantCode(t, err, -32602)
	})
}

func TestResourcesList(t *testing.T) { // P6, M5
	everyWay(t, newSmall, func(t *testing.T, session *mcp.ClientSession, isModern bool) {
		r, err := session.ListResources(t.Context(), nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(r.Resources) != 6 || r.NextCursor != "" {
			t.Fatalf("%d resources, next %q; want all 6", len(r.Resources), r.NextCursor)
		}
		first := r.Resources[0]
		if first.Name != "billing" || first.Description != small["acme/billing/SKILL.md"] || first.MIMEType != "text/markdown" {
			t.Errorf("first resource %+v", first)
		}
		if isModern && (r.TTLMs != 60000 || r.CacheScope != "public") {
			t.Errorf("cacheable %+v", r.Cacheable)
		}
		templates, err := session.ListResourceTemplates(t.Context(), nil)
		if err != nil || len(templates.ResourceTemplates) != 0 {
			t.Errorf("templates %+v, %v; want none", templates, err)
		}
		if isModern && (templates.TTLMs != 60000 || templates.CacheScope != "public") {
			t.Errorf("templates cacheable %+v", templates.Cacheable)
		}
	})
}

func TestS87(t *testing.T) {
	t.Run("S87", func(t *testing.T) {
		h := newSmall(t).Handler()
		for method, params := range map[string]string{
			methodList: "", methodGet: `{"uri":"skill://zoo/SKILL.md"}`, methodDirectory: `{"uri":"skill://zoo"}`,
			methodReadResource: `{"uri":"skill://zoo/SKILL.md"}`, methodListResources: "{}",
		} {
			for _, name := range []string{"resultType", "ttlMs", "cacheScope", "_meta"} {
				if a := ask(t, h, legacy, method, params); a.Result == nil || a.Result[name] != nil {
					t.Errorf("%s has %s: %s", method, name, a.body)
				}
				if a := ask(t, h, modern, method, params); a.Result[name] == nil {
					t.Errorf("modern %s has no %s: %s", method, name, a.body)
				}
			}
		}
	})
	// A client may ask initialize for a revision that has no initialize; it is given
	// a legacy one, and must be answered in that.
	t.Run("initialize with the modern version", func(t *testing.T) {
		out := stdio(t, newSmall(t),
			`{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2026-07-28","capabilities":{},"clientInfo":{"name":"x","version":"0"}}}`,
			`{"jsonrpc":"2.0","method":"notifications/initialized"}`,
			`{"jsonrpc":"2.0","id":2,"method":"skills/list"}`,
			`{"jsonrpc":"2.0","id":3,"method":"resources/list"}`,
			modernBody(methodList, ""))
		wantField(t, out["1"].Result, "protocolVersion", `"2025-11-25"`)
		for _, id := range []string{"2", "3"} {
			if out[id].Result == nil || out[id].Result["ttlMs"] != nil || out[id].Result["resultType"] != nil {
				t.Errorf("answer %s has modern fields: %s", id, out[id].body)
			}
		}
		wantField(t, out["7"].Result, "ttlMs", "60000")
	})
}

func TestOverrides(t *testing.T) { // Options.TTLMs and CacheScope
	ttl := int64(0)
	h := New(smallCatalog(t), Options{TTLMs: &ttl, CacheScope: "private"}).Handler()
	for method, params := range map[string]string{
		methodList: "", methodGet: `{"uri":"skill://zoo/SKILL.md"}`, methodListResources: "", "server/discover": "",
		methodReadResource: `{"uri":"skill://zoo/SKILL.md"}`,
	} {
		a := ask(t, h, modern, method, params)
		wantField(t, a.Result, "ttlMs", "0")
		wantField(t, a.Result, "cacheScope", `"private"`)
	}
}
