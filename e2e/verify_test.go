package e2e

import (
	"encoding/json"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"skillpack/catalog"
	wrongserver "skillpack/internal/hostile"
	"skillpack/serve"
)

// report is what `skillpack verify --json` prints.
type report struct {
	Skills []struct {
		URI     string `json:"uri"`
		Verdict string `json:"verdict"`
	} `json:"skills"`
}

// TestVerifyAgreesOnTheExample asserts that verify finds the same skills of the example
// catalog verified as TestClients has the clients of others find: all of them, in every era
// and over HTTP and stdio.
func TestVerifyAgreesOnTheExample(t *testing.T) {
	optIn(t)
	t.Parallel()
	p := newProduct(t)
	s := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0")
	stdio := target{command: []string{p.binary, "serve", p.catalog, "--stdio"}}
	for _, era := range []string{"modern", "legacy", "both"} {
		for _, to := range []target{{url: s.url}, stdio} {
			t.Run(era+" "+to.door(), func(t *testing.T) {
				ours := runVerify(t, p.binary, p.catalog, era, to)
				if got, want := verified(t, ours), uris(p.all()); !sameSet(got, want) || ours.code != 0 {
					t.Errorf("verified %q, expected %q: %s", got, want, ours)
				}
			})
		}
	}
}

// TestVerifyAgreesOnFaults puts the same wrong servers before verify and the clients of
// others: of whatever one of them complains, verify does too. The table says of which
// faults each of them complains, as they were found to.
func TestVerifyAgreesOnFaults(t *testing.T) {
	optIn(t)
	t.Parallel()
	c, p := newClients(t), newProduct(t)
	file, want := hostileCatalog(t)
	var servers []target
	for _, j := range judgements {
		servers = append(servers, startWrong(t, file, j.fault))
	}
	theirs := runSkillsClients(limit(t), c, servers, "2026-07-28", want)
	for i, j := range judgements {
		t.Run(j.fault, func(t *testing.T) {
			o := outcome{client: "inspector"}
			if j.inspector != unasked {
				inspectListing(limit(t), c, &o, servers[i], "modern", want.Listed)
				j.inspector.check(t, o)
			}
			j.skillsClient.check(t, theirs[i])
			ours := runVerify(t, p.binary, file, "both", servers[i])
			complains := j.inspector == complains || j.skillsClient == complains
			if complains != (ours.code == 1) || !complains && ours.code != 0 {
				t.Errorf("of this the others complain: %t, but verify: %s", complains, ours)
			}
		})
	}
}

// opinion is what a client has to say of a server.
type opinion int

const (
	unasked opinion = iota // it takes a process of its own each time, so it is asked of few
	silent
	complains
)

func (want opinion) check(t *testing.T, o outcome) {
	t.Helper()
	failed := o.failures()
	if got := map[bool]opinion{true: complains, false: silent}[len(failed) > 0]; got != want {
		t.Errorf("%s: opinion %d, expected %d: %q", o.client, got, want, failed)
	}
}

// judgements are faults of the wrong server, and who complains of them.
var judgements = []struct {
	fault                   string
	inspector, skillsClient opinion
}{
	{"", silent, silent},
	{"wrong byte", complains, complains},
	{"truncated file", unasked, complains},
	{"BOM stripped", unasked, complains},
	{"missing file", complains, complains},
	{"uri of another file", unasked, complains},
	{"neither text nor blob", unasked, complains},
	{"wrong size", complains, complains},
	{"10 GB declared", unasked, complains},
	{"size as a string", unasked, complains},
	{"size with a fraction", unasked, complains},
	{"wrong digest", unasked, complains},
	{"digest in upper case", complains, complains},
	{"digest of another algorithm", unasked, complains},
	{"unlisted file", unasked, complains},
	{"file twice", unasked, complains},
	{"file in two spellings", unasked, complains},
	{"no SKILL.md in its own manifest", unasked, complains},
	{"nested file left out", unasked, complains},
	{"file of another skill", complains, complains},
	{"type of a number", complains, complains},
	{"key missing", unasked, complains},
	{"number too large", unasked, complains},
	{"description of 1,025", unasked, complains},
	{"name of another directory", complains, complains},
	{"metadata that is no string", unasked, complains},
	{"SKILL.md whose frontmatter does not parse", unasked, complains},
	{"no resources", complains, complains},
	{"resources static", unasked, complains},
	{"uri missing", unasked, complains},
	{"duplicate entry", unasked, complains},
	{"cursor that repeats", complains, complains},
	{"second page refused", unasked, complains},
	{"bad cursor answered", unasked, complains},
	{"directory with a file more", unasked, complains},
	{"directory without a file", unasked, complains},
	{"directory without its type", unasked, complains},
	{"directory not there", unasked, complains},
	{"unknown skill answered", unasked, complains},
	{"unknown file with -32002", unasked, complains},
	{"file read as a directory", unasked, complains},
	{"known skill refused", unasked, complains},
	{"skills/get differs in a digest", unasked, complains},
	{"ttlMs negative", unasked, complains},
	{"cacheScope missing in skills/list", complains, complains},
	{"extension not declared", unasked, complains},
	{"answers as events", unasked, silent},
	{"answers compressed", unasked, silent},
	{"members of the future", unasked, silent},
}

// runVerify verifies a server against a catalog.
func runVerify(t *testing.T, binary, catalog, era string, to target) exit {
	t.Helper()
	args := []string{"verify", "--json", "--catalog", catalog, "--era", era}
	if to.url != "" {
		args = append(args, to.url)
	} else {
		args = append(append(args, "--"), to.command...)
	}
	return run(limit(t), os.Environ(), binary, args...)
}

// verified returns the URIs of the skills that a report calls verified.
func verified(t *testing.T, done exit) []string {
	t.Helper()
	var r report
	if err := json.Unmarshal(done.stdout, &r); err != nil {
		t.Fatalf("the report is no JSON: %v: %s", err, done)
	}
	var all []string
	for _, s := range r.Skills {
		if s.Verdict == "verified" {
			all = append(all, s.URI)
		}
	}
	return all
}

func sameSet(a, b []string) bool {
	return slices.Equal(slices.Sorted(slices.Values(a)), slices.Sorted(slices.Values(b)))
}

// hostileCatalog writes the catalog that the wrong server should serve to a file.
func hostileCatalog(t *testing.T) (file string, want expectation) {
	t.Helper()
	c, err := wrongserver.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	file = filepath.Join(t.TempDir(), "catalog.json")
	f, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := catalog.Encode(f, c); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(file)
	if err == nil {
		err = json.Unmarshal(data, &want)
	}
	if err != nil {
		t.Fatal(err)
	}
	return file, want
}

// startWrong starts a server with a fault, "" for none.
func startWrong(t *testing.T, file, fault string) target {
	t.Helper()
	c, err := catalog.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	f, found := wrongserver.Find(fault)
	if !found && fault != "" {
		t.Fatalf("there is no fault %q", fault)
	}
	web := httptest.NewServer(wrongserver.New(c, f))
	t.Cleanup(web.Close)
	return target{url: web.URL + serve.Endpoint}
}
