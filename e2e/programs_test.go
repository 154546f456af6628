package e2e

import (
	"fmt"
	"os/exec"
	"path/filepath"
	"sync"
	"testing"
)

// Linking takes seconds, so each program is built once for all tests, by the first that asks.
var (
	skillpackProgram = sync.OnceValues(func() (string, error) { return buildProgram("skillpack/cmd/skillpack") })
	hostProgram      = sync.OnceValues(func() (string, error) { return buildProgram("skillpack/e2e/host") })
)

// buildProgram builds a program as `make build` does, and always in one place: what is up
// to date there is not linked again. It returns the program's absolute path.
func buildProgram(pkg string) (string, error) {
	program, err := filepath.Abs(filepath.Join("..", "bin", "e2e", filepath.Base(pkg)))
	if err != nil {
		return "", err
	}
	if said, err := exec.Command("go", "build", "-trimpath", "-o", program, pkg).CombinedOutput(); err != nil {
		return "", fmt.Errorf("go build %s: %w: %s", pkg, err, tail(said))
	}
	return program, nil
}

// buildBinary returns the path of the built skillpack, which no test may change.
func buildBinary(t *testing.T) string {
	t.Helper()
	return built(t, skillpackProgram)
}

// buildHost returns the path of the built e2e/host, which no test may change.
func buildHost(t *testing.T) string {
	t.Helper()
	return built(t, hostProgram)
}

func built(t *testing.T, program func() (string, error)) string {
	t.Helper()
	path, err := program()
	if err != nil {
		t.Fatal(err)
	}
	return path
}
