package e2e

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// hostScenarios are the suite's scenarios for clients of the Skills extension: a server
// whose SKILL.md is wrong in one way, and the check that the host passes by not going on.
var hostScenarios = []struct {
	name, check string
	flags       string // of the careful host
	spoilt      string // flags of a host that has to fail the check
	says        string // by the careful host
}{
	{"sep-2640-client-no-prefetch", "sep-2640-host-no-prefetch", "", "-load", `accepted "skill://pdf-processing/SKILL.md"`},
	{"sep-2640-client-verify-digest", "sep-2640-host-verify-digest", "-load", "-unchecked", "wrong digest"},
	{"sep-2640-client-verify-size", "sep-2640-host-size-mismatch-failure", "-load", "-unchecked", "wrong size: it has 139 bytes, expected 97"},
	{"sep-2640-client-verify-frontmatter", "sep-2640-host-frontmatter-comparison", "-load", "-unchecked", "the frontmatter differs: description:"},
}

// TestHost has the suite judge e2e/host, which is built on verify.Session: H1 and H2 at
// SKILL.md, and that nothing is read before it is asked for. A host that does not check
// has to fail, since a suite that lets it pass judges nothing.
func TestHost(t *testing.T) {
	optIn(t)
	t.Parallel()
	c, binary := newClients(t), buildHost(t)
	var all []scenario
	for _, h := range hostScenarios {
		for _, revision := range revisions {
			s := scenario{revision: revision, name: h.name, checks: []pinned{{h.check, "SUCCESS"}}}
			all = append(all, s)
			command := binary + " -era " + revision + " "
			t.Run(revision+"/"+h.name, func(t *testing.T) {
				testCareful(t, c, command+h.flags, s, h.says)
			})
			t.Run(revision+"/"+h.name+"/careless", func(t *testing.T) {
				o := outcome{client: "host", door: "http", mode: revision}
				runScenario(limit(t), c, &o, s, "client", "--command", command+h.spoilt)
				expectComplaint(t, o, h.check)
			})
		}
	}
	t.Run("scenarios", func(t *testing.T) { testAllPinned(t, c, "--client", all) })
}

// testCareful runs the careful host in a scenario: it passes, for the right reason.
func testCareful(t *testing.T, c clients, command string, s scenario, says string) {
	t.Helper()
	o := outcome{client: "host", door: "http", mode: s.revision}
	dir := runScenario(limit(t), c, &o, s, "client", "--command", command)
	o.report(t)
	files, _ := filepath.Glob(filepath.Join(dir, "*", "stdout.txt"))
	if len(files) != 1 {
		t.Fatalf("the suite wrote %q, expected one stdout.txt", files)
	}
	said, err := os.ReadFile(files[0])
	if err != nil || !strings.Contains(string(said), says) {
		t.Errorf("the host said %q (%v), expected %q", said, err, says)
	}
}

// TestHostReadsAllSkills runs the careful host against the built binary, in both eras:
// it refuses nothing.
func TestHostReadsAllSkills(t *testing.T) {
	optIn(t)
	t.Parallel()
	p, binary := newProduct(t), buildHost(t)
	s := start(t, p.binary, "serve", p.catalog, "--http", "127.0.0.1:0")
	for _, revision := range revisions {
		done := run(limit(t), os.Environ(), binary, "-era", revision, "-load", s.url)
		if done.code != 0 {
			t.Errorf("%s: %s", revision, done)
		}
		for _, skill := range p.Listed {
			if !strings.Contains(string(done.stdout), `accepted "`+skill.URI+`"`) {
				t.Errorf("%s: %s was not accepted: %s", revision, skill.URI, done.stdout)
			}
		}
	}
}
