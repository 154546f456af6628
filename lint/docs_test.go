package lint

import (
	"bufio"
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"testing"
)

var update = flag.Bool("update", false, "write docs/rules.md anew")

func TestDocs(t *testing.T) {
	var want bytes.Buffer
	if err := writeDocs(&want); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join("..", filepath.FromSlash(DocBase))
	if *update {
		if err := os.WriteFile(file, want.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	got, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want.Bytes()) {
		t.Errorf("%s is not what the rules say; run: go test ./lint -run Docs -update", file)
	}
}

func TestDocsOfARule(t *testing.T) {
	var b bytes.Buffer
	w := bufio.NewWriter(&b)
	writeRule(w, &Rule{ID: "a/b", Doc: Doc{Summary: "S <x>.", Why: "W.", Bad: "```yaml\na\n```", Good: "a", Cites: []string{"F1", "Y", "Y33", "L78"}}})
	if err := w.Flush(); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"<a id=\"a-b\"></a>", "S \\<x>.", "[F1](requirements.md#f), [Y](requirements.md#y), [Y33](cases.md#y), [L78](cases.md#l).",
		"\n````text\n```yaml\na\n```\n````\n"} {
		if !bytes.Contains(b.Bytes(), []byte(want)) {
			t.Errorf("%q is missing in:\n%s", want, b.String())
		}
	}
}
