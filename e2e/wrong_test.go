package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// A harness that cannot fail proves nothing. TestWrongServers puts a proxy before the
// real server that spoils its answers in one way, and asserts that the clients, as we
// run and judge them, see it.

// message is a JSON-RPC message, or an object in one.
type message = map[string]any

// spoiler changes the answer to a request. It reports whether it changed anything.
type spoiler func(request, answer message) bool

func TestWrongServers(t *testing.T) {
	optIn(t)
	t.Parallel()
	c, p := newClients(t), newProduct(t)
	s := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0")
	scenarios := readScenarios(t)
	servers := wrongServers(p.Listed[0])
	proxies, targets := make([]*proxy, len(servers)), make([]target, len(servers))
	for i, w := range servers {
		proxies[i] = newProxy(t, s.url, w.spoil)
		targets[i] = target{url: proxies[i].url}
	}
	theirs := runSkillsClients(limit(t), c, targets, "2026-07-28", p.expectation)
	for i, w := range servers {
		t.Run(w.name, func(t *testing.T) {
			for client, complaint := range w.complaints {
				switch client {
				case "conformance":
					expectComplaint(t, runConformance(limit(t), c, proxies[i].url, scenarioOf(t, scenarios, complaint)), complaint)
				case "inspector":
					expectComplaint(t, askInspector(t, c, targets[i], complaint, p.Listed), complaint)
				case "skillsclient":
					expectComplaint(t, theirs[i], complaint)
				}
			}
			if proxies[i].spoiled.Load() == 0 {
				t.Error("no answer was spoiled, so the test shows nothing")
			}
		})
	}
}

// TestNoServer asserts that every client fails where nothing listens.
func TestNoServer(t *testing.T) {
	optIn(t)
	t.Parallel()
	c, scenarios := newClients(t), readScenarios(t)
	dead := httptest.NewServer(http.NotFoundHandler())
	dead.Close()
	want := expectation{Listed: []skill{{URI: unknownSkill}}}
	url := dead.URL + "/mcp"
	for _, complaint := range []string{"skills/list --verify exit", inspectorUnknown, inspectorDirectory} {
		expectComplaint(t, askInspector(t, c, target{url: url}, complaint, want.Listed), complaint)
	}
	expectComplaint(t, runSkillsClient(limit(t), c, target{url: url}, "2026-07-28", want), "exit")
	for _, s := range scenarios {
		if strings.HasPrefix(s.name, "sep-2640-") && s.revision == "2026-07-28" {
			expectComplaint(t, runConformance(limit(t), c, url, s), s.name)
		}
	}
}

// TestSilentServer asserts that a server that never answers ends in a failure, in time.
func TestSilentServer(t *testing.T) {
	optIn(t)
	t.Parallel()
	silent := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		io.Copy(io.Discard, r.Body)
		<-r.Context().Done()
	}))
	t.Cleanup(silent.Close)
	ctx, cancel := context.WithTimeout(t.Context(), 3*time.Second)
	defer cancel()
	o := runSkillsClient(ctx, newClients(t), target{url: silent.URL + "/mcp"}, "2026-07-28", expectation{})
	expectComplaint(t, o, "exit")
}

// wrong is a way to be wrong, and the check that fails in each client that can see it.
type wrong struct {
	name       string
	spoil      spoiler
	complaints map[string]string
}

