package main

import (
	"os/exec"
	"testing"
)

// What the shell reads back is the word.
func TestShellQuoted(t *testing.T) {
	for word, want := range map[string]string{
		"skills": "skills", "a/b-c.json": "a/b-c.json", "": "''", "my skills": "'my skills'", "it's": `'it'\''s'`,
		"$HOME": "'$HOME'", "a;b": "'a;b'", "a*": "'a*'", "é": "'é'", "~": "'~'",
	} {
		got := shellQuoted(word)
		if got != want {
			t.Errorf("%q becomes %s, want %s", word, got, want)
		}
		if read, err := exec.CommandContext(t.Context(), "sh", "-c", "printf %s "+got).Output(); err != nil || string(read) != word {
			t.Errorf("a shell reads %s as %q (%v), want %q", got, read, err, word)
		}
	}
}
