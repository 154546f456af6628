package e2e

import (
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// TestHooks commits to a repository with the hooks of .pre-commit-hooks.yaml, run by
// pre-commit itself: those that build skillpack from a clone of this repository, and
// those that take it from the PATH.
func TestHooks(t *testing.T) {
	optIn(t)
	t.Parallel()
	if _, err := exec.LookPath("pre-commit"); err != nil {
		t.Fatalf("no pre-commit: run `.ci/need pre-commit` (or `make e2e`): %v", err)
	}
	clone, revision := cloneOfThis(t)
	binary := buildBinary(t)
	onPath := "PATH=" + filepath.Dir(binary) + string(os.PathListSeparator) + os.Getenv("PATH")
	for _, variant := range []string{"", "-system"} {
		t.Run("skillpack-lint"+variant, func(t *testing.T) {
			env := append(goSettings(t), "PRE_COMMIT_HOME="+t.TempDir(), "PRE_COMMIT_COLOR=never")
			if variant == "-system" {
				env = append(env, onPath)
			}
			r := newRepository(t, env...)
			r.write(t, ".pre-commit-config.yaml", fmt.Sprintf(hookConfig, clone, revision, variant, variant))
			testHooks(t, r, binary)
		})
	}
}

const hookConfig = `repos:
- repo: %s
  rev: %s
  hooks:
  - id: skillpack-lint%s
  - id: skillpack-build-check%s
    args: [skills, -o, catalog.json]
`

// cloneOfThis makes a repository with one commit of what stands here, committed or
// not, and returns its directory and that commit.
func cloneOfThis(t *testing.T) (dir, revision string) {
	t.Helper()
	r := newRepository(t)
	from := repository{dir: "..", env: r.env}
	files := from.must(t, "git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard")
	for file := range strings.SplitSeq(strings.TrimSuffix(files, "\x00"), "\x00") {
		data, err := os.ReadFile(filepath.Join("..", file))
		if os.IsNotExist(err) {
			continue // deleted, and that is not committed yet
		}
		if err != nil {
			t.Fatal(err)
		}
		r.write(t, file, string(data))
	}
	if done := r.commit(t); done.code != 0 {
		t.Fatal(done)
	}
	return r.dir, strings.TrimSpace(r.must(t, "git", "rev-parse", "HEAD"))
}

// goSettings makes go build with what this machine has already downloaded and compiled,
// although pre-commit gives it a GOPATH and the repository a HOME of its own. With -trimpath
// what was compiled in this folder counts for a clone in another.
func goSettings(t *testing.T) []string {
	t.Helper()
	out, err := exec.CommandContext(t.Context(), "go", "env", "-json", "GOMODCACHE", "GOCACHE", "GOFLAGS").Output()
	if err != nil {
		t.Fatal(err)
	}
	var s struct{ GOMODCACHE, GOCACHE, GOFLAGS string }
	if err := json.Unmarshal(out, &s); err != nil {
		t.Fatal(err)
	}
	return []string{"GOMODCACHE=" + s.GOMODCACHE, "GOCACHE=" + s.GOCACHE, "GOFLAGS=" + strings.TrimSpace(s.GOFLAGS+" -trimpath")}
}

// testHooks makes one commit after the other.
func testHooks(t *testing.T, r repository, binary string) {
	r.must(t, "pre-commit", "install")
	build := func() { r.must(t, binary, "build", "skills", "--quiet", "--skip-invalid") }

	r.write(t, "README.md", "# Skills\n", "skills/tidy/SKILL.md", manifest("tidy", "Read [notes](my%20notes.md).\n"),
		"skills/tidy/my notes.md", "Put things away.\n")
	build()
	expectCommit(t, r, true, `skillpack lint\.+Passed`, `skillpack build --check\.+Passed`)

	r.write(t, "skills/broken/SKILL.md", "---\nname: broken\ndescription: Two modes: fast and slow\n---\n")
	expectCommit(t, r, false, `skillpack lint\.+Failed`, `skills/broken/SKILL\.md:3:23: error: .*\[frontmatter/yaml\]`, `1 error, 0 warnings in 1 skill`)
	if done := r.commit(t, "--no-verify"); done.code != 0 {
		t.Fatal(done)
	}

	// The error that is committed already is not that of the next commit.
	r.write(t, "skills/tidy/my notes.md", "Read [more](absent.md).\n")
	said := expectCommit(t, r, false, `skills/tidy/my notes\.md:1:\d+: error: .*\[links/missing\]`, `1 error, 0 warnings in 1 skill`)
	if regexp.MustCompile(`(?m)^skills/broken`).FindString(lintPart(said)) != "" {
		t.Errorf("the hook tells of a skill that was not changed:\n%s", said)
	}
	r.write(t, "skills/tidy/my notes.md", "Put things away.\n", "skills/broken/SKILL.md", manifest("broken", ""))
	build()
	expectCommit(t, r, true, `skillpack lint\.+Passed`)

	if err := os.Symlink("../../README.md", filepath.Join(r.dir, "skills/tidy/readme.md")); err != nil {
		t.Fatal(err)
	}
	expectCommit(t, r, false, `skills/tidy/readme\.md:1:1: error: .*\[files/link\]`)
	if err := os.Remove(filepath.Join(r.dir, "skills/tidy/readme.md")); err != nil {
		t.Fatal(err)
	}

	r.write(t, "README.md", "# Our skills\n")
	expectCommit(t, r, true, `skillpack lint\.+Passed`)

	r.write(t, "skills/tidy/my notes.md", "Put all things away.\n")
	expectCommit(t, r, false, `skillpack lint\.+Passed`, `skillpack build --check\.+Failed`, `skill://tidy`)
	build()
	expectCommit(t, r, true, `skillpack build --check\.+Passed`)

	if err := os.RemoveAll(filepath.Join(r.dir, "skills/broken")); err != nil {
		t.Fatal(err)
	}
	expectCommit(t, r, false, `skillpack build --check\.+Failed`, `skill://broken`)
}

// lintPart is what pre-commit says of the first hook.
func lintPart(said string) string {
	part, _, _ := strings.Cut(said, "skillpack build --check")
	return part
}

// expectCommit commits and expects it to go through or to be blocked, and the output to
// match each pattern.
func expectCommit(t *testing.T, r repository, passes bool, patterns ...string) string {
	t.Helper()
	done := r.commit(t)
	said := string(done.stdout) + string(done.stderr)
	if (done.code == 0) != passes {
		t.Fatalf("the commit ended with %d, expected success: %v:\n%s", done.code, passes, said)
	}
	for _, pattern := range patterns {
		if !regexp.MustCompile(pattern).MatchString(said) {
			t.Errorf("nothing matches %s in:\n%s", pattern, said)
		}
	}
	return said
}
