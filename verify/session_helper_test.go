package verify_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"skillpack/catalog"
	"skillpack/internal/protocol"
	"skillpack/verify"
)

// shop is a server of skills whose files and entries a test changes while it runs, and
// which remembers what was read.
type shop struct {
	mu     sync.Mutex
	files  map[string]string
	reads  []string
	during func(uri string) // called at a read, before the answer; nil for nothing
}

// The skill that most tests load, and its files.
const (
	formsURI  = "skill://office/forms/SKILL.md"
	guideURI  = "skill://office/forms/guide.md"
	pixelURI  = "skill://office/forms/img/pixel.png"
	formsText = "---\nname: forms\ndescription: Fills forms\nallowed-tools: Bash\n---\nRead [the guide](guide.md).\n"
)

func newShop() *shop {
	return &shop{files: map[string]string{formsURI: formsText, guideURI: "# Guide\n", pixelURI: "\x89PNG\x00"}}
}

// entry returns the honest entry of the skill of a SKILL.md, as the files are now.
func (s *shop) entry(uri, frontmatter string) verify.Entry {
	s.mu.Lock()
	defer s.mu.Unlock()
	e := verify.Entry{URI: uri, Frontmatter: json.RawMessage(frontmatter)}
	for file, data := range s.files {
		if strings.HasPrefix(file, strings.TrimSuffix(uri, protocol.ManifestName)) {
			e.Resources = append(e.Resources, catalog.Ref{URI: file, Digest: protocol.Digest([]byte(data)), Size: int64(len(data))})
		}
	}
	return e
}

// forms returns the honest entry of the skill that most tests load.
func (s *shop) forms() verify.Entry {
	return s.entry(formsURI, `{"name":"forms","description":"Fills forms","allowed-tools":"Bash"}`)
}

// put changes a file.
func (s *shop) put(uri, data string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.files[uri] = data
}

// takeReads returns what was read since the last call, sorted.
func (s *shop) takeReads() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	reads := slices.Sorted(slices.Values(s.reads))
	s.reads = nil
	return reads
}

// session connects to the shop. The label is the user's name for it.
func (s *shop) session(t *testing.T, label string, o verify.SessionOptions) *verify.Session {
	t.Helper()
	return verify.NewSession(s.client(t, label), o)
}

func (s *shop) client(t *testing.T, label string) *verify.Client {
	t.Helper()
	server := httptest.NewServer(s)
	t.Cleanup(server.Close)
	c, err := verify.ConnectHTTP(t.Context(), server.URL, verify.Options{Label: label})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

// ServeHTTP answers calls of the modern era.
func (s *shop) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var call struct {
		ID     json.RawMessage
		Method string
		Params struct{ URI string }
	}
	if err := json.NewDecoder(r.Body).Decode(&call); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	result := map[string]any{"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
	switch call.Method {
	case "server/discover":
		result["supportedVersions"] = []string{"2026-07-28"}
		result["serverInfo"] = map[string]string{"name": "work", "version": "1"}
		result["capabilities"] = map[string]any{"resources": map[string]any{}, "extensions": map[string]any{"io.modelcontextprotocol/skills": map[string]any{"directoryRead": true}}}
	case "resources/read":
		result["contents"] = []any{s.read(call.Params.URI)}
	case "resources/directory/read":
		result["resources"] = s.children(call.Params.URI)
	}
	w.Header().Set("Content-Type", "application/json")
	json.NewEncoder(w).Encode(map[string]any{"jsonrpc": "2.0", "id": call.ID, "result": result})
}

// read notes a read and returns the file.
func (s *shop) read(uri string) map[string]any {
	if s.during != nil {
		s.during(uri)
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.reads = append(s.reads, uri)
	data := s.files[uri]
	if protocol.IsText([]byte(data)) {
		return map[string]any{"uri": uri, "mimeType": "text/plain", "text": data}
	}
	return map[string]any{"uri": uri, "mimeType": "image/png", "blob": base64.StdEncoding.EncodeToString([]byte(data))}
}

// children lists the files of a directory, nested ones too.
func (s *shop) children(dir string) []any {
	s.mu.Lock()
	defer s.mu.Unlock()
	list := []any{}
	for uri := range s.files {
		if strings.HasPrefix(uri, dir+"/") {
			list = append(list, map[string]any{"uri": uri, "name": fmt.Sprint(len(list)), "mimeType": "text/plain"})
		}
	}
	return list
}
