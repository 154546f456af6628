package verify_test

import (
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"skillpack/serve"
	"skillpack/verify"
)

// leaving is a server that goes away after a number of reads, of which that of the notes
// has wrong bytes where that is asked for.
func leaving(t *testing.T, reads int32, wrong bool) http.Handler {
	inner := serving(exampleCatalog(t), serve.Options{})
	if wrong {
		inner = rewriting(inner, "resources/read", "skill://notes/SKILL.md", func(m map[string]any) {
			content := m["contents"].([]any)[0].(map[string]any)
			content["text"] = "other"
		})
	}
	var count atomic.Int32
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		read := strings.Contains(string(peek(r)), `"resources/read"`)
		if read && count.Add(1) > reads || count.Load() > reads {
			panic(http.ErrAbortHandler)
		}
		inner.ServeHTTP(w, r)
	})
}

// What was not checked because the server went away is neither verified nor failed.
func TestAuditOfAServerThatGoesAway(t *testing.T) { // H1, P5
	files := int32(len(exampleCatalog(t).Resources))
	for _, reads := range []int32{0, files / 2, files - 1} {
		r, err := tryAudit(t, leaving(t, reads, false), verify.AuditOptions{Concurrency: 1})
		if !verify.Unreachable(err) {
			t.Fatalf("after %d reads the error is %v", reads, err)
		}
		wantFindings(t, slices.Collect(r.All()))
		unchecked := 0
		for _, s := range r.Skills {
			whole := s.Files == s.Listed
			if whole != (s.Verdict == verify.Verified) || !whole && s.Verdict != verify.Unchecked {
				t.Errorf("after %d reads: %+v", reads, s)
			}
			if !whole {
				unchecked++
			}
		}
		if unchecked == 0 || reads == 0 && unchecked != len(r.Skills) {
			t.Errorf("after %d reads %d of %d skills are unchecked", reads, unchecked, len(r.Skills))
		}
	}
}

// A fault that was found stays one.
func TestAuditOfAWrongServerThatGoesAway(t *testing.T) {
	r, err := tryAudit(t, leaving(t, int32(len(exampleCatalog(t).Resources))-1, true), verify.AuditOptions{Concurrency: 1})
	if !verify.Unreachable(err) || verdictOf(r, "skill://notes/SKILL.md") != verify.Failed {
		t.Errorf("%v, %+v", err, r)
	}
	wantFindings(t, slices.Collect(r.All()), "H1 skill://notes/SKILL.md")
}

// A server that goes away between the eras leaves what it was asked for in the first.
func TestAuditOfAServerThatLeavesInTheSecondEra(t *testing.T) {
	files := int32(len(exampleCatalog(t).Resources))
	web := httptest.NewServer(leaving(t, 2*files, false))
	defer web.Close()
	r, err := verify.Audit(t.Context(), verify.AuditOptions{Dial: dialing(web.URL + serve.Endpoint), Concurrency: 1})
	if !verify.Unreachable(err) {
		t.Fatal(err)
	}
	wantFindings(t, slices.Collect(r.All()))
	if !slices.ContainsFunc(r.Skills, func(s verify.SkillReport) bool { return s.Verdict == verify.Unchecked }) {
		t.Errorf("in %v nothing is unchecked: %+v", r.Eras, r.Skills)
	}
}
