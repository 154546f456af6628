package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// The inputs that real tools got wrong, by their ids, and the requirements of the
// protocol on a server and its skills. Left out are F8, a recommendation that a later
// rule will judge, and M6, which lets a server add what we do not add.
const (
	cases = `
		A1 A3 A4 A5 A7 A10 A11 A13 A15 A16 A17 A18 A19 A20
		Y19 Y21 Y22 Y24 Y26 Y29 Y32 Y33 Y34 Y37 Y38 Y39 Y40 Y42 Y44 Y45
		N45 N47 N50 N51 N53 N55 N56 N57 N58 N60 N62
		D62 D64 D65 D67 D68 D69 D70 D72 D74 D76 D78 D80
		L78 L79 L85 L86 L87 L80 L81 L82 L83 L84
		S80 S81 S82 S83 S84 S85 S86 S87 S88`
	requirements = `
		F1 F2 F3 F4 F5 F6 F7
		M1 M2 M3 M4 M5 M7 M8
		E1 E2 E3 E4 E5 E6 E7
		P1 P2 P3 P4 P5 P6 P7 P8 P9 P10 P11 P12
		T1 T2 T3 T4 T5 T6 T7 T8`
)

// TestEachIDIsNamedByATest keeps a case or requirement from losing its test unseen.
func TestEachIDIsNamedByATest(t *testing.T) {
	named := idsInTests(t)
	for _, id := range strings.Fields(cases + requirements) {
		if !named[id] {
			t.Errorf("no test names %s", id)
		}
	}
}

// idsInTests returns every id that stands in a test or script of the project.
func idsInTests(t *testing.T) map[string]bool {
	t.Helper()
	id, named := regexp.MustCompile(`\b[A-Z][0-9]{1,2}\b`), map[string]bool{}
	root := filepath.Join("..", "..")
	err := filepath.WalkDir(root, func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && (d.Name() == "node_modules" || d.Name() == ".git"):
			return filepath.SkipDir
		case !strings.HasSuffix(path, "_test.go") && !strings.HasSuffix(path, ".txtar"), filepath.Base(path) == "cases_test.go":
			return nil
		}
		data, err := os.ReadFile(path)
		for _, found := range id.FindAllString(string(data), -1) {
			named[found] = true
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return named
}
