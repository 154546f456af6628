package daemon

import (
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// mostLinks bounds the way to a file through symbolic links, as the system does.
const mostLinks = 40

// foldersOf returns the folders in which a change can give a path another content: those
// that hold a symbolic link on the way to the file, and the one that holds the file, or
// the nearest one there is. No link is on the way to them.
func foldersOf(path string) []string {
	path, err := filepath.Abs(path)
	if err != nil {
		return []string{filepath.Dir(path)}
	}
	at, rest := splitRoot(path)
	var folders []string
	for links := 0; len(rest) > 0 && links < mostLinks; {
		next := filepath.Join(at, rest[0])
		rest = rest[1:]
		info, err := os.Lstat(next)
		if err == nil && info.Mode()&fs.ModeSymlink == 0 && len(rest) > 0 {
			at = next
			continue
		}
		folders = append(folders, at)
		target, err := os.Readlink(next)
		if err != nil {
			break // the file itself, or nothing yet
		}
		links++
		if filepath.IsAbs(target) {
			var names []string
			at, names = splitRoot(target)
			rest = append(names, rest...)
		} else {
			rest = append(strings.Split(filepath.Clean(target), string(filepath.Separator)), rest...)
		}
	}
	return folders
}

// splitRoot splits an absolute path into its root and the names below it.
func splitRoot(path string) (root string, names []string) {
	path = filepath.Clean(path)
	root = filepath.VolumeName(path) + string(filepath.Separator)
	below, err := filepath.Rel(root, path)
	if err != nil || below == "." {
		return root, nil
	}
	return root, strings.Split(below, string(filepath.Separator))
}
