package verify_test

import (
	"testing"

	"skillpack/catalog"
	"skillpack/verify"
)

// TestSnapshotIsTheCatalog reads the real server back into the catalog that it serves.
func TestSnapshotIsTheCatalog(t *testing.T) { // H1, H2
	want := exampleCatalog(t)
	got, err := verify.Snapshot(t.Context(), overHTTP(t, verify.Options{}))
	if err != nil {
		t.Fatal(err)
	}
	if got.Digest() != want.Digest() {
		t.Errorf("the digest is %s, want %s; what differs: %+v", got.Digest(), want.Digest(), catalog.Diff(want, got))
	}
}

// TestSnapshotInTheLegacyEra has all but how long listings may be kept.
func TestSnapshotInTheLegacyEra(t *testing.T) {
	got, err := verify.Snapshot(t.Context(), overHTTP(t, verify.Options{Era: verify.Legacy}))
	if err != nil {
		t.Fatal(err)
	}
	c := catalog.Diff(exampleCatalog(t), got)
	if len(c.Skills)+len(c.Described)+len(c.Directories) > 0 {
		t.Errorf("it differs: %+v", c)
	}
	for _, f := range c.Server {
		if f.Path[0] != "ttlMs" && f.Path[0] != "cacheScope" {
			t.Errorf("the setting %s differs", f.Path[0])
		}
	}
}
