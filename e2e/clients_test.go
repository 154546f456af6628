package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"testing"
	"time"
)

// limit returns a context that ends a client that hangs. An endpoint of the caller's may
// serve a large catalog.
func limit(t *testing.T) context.Context {
	t.Helper()
	patience := 2 * time.Minute
	if os.Getenv("E2E_URL") != "" {
		patience = 10 * time.Minute
	}
	ctx, cancel := context.WithTimeout(t.Context(), patience)
	t.Cleanup(cancel)
	return ctx
}

// TestClients runs every client against the built binary, over HTTP with and without the
// direct path, and stdio. With
// E2E_URL set it runs them against that endpoint instead.
func TestClients(t *testing.T) {
	optIn(t)
	t.Parallel()
	c := newClients(t)
	var outcomes []outcome
	defer func() {
		t.Logf("what the clients checked:\n%s", table(outcomes))
		if len(outcomes) == 0 {
			t.Error("no client ran")
		}
	}()
	if url := os.Getenv("E2E_URL"); url != "" {
		to := target{url: url}
		want := listing(t, c, to)
		t.Run("http", func(t *testing.T) { outcomes = testTarget(t, c, to, want) })
		return
	}
	p := newProduct(t)
	for _, direct := range []bool{true, false} {
		t.Run(fmt.Sprintf("http/direct=%t", direct), func(t *testing.T) {
			s := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0", fmt.Sprintf("--direct=%t", direct))
			outcomes = append(outcomes, testTarget(t, c, target{url: s.url, local: s, sdkOnly: !direct}, p.expectation)...)
		})
	}
	t.Run("stdio", func(t *testing.T) {
		to := target{command: []string{p.binary, "serve", p.catalog, "--stdio"}}
		outcomes = append(outcomes, testTarget(t, c, to, p.expectation)...)
	})
}

// testTarget runs every client that can reach the target, in every mode it has.
func testTarget(t *testing.T, c clients, to target, want expectation) []outcome {
	var outcomes []outcome
	add := func(t *testing.T, o outcome) {
		outcomes = append(outcomes, o)
		o.report(t)
	}
	if to.url != "" {
		t.Run("conformance", func(t *testing.T) {
			outcomes = append(outcomes, testConformance(t, c, to)...)
		})
	}
	to.count(t, "inspector", func() {
		for _, era := range []string{"legacy", "modern", "auto"} {
			t.Run("inspector/"+era, func(t *testing.T) { add(t, runInspector(limit(t), c, to, era, want)) })
		}
	})
	to.count(t, "skillsclient", func() {
		for _, revision := range []string{"legacy", "2026-07-28"} {
			t.Run("skillsclient/"+revision, func(t *testing.T) { add(t, runSkillsClient(limit(t), c, to, revision, want)) })
		}
	})
	return outcomes
}

// count runs a client and holds what answered it against what should have: mostly the
// direct path where there is one, without which the run would show nothing of it.
func (to target) count(t *testing.T, client string, run func()) {
	t.Helper()
	if to.local == nil {
		run()
		return
	}
	var sdk float64
	direct := to.answeredBy(t, "direct", func() { sdk = to.answeredBy(t, "sdk", run) })
	t.Logf("%s: %v requests were answered by the direct path, %v by the SDK", client, direct, sdk)
	switch {
	case to.sdkOnly && (direct > 0 || sdk == 0):
		t.Errorf("%s: the direct path was turned off", client)
	case !to.sdkOnly && direct <= sdk:
		t.Errorf("%s: expected that the direct path answers more than half", client)
	}
}

// answeredBy is how many requests of a run "direct" or "sdk" answered, 0 where we did not
// start the server.
func (to target) answeredBy(t *testing.T, door string, run func()) float64 {
	t.Helper()
	if to.local == nil {
		run()
		return 0
	}
	name := fmt.Sprintf("skillpack_requests_total{door=%q}", door)
	before := metric(t, base(to.local), name)
	run()
	return metric(t, base(to.local), name) - before
}

// listing asks a server that we did not start what it lists.
func listing(t *testing.T, c clients, to target) expectation {
	t.Helper()
	done := inspect(limit(t), c, to, "legacy", "--method", "skills/list")
	var answer struct {
		Result expectation `json:"result"`
	}
	if err := json.Unmarshal(done.stdout, &answer); err != nil || len(answer.Result.Listed) == 0 {
		t.Fatalf("%s lists no skills: %s", to.url, done)
	}
	return answer.Result
}
