package e2e

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// repository is a git repository made for a test, apart from the user's settings.
type repository struct {
	dir string
	env []string
}

// newRepository makes an empty one. The environment gains extra.
func newRepository(t *testing.T, extra ...string) repository {
	t.Helper()
	r := repository{dir: t.TempDir(), env: append(os.Environ(),
		"HOME="+t.TempDir(), "GIT_CONFIG_GLOBAL="+os.DevNull, "GIT_CONFIG_SYSTEM="+os.DevNull,
		"GIT_AUTHOR_NAME=A", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=A", "GIT_COMMITTER_EMAIL=a@example.com")}
	r.env = append(r.env, extra...)
	r.must(t, "git", "init", "--quiet", "--initial-branch=main")
	return r
}

// run runs a command in the repository.
func (r repository) run(t *testing.T, name string, args ...string) exit {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Minute)
	defer cancel()
	return runIn(ctx, r.dir, r.env, name, args...)
}

// must runs a command that has to succeed and returns what it prints.
func (r repository) must(t *testing.T, name string, args ...string) string {
	t.Helper()
	done := r.run(t, name, args...)
	if done.code != 0 {
		t.Fatalf("%s %s: %s", name, strings.Join(args, " "), done)
	}
	return string(done.stdout)
}

// write writes files, given by path and text in turn.
func (r repository) write(t *testing.T, pairs ...string) {
	t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		file := filepath.Join(r.dir, pairs[i])
		if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(pairs[i+1]), 0o666); err != nil {
			t.Fatal(err)
		}
	}
}

// commit stages everything and commits it, with the hooks if there are any.
func (r repository) commit(t *testing.T, args ...string) exit {
	t.Helper()
	r.must(t, "git", "add", "--all")
	return r.run(t, "git", append([]string{"commit", "--quiet", "--message", "Change"}, args...)...)
}

// manifest is a sound SKILL.md with a body.
func manifest(name, body string) string {
	return "---\nname: " + name + "\ndescription: Does " + name + " well. Use it when that is asked for.\n---\n" + body
}
