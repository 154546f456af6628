package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Ctrl-C ends a command as a failure that says so, and writes nothing.
func TestInterrupted(t *testing.T) {
	ctx, interrupt := context.WithCancel(t.Context())
	interrupt()
	output := filepath.Join(t.TempDir(), "catalog.json")
	for _, args := range [][]string{{"lint", "../../example-skills"}, {"build", "../../example-skills", "-o", output}} {
		var out, errs bytes.Buffer
		if code := run(ctx, args, stdio{strings.NewReader(""), &out, &errs}); code != exitFailed || errs.String() != "skillpack: interrupted\n" {
			t.Errorf("%q: exit code %d, %s", args, code, errs.String())
		}
	}
	if _, err := os.Stat(output); !os.IsNotExist(err) {
		t.Error("a catalog was written")
	}
}
