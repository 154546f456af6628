package serve

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"maps"
	"net/http"
	"net/http/httptest"
	"path"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

const (
	modern = "2026-07-28"
	legacy = "2025-11-25"
)

var eras = []string{modern, legacy, "2025-06-18"}

// tree is a source of a test catalog: paths to contents; a path that ends in a slash
// is an empty directory. The content of a SKILL.md is its description.
type tree map[string]string

// small has a nested and an unlisted skill, a text, a blob, an empty file and
// directory, and a name that needs encoding.
var small = tree{
	"acme/billing/SKILL.md":         "Bills <customers> & more \u2028",
	"acme/billing/assets/":          "",
	"acme/billing/ref/a b.md":       "\ufeffone\r\ntwo <b>&amp;</b> \u2029",
	"acme/billing/ref/empty":        "",
	"acme/billing/refunds/SKILL.md": "Gives money back",
	"acme/billing/refunds/x.bin":    "\x00\xff",
	"zoo/SKILL.md":                  "Unlisted",
}

func freeze(t testing.TB, src tree, unlisted ...string) *catalog.Catalog {
	t.Helper()
	c := &catalog.Catalog{Server: catalog.Server{
		Name: "tester", Version: "1.2.3", Instructions: "Read skill://zoo/SKILL.md", TTLMs: 60000, CacheScope: "public",
	}}
	children, contents := map[string][]catalog.Resource{}, map[string]string{}
	for _, p := range slices.Sorted(maps.Keys(src)) {
		if dir, ok := strings.CutSuffix(p, "/"); ok {
			children[dir] = nil
			continue
		}
		r := catalog.Resource{URI: protocol.URI("skill", p), Name: path.Base(p), MIMEType: "text/plain", Size: int64(len(src[p]))}
		if path.Base(p) == protocol.ManifestName {
			r.Name, r.Description, r.MIMEType = path.Base(path.Dir(p)), src[p], "text/markdown"
		}
		c.Resources = append(c.Resources, r)
		children[path.Dir(p)] = append(children[path.Dir(p)], r)
		contents[protocol.Digest([]byte(src[p]))] = src[p]
	}
	slices.SortFunc(c.Resources, func(a, b catalog.Resource) int { return strings.Compare(a.URI, b.URI) })
	addEntries(c, src, unlisted)
	addDirectories(c, src, children)
	for _, digest := range slices.Sorted(maps.Keys(contents)) {
		data := []byte(contents[digest])
		c.Contents = append(c.Contents, catalog.Content{Digest: digest, Size: int64(len(data)), Read: func() ([]byte, error) { return data, nil }})
	}
	frozen, err := catalog.Freeze(c)
	if err != nil {
		t.Fatal(err)
	}
	return frozen
}

func addEntries(c *catalog.Catalog, src tree, unlisted []string) {
	for _, r := range c.Resources {
		root, ok := strings.CutSuffix(r.URI, "/"+protocol.ManifestName)
		if !ok {
			continue
		}
		e := catalog.Entry{URI: r.URI, Frontmatter: []byte(fmt.Sprintf(`{"name":%s,"description":%s,"version":1.10}`, protocol.AppendString(nil, r.Name), protocol.AppendString(nil, r.Description)))}
		for _, f := range c.Resources {
			if strings.HasPrefix(f.URI, root+"/") {
				_, p, _ := protocol.SplitURI(f.URI)
				e.Resources = append(e.Resources, catalog.Ref{URI: f.URI, Digest: protocol.Digest([]byte(src[p])), Size: f.Size})
			}
		}
		if slices.Contains(unlisted, r.URI) {
			c.Unlisted = append(c.Unlisted, e)
		} else {
			c.Skills = append(c.Skills, e)
		}
	}
}

