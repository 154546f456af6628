package skill

import (
	"io/fs"
	"strings"
)

// listed lists a directory, in memory of free. The memory for the paths of its children is one.
func listed(fsys fs.FS, dir string, free *lists) ([]child, error) {
	entries, err := fs.ReadDir(fsys, dir)
	if err != nil {
		return nil, err
	}
	size := 0
	for _, e := range entries {
		if pathOf(e) == "" {
			size += len(dir) + 1 + len(e.Name())
		}
	}
	var paths strings.Builder
	paths.Grow(size)
	list := free.take(len(entries))
	for i, e := range entries {
		file := pathOf(e)
		if file == "" {
			start := paths.Len()
			if dir != "." {
				paths.WriteString(dir)
				paths.WriteByte('/')
			}
			paths.WriteString(e.Name())
			file = paths.String()[start:]
		}
		list[i] = child{path: file, name: file[len(file)-len(e.Name()):], kind: e.Type(), info: infoOf(e)}
	}
	return list, nil
}

// pathOf returns the path of an entry where its file system has it at hand, else "".
func pathOf(e fs.DirEntry) string {
	if e, ok := e.(interface{ Path() string }); ok {
		return e.Path()
	}
	return ""
}

// lists is memory for the lists of the directories that a walk is in, one below the other: what
// one that it left used is used again. A nil one gives memory that nobody uses again.
type lists struct {
	memory []child
	used   int
}

// take returns memory for a list.
func (l *lists) take(n int) []child {
	if l == nil {
		return make([]child, n)
	}
	if n > len(l.memory)-l.used {
		const many = 256
		*l = lists{memory: make([]child, max(many, 2*n))}
	}
	start := l.used
	l.used += n
	return l.memory[start:l.used:l.used]
}

// leave takes back what was taken since l was as before.
func (l *lists) leave(before lists) {
	if len(before.memory) == 0 || &before.memory[0] != &l.memory[0] {
		before.used = 0 // all of the memory came later
	}
	l.used = before.used
}
