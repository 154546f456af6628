package e2e

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// The suite's own exit code is not enough: it is 0 where every check was skipped, where
// a scenario emitted none, and where checks warned. So every check that a scenario must
// emit is pinned, with its status, in testdata/conformance.txt.

// revisions are those of the protocol on which the scenarios of the extension run.
var revisions = [...]string{"2025-11-25", "2026-07-28"}

const conformanceScript = "@modelcontextprotocol/conformance/dist/index.js"

// scenario is one scenario of the suite on one protocol revision.
type scenario struct {
	revision, name string
	sdkAlone       bool // the direct path answers none of its requests
	checks         []pinned
}

// pinned is a check that a scenario has to emit, and the status it has to have.
type pinned struct{ id, status string }

// emitted is a check as the suite writes it to checks.json.
type emitted struct {
	ID      string          `json:"id"`
	Status  string          `json:"status"`
	Message string          `json:"errorMessage"`
	Details json.RawMessage `json:"details"`
}

// readScenarios reads testdata/conformance.txt.
func readScenarios(t *testing.T) []scenario {
	t.Helper()
	data, err := os.ReadFile(filepath.Join("testdata", "conformance.txt"))
	if err != nil {
		t.Fatal(err)
	}
	var scenarios []scenario
	for line := range strings.Lines(string(data)) {
		fields := strings.Fields(line)
		switch {
		case len(fields) == 0 || fields[0] == "#":
		case len(fields) == 3 && fields[0] == "scenario":
			scenarios = append(scenarios, scenario{revision: fields[1], name: fields[2]})
		case len(fields) == 4 && fields[0] == "scenario" && fields[3] == "sdk":
			scenarios = append(scenarios, scenario{revision: fields[1], name: fields[2], sdkAlone: true})
		case len(fields) == 2 && len(scenarios) > 0:
			last := &scenarios[len(scenarios)-1]
			last.checks = append(last.checks, pinned{id: fields[1], status: fields[0]})
		default:
			t.Fatalf("testdata/conformance.txt: %q is neither \"scenario REVISION NAME [sdk]\" nor \"STATUS CHECK\"", line)
		}
	}
	return scenarios
}

// runConformance runs one scenario against a URL.
func runConformance(ctx context.Context, c clients, url string, s scenario) outcome {
	o := outcome{client: "conformance", door: "http", mode: s.revision}
	runScenario(ctx, c, &o, s, "server", "--url", url)
	return o
}

// runScenario runs one scenario with the suite's command for one side, and judges it. It
// returns the folder of what the suite wrote, "" for none.
func runScenario(ctx context.Context, c clients, o *outcome, s scenario, side ...string) string {
	dir, err := os.MkdirTemp(c.home, "conformance")
	if err != nil {
		o.fail(s.name, "%v", err)
		return ""
	}
	// Without --force a scenario of an extension is skipped with exit 0.
	done := c.run(ctx, c.script(conformanceScript), append(side, "--scenario", s.name,
		"--spec-version", s.revision, "--force", "--output-dir", dir)...)
	o.expect(done.code == 0, s.name+" exit", "%s", done)
	checks, err := readChecks(dir)
	if err != nil {
		o.fail(s.name, "no result: %v: %s", err, done)
		return ""
	}
	judgeScenario(o, s, checks)
	return dir
}

// readChecks reads the one checks.json below dir.
func readChecks(dir string) ([]emitted, error) {
	files, err := filepath.Glob(filepath.Join(dir, "*", "checks.json"))
	if err != nil || len(files) != 1 {
		return nil, fmt.Errorf("%d files checks.json, expected 1 (%v)", len(files), err)
	}
	data, err := os.ReadFile(files[0])
	if err != nil {
		return nil, err
	}
	var checks []emitted
	return checks, json.Unmarshal(data, &checks)
}

// judgeScenario holds what a scenario emitted against what is pinned, both ways.
func judgeScenario(o *outcome, s scenario, checks []emitted) {
	for _, want := range s.checks {
		if !slices.ContainsFunc(checks, func(c emitted) bool { return c.ID == want.id }) {
			o.fail(s.name+" "+want.id, "not checked")
		}
	}
	for _, got := range checks {
		name := s.name + " " + got.ID
		i := slices.IndexFunc(s.checks, func(p pinned) bool { return p.id == got.ID })
		switch {
		case i < 0:
			o.fail(name, "%s, but not pinned in testdata/conformance.txt: %s", got.Status, got.reason())
		case got.Status != s.checks[i].status:
			o.fail(name, "%s, expected %s: %s", got.Status, s.checks[i].status, got.reason())
		case got.Status != "SUCCESS":
			o.passWithNote(name, got.reason())
		default:
			o.pass(name)
		}
	}
}

// reason returns what the suite says about a check.
func (e emitted) reason() string {
	if e.Message != "" {
		return e.Message
	}
	return string(e.Details)
}

// testConformance runs every pinned scenario, one outcome for each. Where there is no direct
// path those that the SDK alone answers are left out: they are the same there.
func testConformance(t *testing.T, c clients, to target) []outcome {
	scenarios := readScenarios(t)
	t.Run("scenarios", func(t *testing.T) { testAllPinned(t, c, "--server", scenarios) })
	var outcomes []outcome
	for _, s := range scenarios {
		if to.sdkOnly && s.sdkAlone {
			continue
		}
		t.Run(s.revision+"/"+s.name, func(t *testing.T) {
			var o outcome
			direct := to.answeredBy(t, "direct", func() { o = runConformance(limit(t), c, to.url, s) })
			if to.hasDirect() && (direct == 0) != s.sdkAlone {
				t.Errorf("the direct path answered %v requests, but the scenario is pinned as the SDK's alone: %t", direct, s.sdkAlone)
			}
			o.door = to.door()
			outcomes = append(outcomes, o)
			o.report(t)
		})
	}
	return mergeModes(outcomes)
}

// testAllPinned fails if the suite has a scenario of the Skills extension for a side, which
// is "--server" or "--client", that we do not run on both revisions.
func testAllPinned(t *testing.T, c clients, side string, scenarios []scenario) {
	t.Helper()
	done := c.run(limit(t), c.script(conformanceScript), "list", side)
	seen := 0
	for _, word := range strings.Fields(string(done.stdout)) {
		if !strings.HasPrefix(word, "sep-2640-") {
			continue
		}
		seen++
		for _, revision := range revisions {
			if !slices.ContainsFunc(scenarios, func(s scenario) bool { return s.name == word && s.revision == revision }) {
				t.Errorf("%s is not pinned for %s", word, revision)
			}
		}
	}
	if seen == 0 {
		t.Errorf("the suite lists no scenario of the Skills extension: %s", done)
	}
}

// mergeModes makes one outcome of those that differ only in their checks.
func mergeModes(outcomes []outcome) []outcome {
	var merged []outcome
	for _, o := range outcomes {
		i := slices.IndexFunc(merged, func(m outcome) bool {
			return m.client == o.client && m.door == o.door && m.mode == o.mode
		})
		if i < 0 {
			merged = append(merged, o)
		} else {
			merged[i].checks = append(merged[i].checks, o.checks...)
		}
	}
	return merged
}