func addDirectories(c *catalog.Catalog, src tree, children map[string][]catalog.Resource) {
	for _, dir := range slices.Collect(maps.Keys(children)) {
		for d := dir; inSkill(src, path.Dir(d)); d = path.Dir(d) {
			if _, ok := children[path.Dir(d)]; !ok {
				children[path.Dir(d)] = nil
			}
		}
	}
	for _, dir := range slices.Collect(maps.Keys(children)) {
		if parent := path.Dir(dir); inSkill(src, parent) {
			children[parent] = append(children[parent], catalog.Resource{
				URI: protocol.URI("skill", dir), Name: path.Base(dir), MIMEType: protocol.DirectoryType,
			})
		}
	}
	for dir, list := range children {
		slices.SortFunc(list, func(a, b catalog.Resource) int { return strings.Compare(a.URI, b.URI) })
		c.Directories = append(c.Directories, catalog.Directory{URI: protocol.URI("skill", dir), Children: list})
	}
	slices.SortFunc(c.Directories, func(a, b catalog.Directory) int { return strings.Compare(a.URI, b.URI) })
}

func inSkill(src tree, dir string) bool {
	_, ok := src[dir+"/"+protocol.ManifestName]
	return ok || dir != "." && inSkill(src, path.Dir(dir))
}

func smallCatalog(t testing.TB) *catalog.Catalog { return freeze(t, small, "skill://zoo/SKILL.md") }

// many has n skills of one file each, with one directory of n files.
func many(t testing.TB, n int) *catalog.Catalog {
	src := tree{"big/SKILL.md": "Has many files"}
	for i := range n - 1 {
		src[fmt.Sprintf("s%04d/SKILL.md", i)] = "One of many"
	}
	for i := range 500 {
		src[fmt.Sprintf("big/files/f%03d.txt", i)] = "x"
	}
	return freeze(t, src)
}

// logged is a logger and what it wrote.
func logged() (*slog.Logger, *syncBuffer) {
	var b syncBuffer
	return slog.New(slog.NewTextHandler(&b, nil)), &b
}

// anyParams and anyResult carry any method through the SDK's client.
type anyParams struct {
	mcp.ParamsBase
	URI    string `json:"uri,omitempty"`
	Cursor string `json:"cursor,omitempty"`
}

type anyResult struct {
	mcp.ResultBase
	fields map[string]json.RawMessage
}

func (r *anyResult) UnmarshalJSON(b []byte) error { return json.Unmarshal(b, &r.fields) }

// doors are the ways to a server.
var doors = map[string]func(*testing.T, *Server) mcp.Transport{
	"memory": func(t *testing.T, s *Server) mcp.Transport {
		ours, theirs := mcp.NewInMemoryTransports()
		if _, err := s.MCP().Connect(t.Context(), ours, nil); err != nil {
			t.Fatal(err)
		}
		return theirs
	},
	"http": func(t *testing.T, s *Server) mcp.Transport {
		web := httptest.NewServer(s.Handler())
		t.Cleanup(web.Close)
		return &mcp.StreamableClientTransport{Endpoint: web.URL + Endpoint, DisableStandaloneSSE: true}
	},
	"stdio": func(t *testing.T, s *Server) mcp.Transport {
		in, toServer := io.Pipe()
		fromServer, out := io.Pipe()
		done := make(chan error, 1)
		go func() { done <- s.ServeStdio(context.Background(), in, out) }()
		t.Cleanup(func() {
			toServer.Close()
			if err := <-done; err != nil {
				t.Errorf("ServeStdio: %v", err)
			}
		})
		return &mcp.IOTransport{Reader: fromServer, Writer: toServer}
	},
}

// connect opens a session of the SDK's client.
func connect(t *testing.T, s *Server, door, version string) *mcp.ClientSession {
	t.Helper()
	transport := doors[door](t, s)
	client := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "0"}, nil)
	for _, method := range []string{methodList, methodGet, methodDirectory} {
		if err := mcp.AddSendingCustomMethod[*anyParams, *anyResult](client, method); err != nil {
			t.Fatal(err)
		}
	}
	session, err := client.Connect(t.Context(), transport, &mcp.ClientSessionOptions{ProtocolVersion: version})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { session.Close() })
	return session
}

