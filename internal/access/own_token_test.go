package access

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestOwnToken(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	for text, want := range map[string]string{
		"abc\n":                   "abc",
		"# ours\n\n \tabc\r\ndef": "abc",
		strings.Repeat("x", 9000): strings.Repeat("x", 9000),
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if got, warning, err := OwnToken(path); got != want || warning != "" || err != nil {
			t.Errorf("%.20q: got %.20q, %q, %v", text, got, warning, err)
		}
	}
	for text, want := range map[string]string{
		"# none\n":     "holds none; expected it in the first line",
		"one secret\n": ":1: character 4 of the token is U+0020",
		"secret\x00":   "character 7 of the token is U+0000",
	} {
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		if _, _, err := OwnToken(path); err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "secret") {
			t.Errorf("%q: got %v, want %s", text, err, want)
		}
	}
	if err := os.Chmod(path, 0o644); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte("abc"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, warning, err := OwnToken(path); err != nil || !strings.Contains(warning, "chmod 600") {
		t.Errorf("of a file that others may read: %q, %v", warning, err)
	}
	if _, _, err := OwnToken(path + ".absent"); err == nil {
		t.Error("took a file that is not there")
	}
}
