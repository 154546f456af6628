package main

import (
	"strings"
	"testing"
)

func TestCompletionsHaveNoQuotes(t *testing.T) {
	for _, command := range []string{"serve", "build", "lint"} {
		var out, said strings.Builder
		if code := run(t.Context(), []string{"__complete", command, "--"}, stdio{strings.NewReader(""), &out, &said}); code != exitClean {
			t.Fatalf("exit code %d, %s", code, said.String())
		}
		if !strings.Contains(out.String(), "--help\t") || strings.Contains(out.String(), "`") {
			t.Errorf("%s: %s", command, out.String())
		}
	}
	var out, said strings.Builder
	if run(t.Context(), []string{"__complete", "serve", "--direct="}, stdio{strings.NewReader(""), &out, &said}); !strings.HasPrefix(out.String(), "true\nfalse\n") {
		t.Errorf("--direct=: %s", out.String())
	}
}