// call makes a call of a skills method and returns the result's fields.
func call(t *testing.T, session *mcp.ClientSession, method string, p *anyParams) map[string]json.RawMessage {
	t.Helper()
	r, err := mcp.CallCustomMethod[*anyParams, *anyResult](t.Context(), session, method, p)
	if err != nil {
		t.Fatalf("%s: %v", method, err)
	}
	return r.fields
}

// reply is an HTTP answer.
type reply struct {
	status int
	header http.Header
	body   string
	ID     any                        `json:"id"`
	Result map[string]json.RawMessage `json:"result"`
	Error  *jsonrpc.Error             `json:"error"`
}

// post sends a body to the endpoint of a handler. Headers are pairs of name and value.
func post(t testing.TB, h http.Handler, body string, headers ...string) *reply {
	t.Helper()
	r := httptest.NewRequest("POST", "http://127.0.0.1:8080"+Endpoint, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	for i := 0; i < len(headers); i += 2 {
		r.Header.Add(headers[i], headers[i+1])
	}
	return exchange(t, h, r)
}

func exchange(t testing.TB, h http.Handler, r *http.Request) *reply {
	t.Helper()
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	a := &reply{status: w.Code, header: w.Header(), body: w.Body.String()}
	if strings.HasPrefix(w.Header().Get("Content-Type"), "application/json") {
		if err := json.Unmarshal(w.Body.Bytes(), a); err != nil {
			t.Fatalf("answer is not JSON: %v\n%s", err, a.body)
		}
	}
	return a
}

func (a *reply) code() int64 {
	if a.Error == nil {
		return 0
	}
	return a.Error.Code
}

// ask makes a call as a client of the given era would; params are JSON or "".
func ask(t testing.TB, h http.Handler, version, method, params string) *reply {
	t.Helper()
	if version < modern {
		if params != "" {
			params = `,"params":` + params
		}
		return post(t, h, fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q%s}`, method, params), "MCP-Protocol-Version", version)
	}
	headers := []string{"MCP-Protocol-Version", version, "Mcp-Method", method}
	var named struct {
		URI string `json:"uri"`
	}
	if method == methodReadResource && json.Unmarshal([]byte(params), &named) == nil {
		headers = append(headers, "Mcp-Name", named.URI)
	}
	return post(t, h, modernBody(method, params), headers...)
}

// modernBody is a call with the _meta that the modern era requires; params is an
// object or "".
func modernBody(method, params string) string {
	meta := `"_meta":{"io.modelcontextprotocol/protocolVersion":"` + modern + `","io.modelcontextprotocol/clientCapabilities":{}}`
	if rest := strings.TrimPrefix(params, "{"); rest != "" && rest != "}" {
		meta += "," + strings.TrimSuffix(rest, "}")
	}
	return fmt.Sprintf(`{"jsonrpc":"2.0","id":7,"method":%q,"params":{%s}}`, method, meta)
}

// uris returns the members "uri" of a list field.
func uris(t testing.TB, raw json.RawMessage) []string {
	t.Helper()
	var items []struct {
		URI string `json:"uri"`
	}
	if err := json.Unmarshal(raw, &items); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	all := make([]string, len(items))
	for i := range items {
		all[i] = items[i].URI
	}
	return all
}

// compact returns JSON in one form, for comparing.
func compact(t testing.TB, raw []byte) string {
	t.Helper()
	var v any
	d := json.NewDecoder(bytes.NewReader(raw))
	d.UseNumber()
	if err := d.Decode(&v); err != nil {
		t.Fatalf("%v in %s", err, raw)
	}
	b, _ := encodeJSON(v)
	return string(b)
}

func wantField(t testing.TB, fields map[string]json.RawMessage, name, want string) {
	t.Helper()
	if got := string(fields[name]); got != want {
		t.Errorf("%s = %s, want %s", name, got, want)
	}
}
