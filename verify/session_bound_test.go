package verify_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"

	"skillpack/verify"
)

func TestSessionReadsNoMoreThanTheEntrySays(t *testing.T) {
	server := fake(t, func(w http.ResponseWriter, _ *http.Request, m message) {
		say(w, m.ID, `{"contents":[{"uri":"skill://a/SKILL.md","text":"`+strings.Repeat("x", 1<<20)+`"}]}`)
	})
	entry, err := verify.ParseEntry([]byte(`{"uri":"skill://a/SKILL.md","frontmatter":{"name":"a","description":"x"},
		"resources":[{"uri":"skill://a/SKILL.md","digest":"sha256:` + strings.Repeat("0", 64) + `","size":10}]}`))
	if err != nil {
		t.Fatal(err)
	}
	_, err = verify.NewSession(connected(t, server.URL, verify.Options{}), verify.SessionOptions{}).Load(t.Context(), entry)
	if !errors.Is(err, verify.ErrSize) || !errors.Is(err, verify.ErrTooLarge) {
		t.Errorf("H1: got %v, want ErrSize before all of it was read", err)
	}
}
