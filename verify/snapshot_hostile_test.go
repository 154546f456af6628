package verify_test

import (
	"errors"
	"net/http/httptest"
	"strings"
	"testing"

	"skillpack/internal/hostile"
	"skillpack/serve"
	"skillpack/verify"
)

// TestSnapshotOfAWrongServer: what a host must refuse never becomes part of a catalog.
func TestSnapshotOfAWrongServer(t *testing.T) {
	for _, c := range []struct {
		id, fault string
		want      error  // nil where words alone tell
		words     string // of the error
	}{
		{"H1", "wrong size", verify.ErrSize, "thousand.txt"},
		{"H1", "wrong digest", verify.ErrDigest, "thousand.txt"},
		{"H2", "another description", verify.ErrFrontmatter, "description"},
		{"H2", "type of a version", verify.ErrFrontmatter, "metadata.version"},
		{"H4", "name of another directory", verify.ErrName, "zoo"},
		{"H5", "10 GB declared", verify.ErrLimit, "notes"},
		{"H7", "dynamic", verify.ErrDynamic, "notes"},
		{"E4", "size negative", verify.ErrEntry, "notes"},
		{"E3", "unlisted file", verify.ErrUnlisted, "thousand.txt"},
		{"M7", "nested file left out", nil, "no catalog can hold what the server serves"},
		{"E6", "duplicate entry", verify.ErrEntry, "listed twice"},
		{"P4", "directories without end", verify.ErrLimit, "hold no file"},
	} {
		t.Run(c.id+" "+c.fault, func(t *testing.T) {
			fault, ok := hostile.Find(c.fault)
			if !ok {
				t.Fatal("there is no such fault")
			}
			catalog, err := hostile.Catalog(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			server := httptest.NewServer(hostile.New(catalog, fault))
			t.Cleanup(server.Close)
			got, err := verify.Snapshot(t.Context(), connected(t, server.URL+serve.Endpoint, verify.Options{}))
			if got != nil || err == nil || c.want != nil && !errors.Is(err, c.want) || !strings.Contains(err.Error(), c.words) {
				t.Errorf("got %v and the error %v, want %v with %q", got != nil, err, c.want, c.words)
			}
		})
	}
}
