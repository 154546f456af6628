package lint_test

import (
	"bytes"
	"encoding/json"
	"encoding/xml"
	"errors"
	"fmt"
	"io"
	"os"
	"testing"

	"github.com/google/jsonschema-go/jsonschema"
	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"

	"skillpack/internal/diag"
	"skillpack/lint"
)

// everyReport is the findings of every tree, as if all trees were one.
func everyReport(t *testing.T) ([]diag.Diagnostic, diag.Source) {
	t.Helper()
	var all []diag.Diagnostic
	sources := map[string][]byte{}
	i := 0
	for fsys := range everyTree(t) {
		i++
		tree, c := loadTree(t, fsys)
		c.All = true
		for _, d := range lint.Run(t.Context(), tree, c) {
			file := d.File
			d.File = fmt.Sprintf("%d/%s", i, file)
			sources[d.File] = tree.Source(file)
			all = append(all, d)
		}
	}
	if len(all) < 100 {
		t.Fatalf("only %d findings", len(all))
	}
	return all, func(file string) []byte { return sources[file] }
}

// What rules really say keeps to the schema of each format.
func TestReportsOfEveryRuleAreValid(t *testing.T) {
	found, src := everyReport(t)
	same := func(file string) string { return file }
	for name, check := range map[string]func(w *bytes.Buffer) error{
		"json": func(b *bytes.Buffer) error {
			return errors.Join(diag.WriteJSON(b, found, nil, src), keepsToSchema(b.Bytes()))
		},
		"sarif": func(b *bytes.Buffer) error {
			err := diag.WriteSARIF(b, found, src, same, diag.Tool{Name: "skillpack", Version: "1"})
			report, err2 := sarif.FromBytes(b.Bytes(), sarif.WithStrictValidation())
			return errors.Join(err, err2, report.Validate())
		},
		"junit": func(b *bytes.Buffer) error {
			return errors.Join(diag.WriteJUnit(b, found, src, diag.JUnitOptions{}), wellFormed(b))
		},
		"github": func(b *bytes.Buffer) error {
			err := diag.WriteGitHub(b, found, src, same)
			if lines := bytes.Count(b.Bytes(), []byte("\n")); lines != len(found) || bytes.ContainsAny(b.Bytes(), "\r\x1b") {
				return fmt.Errorf("%d lines for %d findings", lines, len(found))
			}
			return err
		},
	} {
		if err := check(&bytes.Buffer{}); err != nil {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func keepsToSchema(report []byte) error {
	data, err := os.ReadFile("../docs/findings.schema.json")
	if err != nil {
		return err
	}
	var schema jsonschema.Schema
	var value any
	if err := errors.Join(json.Unmarshal(data, &schema), json.Unmarshal(report, &value)); err != nil {
		return err
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return err
	}
	return resolved.Validate(value)
}

func wellFormed(r io.Reader) error {
	for d := xml.NewDecoder(r); ; {
		if _, err := d.Token(); errors.Is(err, io.EOF) {
			return nil
		} else if err != nil {
			return err
		}
	}
}
