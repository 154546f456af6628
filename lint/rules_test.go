package lint

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

var idForm = regexp.MustCompile(`^(catalog|files|frontmatter|links|name|security|text)/[a-z]+(-[a-z]+)*$`)

func ruleIDs() []string {
	var ids []string
	for _, r := range Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

func TestRulesAreSortedAndUnique(t *testing.T) {
	ids := ruleIDs()
	if sorted := slices.Compact(slices.Sorted(slices.Values(ids))); !slices.Equal(ids, sorted) {
		t.Errorf("got %v, want %v", ids, sorted)
	}
	for _, id := range ids {
		if !idForm.MatchString(id) {
			t.Errorf("%q is no rule id", id)
		}
	}
}

func TestRulesAreDocumented(t *testing.T) {
	for _, r := range Rules() {
		d := r.Doc
		for field, text := range map[string]string{"Summary": d.Summary, "Why": d.Why, "Bad": d.Bad, "Good": d.Good, "Cites": strings.Join(d.Cites, "")} {
			if strings.TrimSpace(text) == "" {
				t.Errorf("%s: Doc.%s is empty", r.ID, field)
			}
		}
		if !strings.HasSuffix(d.Summary, ".") || !strings.HasSuffix(d.Why, ".") {
			t.Errorf("%s: Summary and Why are sentences", r.ID)
		}
		if d.Bad == d.Good {
			t.Errorf("%s: the bad example is the good one", r.ID)
		}
	}
}

// A rule is found by its name: in group_name.go, or in group_found.go where it has no check.
func TestRulesAreInFilesOfTheirName(t *testing.T) {
	for _, r := range Rules() {
		group, _, _ := strings.Cut(r.ID, "/")
		file := strings.NewReplacer("/", "_", "-", "_").Replace(r.ID) + ".go"
		if r.ofLoad() {
			file = group + "_found.go"
		}
		content, err := os.ReadFile(file)
		if written := strconv.Quote(r.ID); err != nil || !strings.Contains(string(content), written) {
			t.Errorf("%s does not hold %s: %v", file, written, err)
		}
	}
}

// Every rule that the reader reports has its documentation here, and no check.
func TestRulesOfTheReader(t *testing.T) {
	reported := idsInSource(t, "../internal/skill")
	for _, id := range reported {
		if !slices.Contains(ruleIDs(), id) {
			t.Errorf("internal/skill reports %s, which is no rule", id)
		}
	}
	for _, r := range Rules() {
		if found := slices.Contains(reported, r.ID); r.ofLoad() != found {
			t.Errorf("%s: has no check: %v, is reported by the reader: %v", r.ID, r.ofLoad(), found)
		}
	}
}

// idsInSource returns the string literals of a package that are rule ids, tests and
// constants left out: a constant is a rule that is spoken of, not reported.
func idsInSource(t *testing.T, dir string) []string {
	t.Helper()
	names, err := filepath.Glob(filepath.Join(dir, "*.go"))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for _, name := range names {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, 0)
		if err != nil {
			t.Fatal(err)
		}
		file.Decls = slices.DeleteFunc(file.Decls, isConst)
		for n := range ast.Preorder(file) {
			if lit, ok := n.(*ast.BasicLit); ok && lit.Kind == token.STRING {
				if id, _ := strconv.Unquote(lit.Value); idForm.MatchString(id) {
					ids = append(ids, id)
				}
			}
		}
	}
	slices.Sort(ids)
	return slices.Compact(ids)
}

func isConst(d ast.Decl) bool {
	general, ok := d.(*ast.GenDecl)
	return ok && general.Tok == token.CONST
}
