package main

import (
	"bytes"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"os"
	"slices"
	"strings"
	"testing"

	"skillpack/bench/sample"
	"skillpack/build"
	"skillpack/catalog"
	"skillpack/internal/skill"
	"skillpack/serve"
)

// editions are two catalogs as run builds them.
func editions(t *testing.T) (pair [2]*edition) {
	for i, shape := range shapes() {
		dir := t.TempDir()
		if err := sample.Write(dir, shape); err != nil {
			t.Fatal(err)
		}
		tree, _, err := skill.Load(t.Context(), os.DirFS(dir), skill.Options{})
		if err != nil {
			t.Fatal(err)
		}
		c, found, err := build.Compile(t.Context(), tree, build.Options{Strict: true})
		if c == nil {
			t.Fatalf("the tree has findings: %v, %v", found, err)
		}
		var b bytes.Buffer
		if err := catalog.Encode(&b, c); err != nil {
			t.Fatal(err)
		}
		file := bytes.Clone(b.Bytes())
		if c, err = catalog.Decode(b.Bytes()); err != nil {
			t.Fatal(err)
		}
		pair[i] = &edition{c, file}
	}
	return pair
}

// spoiler changes answers on their way: spoil returns the body that is sent.
type spoiler struct {
	next  http.Handler
	spoil func(w http.ResponseWriter, body string) string
}

func (s *spoiler) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	r.Header.Del("Accept-Encoding")
	a := httptest.NewRecorder()
	s.next.ServeHTTP(a, r)
	w.Header().Set("Content-Type", a.Header().Get("Content-Type"))
	body := a.Body.String()
	if s.spoil != nil {
		body = s.spoil(w, body)
	}
	if a.Code != http.StatusOK {
		w.WriteHeader(a.Code)
	}
	w.Write([]byte(body))
}

// TestSoak builds what several tests need once.
func TestSoak(t *testing.T) {
	pair := editions(t)
	t.Run("faults", func(t *testing.T) { testFaultsAreSeen(t, pair) })
	t.Run("catalog in force", func(t *testing.T) { testTheCatalogInForceIsSeen(t, pair) })
	t.Run("damaged", func(t *testing.T) { testDamagedIsRefused(t, pair) })
}

// testFaultsAreSeen holds that a client passes a right server, across a swap too, and
// fails each wrong one.
func testFaultsAreSeen(t *testing.T, pair [2]*edition) {
	replaceAll := func(old, new string) func(http.ResponseWriter, string) string {
		return func(_ http.ResponseWriter, body string) string { return strings.ReplaceAll(body, old, new) }
	}
	const oneEntry = 60 // somewhere in the listings
	for _, test := range []struct {
		name  string
		spoil func(http.ResponseWriter, string) string
		want  string // in what is said; "" for no failure
	}{
		{"right", nil, ""},
		{"id", replaceAll(`"id":`, `"id":"other","was":`), `the answer has id "other"`},
		{"JSON", replaceAll(`}}`, `}`), "no JSON"},
		{"status", func(w http.ResponseWriter, body string) string { w.WriteHeader(500); return body }, "status 500"},
		{"digest", replaceAll("procedure", "Procedure"), "of neither catalog"},
		{"mixed page", replaceAll(string(pair[0].catalog.Skills[oneEntry].Wire()), string(pair[1].catalog.Skills[oneEntry].Wire())), "of neither catalog"},
		{"entry lost", replaceAll(string(pair[0].catalog.Skills[oneEntry].Wire())+",", ""), "of neither catalog"},
		{"walk cut short", replaceAll(`"nextCursor"`, `"cursor"`), "of neither catalog"},
		{"file in another's place", replaceAll("/topic-00.md", "/topic-01.md"), "of neither catalog"},
		{"no cache fields", replaceAll(`"ttlMs"`, `"ttl"`), "of neither catalog"},
	} {
		t.Run(test.name, func(t *testing.T) {
			s := serve.New(pair[0].catalog, serve.Options{})
			web := httptest.NewServer(&spoiler{s.Handler(), test.spoil})
			defer web.Close()
			k := newSoak(web.URL+serve.Endpoint, pair)
			var said bytes.Buffer
			k.log = &said
			c := newClient(k, rand.New(rand.NewPCG(1, 2)))
			for i := 0; i < 300 && (test.want == "" || k.failures == 0); i++ {
				c.step()
			}
			if test.want == "" {
				k.served.set(either)
				if err := s.Swap(pair[1].catalog); err != nil {
					t.Fatal(err)
				}
				ask(c, 300)
				k.served.set(2)
				ask(c, 300)
				if k.failures > 0 || k.stale == 0 || k.walks == 0 || len(k.kinds) != 20 {
					t.Errorf("%d failures, %d stale cursors, %d walks, %v\n%s", k.failures, k.stale, k.walks, k.kinds, said.String())
				}
			} else if k.failures == 0 || !strings.Contains(said.String(), test.want) {
				t.Errorf("%d failures, expected some with %q\n%s", k.failures, test.want, said.String())
			}
		})
	}
}

