package architecture

import (
	"go/ast"
	"go/parser"
	"go/token"
	"maps"
	"path"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const verifyFile = "docs/verify.md"

// TestVerifyTellsWhatItReports holds the table of docs/verify.md to the ids that the
// audit can report: its string literals of that form, but for those that it only compares
// with.
func TestVerifyTellsWhatItReports(t *testing.T) {
	var told []string
	for _, row := range regexp.MustCompile(`(?m)^\| ([A-Z][0-9]{1,2}) \|`).FindAllStringSubmatch(read(t, verifyFile), -1) {
		told = append(told, row[1])
	}
	reported := reportedIDs(t)
	for _, id := range reported {
		if !slices.Contains(told, id) {
			t.Errorf("verify can report %s, which %s does not tell", id, verifyFile)
		}
	}
	for i, id := range told {
		if !slices.Contains(reported, id) {
			t.Errorf("%s tells %s, which verify cannot report", verifyFile, id)
		}
		if slices.Contains(told[:i], id) {
			t.Errorf("%s tells %s twice", verifyFile, id)
		}
	}
	known := citable(t)
	for _, id := range reported {
		if !known[id] {
			t.Errorf("verify reports %s, which is neither in %s nor in %s", id, requirementsFile, casesFile)
		}
	}
}

// reportedIDs returns the ids in the source of package verify, sorted.
func reportedIDs(t *testing.T) []string {
	t.Helper()
	ids := map[string]bool{}
	isSource := func(p string) bool {
		return path.Dir(p) == "verify" && path.Ext(p) == ".go" && !strings.HasSuffix(p, "_test.go")
	}
	for _, file := range filesOf(t, isSource) {
		parsed, err := parser.ParseFile(token.NewFileSet(), file, read(t, file), 0)
		if err != nil {
			t.Fatal(err)
		}
		ast.Inspect(parsed, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CaseClause:
				n.List = nil
			case *ast.BinaryExpr:
				return n.Op != token.EQL && n.Op != token.NEQ
			case *ast.BasicLit:
				if text, err := strconv.Unquote(n.Value); err == nil && regexp.MustCompile(`^[A-Z][0-9]{1,2}$`).MatchString(text) {
					ids[text] = true
				}
			}
			return true
		})
	}
	if len(ids) < 20 {
		t.Fatalf("found only %d ids", len(ids))
	}
	return slices.Sorted(maps.Keys(ids))
}
