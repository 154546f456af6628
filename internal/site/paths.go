package site

import (
	"fmt"
	"runtime"
	"slices"
	"strings"

	"skillpack/internal/skill"
)

// checkPaths refuses a set of files that a directory whose path has so many bytes could not
// hold: paths that are one on a system without case, a file where another needs a directory,
// and names that the system here cannot have. Files are sorted by path.
func checkPaths(files []File, base int) error {
	for _, f := range files {
		if fault := unwritable(f.Path, base, runtime.GOOS); fault != "" {
			return fmt.Errorf("the site has a file %q, and %s; rename the skill's file or folder", f.Path, fault)
		}
	}
	return checkCollisions(files)
}

// checkCollisions compares paths as macOS and Windows do, wherever it runs, so that a site
// can be written and unpacked anywhere.
func checkCollisions(files []File) error {
	folded := make(map[string]string, len(files))
	for _, f := range files {
		if other, taken := folded[skill.Fold(f.Path)]; taken {
			return fmt.Errorf("the files %q and %q of the site are one on systems that ignore case; rename one of what they show", other, f.Path)
		}
		folded[skill.Fold(f.Path)] = f.Path
	}
	checked := map[string]bool{}
	for _, f := range files {
		for i := strings.LastIndexByte(f.Path, '/'); i > 0 && !checked[f.Path[:i]]; i = strings.LastIndexByte(f.Path[:i], '/') {
			dir := f.Path[:i]
			checked[dir] = true
			if other, taken := folded[skill.Fold(dir)]; taken {
				return fmt.Errorf("the site needs %q as a file and as the folder of %q; rename one of what they show", other, f.Path)
			}
		}
	}
	return nil
}

// unwritable says why a system cannot have a path below a directory whose own path has so
// many bytes; "" where it can.
func unwritable(path string, base int, system string) string {
	const longestName = 255 // bytes; on macOS and Windows it is as many UTF-16 units
	for segment := range strings.SplitSeq(path, "/") {
		switch {
		case len(segment) > longestName:
			return fmt.Sprintf("the name %q… has %d bytes where file systems take %d", segment[:32], len(segment), longestName)
		case system == "windows" && !windowsName(segment):
			return fmt.Sprintf("Windows cannot have a file named %q", segment)
		}
	}
	longest := map[string]int{"darwin": 1023, "windows": 32000}[system]
	if longest == 0 {
		longest = 4095
	}
	if n := base + 1 + len(path); n > longest {
		return fmt.Sprintf("its path has %d bytes here where this system takes %d", n, longest)
	}
	return ""
}

// windowsName reports whether Windows can have a file of that name.
func windowsName(name string) bool {
	stem, _, _ := strings.Cut(strings.ToUpper(name), ".")
	stem = strings.TrimRight(stem, " ")
	devices := []string{"CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$"}
	numbered := len(stem) == 4 && (stem[:3] == "COM" || stem[:3] == "LPT") && '0' <= stem[3] && stem[3] <= '9'
	if numbered || slices.Contains(devices, stem) || strings.HasSuffix(name, ".") || strings.HasSuffix(name, " ") {
		return false
	}
	return !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' || strings.ContainsRune(`<>:"\|?*`, r) })
}
