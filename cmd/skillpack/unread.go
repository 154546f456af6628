package main

import (
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// noteUnreadOf is noteUnread for the trees that the user named themselves; the root of
// another was looked for by its configuration.
func noteUnreadOf(targets []*target, w io.Writer) {
	for _, t := range targets {
		if len(t.only) == 0 {
			noteUnread(t.name, w)
		}
	}
}

// noteUnread says of a file that looks like the configuration of dir why it is not
// read: it is called skillpack.yml, or stands where the user does instead of in dir.
func noteUnread(dir string, w io.Writer) {
	short := strings.TrimSuffix(skill.ConfigName, ".yaml") + ".yml"
	if path := filepath.Join(dir, short); exists(path) {
		note(w, path, "is called "+skill.ConfigName)
	}
	if sameDir(dir, ".") || exists(filepath.Join(dir, skill.ConfigName)) {
		return
	}
	switch {
	case exists(skill.ConfigName):
		note(w, skill.ConfigName, fmt.Sprintf("belongs into %q", dir))
	case exists(short):
		note(w, short, fmt.Sprintf("belongs into %q and is called %s", dir, skill.ConfigName))
	}
}

func note(w io.Writer, path, why string) {
	fmt.Fprintf(w, "skillpack: %s\n", diag.Printable(fmt.Sprintf("%q is not read; the configuration %s", path, why)))
}

func exists(path string) bool {
	_, err := os.Lstat(path)
	return err == nil
}

func sameDir(a, b string) bool {
	infoA, errA := os.Stat(a)
	infoB, errB := os.Stat(b)
	return errA == nil && errB == nil && os.SameFile(infoA, infoB)
}