func ask(c *client, times int) {
	for range times {
		c.step()
	}
}

// testTheCatalogInForceIsSeen holds that an answer of a catalog that is gone, and a
// cursor that is refused for nothing, are failures.
func testTheCatalogInForceIsSeen(t *testing.T, pair [2]*edition) {
	s := serve.New(pair[0].catalog, serve.Options{})
	web := httptest.NewServer(s.Handler())
	defer web.Close()
	k := newSoak(web.URL+serve.Endpoint, pair)
	var said bytes.Buffer
	k.log = &said
	c := newClient(k, rand.New(rand.NewPCG(1, 2)))
	k.served.set(2)
	ask(c, 20)
	if k.failures != 20 || !strings.Contains(said.String(), "of a catalog that was gone") {
		t.Errorf("the wrong catalog: %d of 20 requests failed\n%s", k.failures, said.String())
	}
	k.failures = 0
	c.walks[listSkills] = &walk{cursor: "none", from: 100, of: 2}
	for c.walks[listSkills].cursor != "" {
		c.step()
	}
	if !strings.Contains(said.String(), "although its catalog was still there") {
		t.Errorf("a refused cursor was no failure\n%s", said.String())
	}
}

// testDamagedIsRefused holds that each bad catalog is one.
func testDamagedIsRefused(t *testing.T, pair [2]*edition) {
	w := &swapper{soak: newSoak("", pair)}
	for w.bad = range 4 {
		if _, err := catalog.Decode(w.damaged()); err == nil {
			t.Errorf("bad catalog %d is good", w.bad)
		}
	}
}

func TestGrown(t *testing.T) {
	flat := vital{100, 50 << 20}
	for _, test := range []struct {
		name string
		last vital
		want string
	}{
		{"flat", flat, ""},
		{"a little", vital{140, 65 << 20}, ""},
		{"memory", vital{100, 66 << 20}, "memory grew from 50 to 66 MiB"},
		{"goroutines", vital{141, 50 << 20}, "goroutines grew from 100 to 141"},
	} {
		err := grown([]vital{{1, 1}, flat, flat, flat, test.last})
		if (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v, expected %q", test.name, err, test.want)
		}
	}
	if grown([]vital{flat, flat}) == nil {
		t.Error("a soak that was cut short passes")
	}
}

func TestDoors(t *testing.T) {
	got := doors(map[string]float64{
		`mcp_server_operation_duration_seconds_count{mcp_method_name="skills/get",door="direct"`: 2,
		`mcp_server_operation_duration_seconds_count{door="direct",mcp_method_name="x"`:          3,
		`mcp_server_operation_duration_seconds_count{door="sdk"`:                                 1,
		`mcp_server_operation_duration_seconds_sum{door="sdk"`:                                   9,
		`go_goroutines`: 9,
	})
	if want := []string{`"direct" 5`, `"sdk" 1`}; !slices.Equal(got, want) {
		t.Errorf("got %q, expected %q", got, want)
	}
}
