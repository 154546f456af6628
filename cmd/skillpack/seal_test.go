package main

import (
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// golden is the committed catalog of the example skills.
const golden = "../../build/testdata/example-skills.json"

// TestDamagedCatalogIsNeverServed flips bytes and cuts the file at random places and
// has serve open each (S84). The seed is fixed, so that a failure can be repeated.
func TestDamagedCatalogIsNeverServed(t *testing.T) {
	const flips, cuts = 2000, 200
	sound, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "catalog.json")
	if code, said := serveOnce(t, path, sound); code != exitClean {
		t.Fatalf("the sound catalog is refused: %s", said)
	}
	random := rand.New(rand.NewPCG(1, 2))
	for range flips {
		at, with := random.IntN(len(sound)), byte(1+random.IntN(255))
		damaged := append([]byte(nil), sound...)
		damaged[at] ^= with
		refuse(t, path, damaged, "byte", at)
	}
	for range cuts {
		at := random.IntN(len(sound))
		refuse(t, path, sound[:at], "length", at)
	}
}

func refuse(t *testing.T, path string, damaged []byte, what string, at int) {
	t.Helper()
	code, said := serveOnce(t, path, damaged)
	if code != exitFailed || !strings.HasPrefix(said, "skillpack: ") || !strings.Contains(said, path) {
		t.Errorf("%s %d: exit code %d, %q", what, at, code, said)
	}
}

// serveOnce writes a catalog and serves it to a client that says nothing.
func serveOnce(t *testing.T, path string, data []byte) (code int, stderr string) {
	t.Helper()
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
	var out, said strings.Builder
	code = run(t.Context(), []string{"serve", path, "--stdio"}, stdio{strings.NewReader(""), &out, &said})
	return code, said.String()
}
