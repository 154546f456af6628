package serve

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

// pagesOf says what it was asked for.
func pagesOf() http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		_, _ = io.WriteString(w, "page "+r.URL.Path)
	})
}

func TestPages(t *testing.T) {
	h, told := observedSmall(t, Options{Pages: pagesOf()})
	w := httptest.NewRecorder()
	h.ServeHTTP(w, httptest.NewRequest("GET", "/skills/a/", nil))
	if w.Body.String() != "page /skills/a/" {
		t.Errorf("%d %s", w.Code, w.Body)
	}
	got := told.only(t)
	got.Duration = 0
	if want := (Call{Door: SiteDoor, Method: "GET", URI: "/skills/a/", Status: 200, Bytes: 15}); got != want {
		t.Errorf("told of %+v, want %+v", got, want)
	}
	if a := post(t, h, `{"jsonrpc":"2.0","id":1,"method":"skills/list"}`); a.status != 200 || !strings.Contains(a.body, "skills") {
		t.Errorf("the endpoint answers %d %s", a.status, a.body)
	}
}

func TestPagesAreBehindTheChecks(t *testing.T) {
	t.Run("T4 a foreign host", func(t *testing.T) {
		h, told := observedSmall(t, Options{Pages: pagesOf()})
		r := arriving(tcp("127.0.0.1"), "evil.example:80")
		r.Method, r.URL.Path = "GET", "/"
		if a := exchange(t, h, r); a.status != http.StatusForbidden || strings.Contains(a.body, "page") {
			t.Errorf("%d %s", a.status, a.body)
		}
		if got := told.only(t); got.Reason != ForeignHost || got.Door != NoDoor {
			t.Errorf("told of %+v", got)
		}
	})
	t.Run("the guard", func(t *testing.T) {
		guard := func(http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { http.Error(w, "no", http.StatusUnauthorized) })
		}
		h, told := observedSmall(t, Options{Pages: pagesOf(), Guard: guard})
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if got := told.only(t); w.Code != http.StatusUnauthorized || strings.Contains(w.Body.String(), "page") || got.Door != NoDoor {
			t.Errorf("%d %s, told of %+v", w.Code, w.Body, got)
		}
	})
	t.Run("none by default", func(t *testing.T) {
		h, _ := observedSmall(t, Options{})
		w := httptest.NewRecorder()
		h.ServeHTTP(w, httptest.NewRequest("GET", "/", nil))
		if w.Code != http.StatusNotFound {
			t.Errorf("%d", w.Code)
		}
	})
}