// wrongServers returns servers that are wrong about one skill.
func wrongServers(victim skill) []wrong {
	file := victim.Resources[len(victim.Resources)-1].URI
	return []wrong{
		{"digest", onEntry(victim.URI, flipDigest), map[string]string{
			"inspector": "file " + victim.URI, "skillsclient": "read " + victim.URI}},
		{"size", onEntry(victim.URI, growSize), map[string]string{
			"inspector": "file " + victim.URI, "skillsclient": "read " + victim.URI}},
		{"file left out", onEntry(victim.URI, dropFile(file)), map[string]string{
			"inspector": "file " + file, "skillsclient": "read " + victim.URI + " " + file}},
		{"frontmatter", onEntry(victim.URI, changeDescription), map[string]string{
			"inspector": victim.URI, "skillsclient": "read " + victim.URI, "conformance": "sep-2640-entry-frontmatter-identical"}},
		{"no manifest", onEntry(victim.URI, dropManifest), map[string]string{
			"skillsclient": "list", "conformance": "sep-2640-entry-resources-required"}},
		{"skill left out", dropSkill(victim.URI), map[string]string{
			"inspector": "skills/list --verify count", "skillsclient": "list"}},
		{"file changed", appendToText(victim.URI), map[string]string{
			"inspector": "file " + victim.URI, "skillsclient": "read " + victim.URI}},
		{"file missing in its directory", dropFromDirectory(victim.URI), map[string]string{
			"inspector": inspectorDirectory + " " + victim.URI, "skillsclient": "walk " + victim.URI}},
		{"unknown skill answered", answerUnknown, map[string]string{
			"inspector": inspectorUnknown, "skillsclient": "refuse to get an unknown skill",
			"conformance": "sep-2640-skills-get-unknown-uri-invalid-params"}},
		{"other error code", changeErrorCode, map[string]string{
			"skillsclient": "refuse to", "conformance": "sep-2640-skills-get-unknown-uri-invalid-params"}},
		// The suite skips every check with exit 0 where the extension is not declared.
		{"extension not declared", undeclare, map[string]string{
			"skillsclient": "connect", "conformance": "sep-2640-skills-list-implemented"}},
		// The suite only warns about these, with exit 0.
		{"wrong type", changeType(victim.URI), map[string]string{
			"conformance": "sep-2640-skillmd-mimetype"}},
	}
}

// askInspector makes, on the modern revision, the one of the Inspector's checks that a
// complaint is of: each takes a process.
func askInspector(t *testing.T, c clients, to target, complaint string, want []skill) outcome {
	t.Helper()
	o := outcome{client: "inspector", door: to.door(), mode: "modern"}
	switch {
	case complaint == inspectorUnknown:
		inspectRefusal(limit(t), c, &o, to, o.mode)
	case strings.HasPrefix(complaint, inspectorDirectory):
		inspectDirectory(limit(t), c, &o, to, o.mode, want)
	default:
		inspectListing(limit(t), c, &o, to, o.mode, want)
	}
	return o
}

// scenarioOf returns the scenario that checks something on the modern revision.
func scenarioOf(t *testing.T, scenarios []scenario, id string) scenario {
	t.Helper()
	for _, s := range scenarios {
		if s.revision == "2026-07-28" && slices.ContainsFunc(s.checks, func(p pinned) bool { return p.id == id }) {
			return s
		}
	}
	t.Fatalf("no scenario checks %s", id)
	return scenario{}
}

// expectComplaint fails the test unless a failed check has the words in its name.
func expectComplaint(t *testing.T, o outcome, words string) {
	t.Helper()
	var names []string
	for _, c := range o.failures() {
		if strings.Contains(c.name, words) {
			return
		}
		names = append(names, c.name)
	}
	t.Errorf("%s: no check named %q failed, but %q", o.client, words, names)
}

// proxy stands before a server and spoils its answers.
type proxy struct {
	url     string
	spoiled atomic.Int64
}

func newProxy(t *testing.T, upstream string, spoil spoiler) *proxy {
	t.Helper()
	to, err := url.Parse(upstream)
	if err != nil {
		t.Fatal(err)
	}
	to.Path = ""
	p := new(proxy)
	reverse := httputil.NewSingleHostReverseProxy(to)
	local := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		r.Header.Set("Accept-Encoding", "identity") // what is to be spoiled must be read
		forward := *reverse
		forward.ModifyResponse = func(answer *http.Response) error { return p.edit(body, answer, spoil) }
		forward.ServeHTTP(w, r)
	}))
	t.Cleanup(local.Close)
	p.url = local.URL + "/mcp"
	return p
}

// edit spoils one answer. What is no JSON-RPC message passes as it is.
func (p *proxy) edit(body []byte, answer *http.Response, spoil spoiler) error {
	data, err := io.ReadAll(answer.Body)
	if err != nil {
		return err
	}
	request, _ := decode(body)
	if content, ok := decode(data); ok && spoil(request, content) {
		p.spoiled.Add(1)
		if data, err = json.Marshal(content); err != nil {
			return err
		}
		answer.StatusCode = http.StatusOK
	}
	answer.Body = io.NopCloser(bytes.NewReader(data))
	answer.ContentLength = int64(len(data))
	answer.Header.Set("Content-Length", fmt.Sprint(len(data)))
	return nil
}

// decode decodes a message, keeping numbers as they are written.
func decode(data []byte) (message, bool) {
	var m message
	decoder := json.NewDecoder(bytes.NewReader(data))
	decoder.UseNumber()
	err := decoder.Decode(&m)
	return m, err == nil && m != nil
}
