package main

import (
	"path/filepath"
	"testing"

	"github.com/rogpeppe/go-internal/testscript"
)

// TestMain makes the real main a command of the scripts.
func TestMain(m *testing.M) {
	testscript.Main(m, map[string]func(){"skillpack": main})
}

// TestScripts runs testdata/script/*.txtar: what a user types and what they see.
func TestScripts(t *testing.T) {
	examples, err := filepath.Abs("../../example-skills")
	if err != nil {
		t.Fatal(err)
	}
	testscript.Run(t, testscript.Params{
		Dir: "testdata/script", RequireExplicitExec: true, RequireUniqueNames: true,
		Setup: func(e *testscript.Env) error {
			e.Setenv("EXAMPLES", examples)
			return nil
		},
	})
}
