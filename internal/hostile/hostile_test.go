package hostile

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"skillpack/serve"
)

// ask makes a legacy call and returns the answer's body.
func ask(t *testing.T, h http.Handler, method, params string) string {
	t.Helper()
	body := fmt.Sprintf(`{"jsonrpc":"2.0","id":1,"method":%q,"params":%s}`, method, params)
	r := httptest.NewRequest("POST", "http://127.0.0.1"+serve.Endpoint, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	r.Header.Set("MCP-Protocol-Version", "2025-11-25")
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Body.String()
}

func TestNamesAreUnique(t *testing.T) {
	seen := map[string]bool{}
	for _, f := range Faults() {
		if f.Name == "" || seen[f.Name] {
			t.Errorf("a fault is named %q a second time", f.Name)
		}
		seen[f.Name] = true
		if found, ok := Find(f.Name); !ok || found.Name != f.Name {
			t.Errorf("%q is not found", f.Name)
		}
	}
	if _, ok := Find(""); ok {
		t.Error("the right server is a fault")
	}
}

// The server without a fault is the one of package serve, byte by byte.
func TestRight(t *testing.T) {
	c, err := Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	right, ours := serve.New(c, serve.Options{PageSize: pageSize}).Handler(), New(c, Fault{})
	for _, call := range [][2]string{
		{"skills/list", `{}`},
		{"skills/list", `{"cursor":"x"}`},
		{"skills/get", `{"uri":"` + Notes + `"}`},
		{"resources/read", `{"uri":"` + pixel + `"}`},
		{"resources/directory/read", `{"uri":"` + root + `"}`},
	} {
		if got, want := ask(t, ours, call[0], call[1]), ask(t, right, call[0], call[1]); got != want {
			t.Errorf("%s %s: %s, want %s", call[0], call[1], got, want)
		}
	}
	if ours.Spoiled() != 0 {
		t.Errorf("%d answers were spoiled", ours.Spoiled())
	}
}

// A fault changes what it is about and leaves the rest.
func TestOneFault(t *testing.T) {
	c, err := Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f, _ := Find("padded file")
	s := New(c, f)
	if got := ask(t, s, "resources/read", `{"uri":"`+thousand+`"}`); !strings.Contains(got, `678\n\n"`) {
		t.Errorf("not padded: %s", got)
	}
	if got, want := ask(t, s, "resources/read", `{"uri":"`+lines+`"}`), `"text":"\ufeffone\r\ntwo\r\n"`; !strings.Contains(got, "one\\r\\ntwo\\r\\n") {
		t.Errorf("%s, want %s", got, want)
	}
	if s.Spoiled() != 1 {
		t.Errorf("%d answers were spoiled, want 1", s.Spoiled())
	}
}

// A file that is served with other bytes has their size and digest wherever they are said.
func TestConsistent(t *testing.T) {
	c, err := Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	s := New(c, Fault{"other bytes", served(thousand, []byte("short"))})
	digest := "sha256:f9b0078b5df596d2ea19010c001bbd009e651de2c57e8fb7e355f31eb9d3f739"
	for call, want := range map[[2]string]string{
		{"skills/get", `{"uri":"` + Notes + `"}`}:        `"digest":"` + digest + `","size":5`,
		{"resources/read", `{"uri":"` + thousand + `"}`}: `"text":"short"`,
	} {
		if got := ask(t, s, call[0], call[1]); !strings.Contains(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A connection that is cut gives a client less than was promised.
func TestCut(t *testing.T) {
	c, err := Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	f, _ := Find("connection cut for a listing")
	web := httptest.NewServer(New(c, f))
	defer web.Close()
	r, _ := http.NewRequestWithContext(t.Context(), "POST", web.URL+serve.Endpoint, bytes.NewReader([]byte(`{"jsonrpc":"2.0","id":1,"method":"skills/list"}`)))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Accept", "application/json, text/event-stream")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if b, err := io.ReadAll(answer.Body); err == nil {
		t.Errorf("whole: %s", b)
	}
}
