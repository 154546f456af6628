package build

import (
	"bytes"
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"
)

func TestHolds(t *testing.T) {
	c := small(t, map[string]string{"a/SKILL.md": md("a"), "a/x": "one"})
	path := filepath.Join(t.TempDir(), "catalog.json")
	info, err := WriteFile(t.Context(), path, c, nil)
	if err != nil {
		t.Fatal(err)
	}
	whole, _ := os.ReadFile(path)
	if now, same, err := Holds(t.Context(), path, c); now != info || !same || err != nil {
		t.Errorf("its own file: %v %v %v, expected %v", now, same, err, info)
	}
	for name, data := range map[string][]byte{
		"nothing": nil, "cut": whole[:len(whole)-1], "more": append(bytes.Clone(whole), '\n'), "other": bytes.Replace(whole, []byte("skill"), []byte("skull"), 1),
	} {
		if err := os.WriteFile(path, data, 0o666); err != nil {
			t.Fatal(err)
		}
		if _, same, err := Holds(t.Context(), path, c); same || err != nil {
			t.Errorf("%s: %v %v", name, same, err)
		}
	}
	if _, same, err := Holds(t.Context(), filepath.Dir(path), c); same || err != nil {
		t.Errorf("a directory: %v %v", same, err)
	}
	if _, same, err := Holds(t.Context(), filepath.Join(path, "absent"), c); same || err != nil {
		t.Errorf("no file: %v %v", same, err)
	}
	if err := os.WriteFile(path, whole, 0o666); err != nil {
		t.Fatal(err)
	}
	ended, end := context.WithCancel(t.Context())
	end()
	if _, same, err := Holds(ended, path, c); same || !errors.Is(err, context.Canceled) {
		t.Errorf("an ended context: %v %v", same, err)
	}
}
