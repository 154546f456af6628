package e2e

import (
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"testing"
)

// A new catalog is on the disk before an old one is given up for it. Where there is no old one,
// nobody waits for the disk.
func TestBuildIsOnDiskBeforeTheOldGoes(t *testing.T) {
	optIn(t)
	p := newProduct(t)
	catalog := filepath.Join(t.TempDir(), "catalog.json")
	for _, want := range [][]string{{"rename"}, {"fsync", "rename"}} {
		log := filepath.Join(t.TempDir(), "strace.log")
		args := []string{"-f", "-e", "trace=fsync,fdatasync,rename,renameat,renameat2", "-o", log, "--", p.binary, "build", "../example-skills", "-o", catalog}
		if out, err := exec.CommandContext(t.Context(), findStrace(t), args...).CombinedOutput(); err != nil {
			t.Fatalf("%v: %s", err, out)
		}
		var calls []string
		for _, call := range regexp.MustCompile(`(?m)^[0-9]+ +(f(?:data)?sync|rename)`).FindAllSubmatch(finishedLog(t, log), -1) {
			calls = append(calls, string(call[1]))
		}
		if !slices.Equal(calls, want) {
			t.Errorf("the build called %q, want %q", calls, want)
		}
	}
}
