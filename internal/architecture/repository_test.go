package architecture

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"testing"
)

// root is the root of the repository, seen from this package.
var root = filepath.Join("..", "..")

// filesOf returns the paths below the root of the repository's own files that keep
// accepts, "/" separated. What is installed or only data has none.
func filesOf(t *testing.T, keep func(path string) bool) []string {
	t.Helper()
	var paths []string
	err := fs.WalkDir(os.DirFS(root), ".", func(path string, d fs.DirEntry, err error) error {
		switch {
		case err != nil:
			return err
		case d.IsDir() && slices.Contains([]string{".git", "node_modules", "bin"}, d.Name()):
			return fs.SkipDir
		case !d.IsDir() && keep(path):
			paths = append(paths, path)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return paths
}

func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, filepath.FromSlash(path)))
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}
