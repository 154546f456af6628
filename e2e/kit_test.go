package e2e

import (
	"context"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"
)

// minNode is the oldest major version of node that every client runs on.
const minNode = 22

// clients says where the programs of package-lock.json are.
type clients struct {
	node    string // the executable
	modules string // the node_modules folder
	home    string // an empty folder that clients may fill
}

// product is what is under test: the built binary and a catalog of example-skills.
type product struct {
	binary  string
	catalog string
	expectation
}

// expectation is what a server must serve, told by its catalog.
type expectation struct {
	Listed   []skill `json:"skills"`
	Unlisted []skill `json:"unlisted"`
}

type skill struct {
	URI       string     `json:"uri"`
	Resources []resource `json:"resources"`
}

// root returns the URI of the skill's directory (M8).
func (s skill) root() string { return strings.TrimSuffix(s.URI, "/SKILL.md") }

// hasFolders reports whether a file of the skill is in a folder.
func (s skill) hasFolders() bool {
	return slices.ContainsFunc(s.Resources, func(r resource) bool {
		return strings.Contains(strings.TrimPrefix(r.URI, s.root()+"/"), "/")
	})
}

type resource struct {
	URI    string `json:"uri"`
	Digest string `json:"digest"`
	Size   int64  `json:"size"`
}

// all returns the listed and the unlisted skills.
func (e expectation) all() []skill {
	return slices.Concat(e.Listed, e.Unlisted)
}

// optIn skips a test that starts clients unless the caller asked for them.
func optIn(t *testing.T) {
	t.Helper()
	if os.Getenv("E2E") == "" {
		t.Skip("starts clients written by others; run `make e2e`, or set E2E=1 after `npm ci`")
	}
}

// newClients finds what `npm ci` installed and fails the test where it is missing.
func newClients(t *testing.T) clients {
	t.Helper()
	modules, err := filepath.Abs("node_modules")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(filepath.Join(modules, ".package-lock.json")); err != nil {
		t.Fatalf("the clients are not installed: run `npm ci` in e2e (or `make e2e`): %v", err)
	}
	return clients{node: findNode(t, modules), modules: modules, home: t.TempDir()}
}

// findNode returns the node of the lock file, or the one on PATH where npm has none
// for this machine.
func findNode(t *testing.T, modules string) string {
	t.Helper()
	node := filepath.Join(modules, ".bin", "node")
	if _, err := os.Stat(node); err != nil {
		node = "node"
	}
	out, err := exec.CommandContext(t.Context(), node, "--version").Output()
	if err != nil {
		t.Fatalf("no node, expected version %d or newer: %v", minNode, err)
	}
	version := strings.TrimSpace(string(out))
	major, _, _ := strings.Cut(strings.TrimPrefix(version, "v"), ".")
	if n, err := strconv.Atoi(major); err != nil || n < minNode {
		t.Fatalf("node is %s, expected version %d or newer: run `npm ci` in e2e", version, minNode)
	}
	return node
}

// script returns the path of a file below node_modules.
func (c clients) script(path string) string {
	return filepath.Join(c.modules, filepath.FromSlash(path))
}

// run runs a node script with args to its end.
func (c clients) run(ctx context.Context, script string, args ...string) exit {
	env := append(os.Environ(), "HOME="+c.home, "MCP_CATALOG_PATH="+filepath.Join(c.home, "mcp.json"), "NO_COLOR=1")
	return run(ctx, env, c.node, append([]string{script}, args...)...)
}

// newProduct is the binary and a catalog of example-skills, which is the caller's own.
func newProduct(t *testing.T) product {
	t.Helper()
	p := product{binary: buildBinary(t), catalog: filepath.Join(t.TempDir(), "catalog.json")}
	must(t, p.binary, "build", filepath.Join("..", "example-skills"), "-o", p.catalog)
	data, err := os.ReadFile(p.catalog)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(data, &p.expectation); err != nil {
		t.Fatalf("the catalog is not JSON: %v", err)
	}
	if len(p.Listed) == 0 || len(p.Unlisted) == 0 {
		t.Fatalf("example-skills has %d listed and %d unlisted skills, expected some of each", len(p.Listed), len(p.Unlisted))
	}
	if !p.Listed[0].hasFolders() {
		t.Fatalf("%s, the first listed skill, has no folder: the suite then checks little of directories", p.Listed[0].URI)
	}
	return p
}

// must runs a command that has to succeed.
func must(t *testing.T, name string, args ...string) {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	if done := run(ctx, os.Environ(), name, args...); done.code != 0 {
		t.Fatalf("%s %s: %s", name, strings.Join(args, " "), done)
	}
}
