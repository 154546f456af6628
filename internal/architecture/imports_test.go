// Package architecture holds the project to its documents: which of our packages each
// may import and which libraries the served side must never link, that each requirement
// and case has a test, and that links lead somewhere.
package architecture

import (
	"encoding/json"
	"errors"
	"io"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"
)

const module = "skillpack"

// mayImport reads the table of CONTRIBUTING.md. A package that is not in it fails the
// test, so that a new one gets its row on purpose.
func mayImport(t *testing.T) map[string][]string {
	t.Helper()
	row := regexp.MustCompile("(?m)^\\| `([a-z0-9/]+)`[^|]*\\|[^|]*\\|([^|]*)\\|$")
	name := regexp.MustCompile("`([^`]*)`")
	table := map[string][]string{}
	for _, r := range row.FindAllStringSubmatch(read(t, "CONTRIBUTING.md"), -1) {
		table[r[1]] = nil
		for _, n := range name.FindAllStringSubmatch(r[2], -1) {
			table[r[1]] = append(table[r[1]], n[1])
		}
	}
	return table
}

type listedPackage struct {
	ImportPath string
	Imports    []string
	Deps       []string
	GoFiles    []string
}

func TestEachPackageImportsOnlyWhatItsRowAllows(t *testing.T) {
	table := mayImport(t)
	for _, p := range list(t, module+"/...") {
		if len(p.GoFiles) == 0 {
			continue // tests only
		}
		name := strings.TrimPrefix(p.ImportPath, module+"/")
		allowed, known := table[name]
		if !known {
			t.Errorf("%s has no row in the import table", name)
		}
		for _, imported := range ours(p.Imports) {
			if !slices.Contains(allowed, imported) {
				t.Errorf("%s imports %s, which its row does not allow", name, imported)
			}
		}
	}
}

func TestTheServedSideLinksNoParserOfSources(t *testing.T) {
	banned := []string{"gopkg.in/yaml.v3", "github.com/yuin/goldmark", "github.com/spf13/cobra", "github.com/bmatcuk/doublestar/v4"}
	for _, p := range list(t, module+"/catalog", module+"/serve") {
		for _, dep := range p.Deps {
			for _, b := range banned {
				if dep == b || strings.HasPrefix(dep, b+"/") {
					t.Errorf("%s links %s", p.ImportPath, dep)
				}
			}
		}
	}
}

func TestTheTableNamesOnlyWhatIsThere(t *testing.T) {
	var there []string
	for _, p := range list(t, module+"/...") {
		there = append(there, strings.TrimPrefix(p.ImportPath, module+"/"))
	}
	for name := range mayImport(t) {
		if !slices.Contains(there, name) {
			t.Errorf("the table has a row for %s, which does not exist", name)
		}
	}
}

func ours(imports []string) []string {
	var names []string
	for _, i := range imports {
		if name, found := strings.CutPrefix(i, module+"/"); found {
			names = append(names, name)
		}
	}
	return names
}

// list runs go list over packages of the module, from its root.
func list(t *testing.T, patterns ...string) []listedPackage {
	t.Helper()
	c := exec.Command("go", append([]string{"list", "-json=ImportPath,Imports,Deps,GoFiles"}, patterns...)...)
	c.Dir = root
	out, err := c.Output()
	var failed *exec.ExitError
	if errors.As(err, &failed) {
		t.Fatalf("go list: %s", failed.Stderr)
	}
	if err != nil {
		t.Fatal(err)
	}
	var packages []listedPackage
	for d := json.NewDecoder(strings.NewReader(string(out))); ; {
		var p listedPackage
		if err := d.Decode(&p); errors.Is(err, io.EOF) {
			return packages
		} else if err != nil {
			t.Fatal(err)
		}
		packages = append(packages, p)
	}
}
