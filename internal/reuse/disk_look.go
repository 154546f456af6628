package reuse

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// look finds out what the tree holds: it asks for all that is remembered, and then lists, one
// level after the other, the directories of which that does not tell enough.
func (d *Disk) look() error {
	all := d.recall()
	if len(all) == 0 {
		all = make([]node, 1)
	}
	d.askAgain(all)
	d.top = all[0]
	if d.top.gone {
		_, err := lstat(d.source.Root)
		return err
	}
	for todo := d.unlisted(nil, at{&d.top, "."}); len(todo) > 0; {
		inParallel(len(todo), func(i int) { d.list(todo[i]) })
		var next []at
		for _, dir := range todo {
			if dir.listed {
				next = d.unlisted(next, dir)
			}
		}
		todo = next
	}
	return nil
}

// askAgain asks the file system for all that is remembered, and forgets what may not hold any
// more: the names that a directory holds, the note of a file.
func (d *Disk) askAgain(all []node) {
	const piece = 256
	inParallel((len(all)+piece-1)/piece, func(i int) {
		var file []byte
		for k := i * piece; k < min(len(all), (i+1)*piece); k++ {
			file = d.pathOf(file[:0], all, k)
			all[k].ask(string(file))
		}
	})
	for k := range all {
		if n := &all[k]; n.gone {
			all[n.parent].listed = false
		}
	}
}

// ask asks for a node at a path.
func (n *node) ask(file string) {
	now, err := lstat(file)
	n.gone = err != nil
	if now != n.facts || n.gone {
		n.facts, n.listed, n.note = now, false, ""
	}
}

// pathOf appends where a remembered node is on disk.
func (d *Disk) pathOf(file []byte, all []node, i int) []byte {
	if i == 0 {
		return append(file, d.source.Root...)
	}
	file = append(d.pathOf(file, all, all[i].parent), filepath.Separator)
	return append(file, all[i].name...)
}

// list lists a directory and asks for what it holds. What was known of the same names stays.
// One that cannot be listed as a whole is left to who asks for it.
func (d *Disk) list(dir at) {
	d.renewed.Add(1)
	folder := d.onDisk(dir.path)
	entries, err := os.ReadDir(folder)
	if err != nil {
		return
	}
	below := make([]node, len(entries))
	for i, e := range entries {
		n := &below[i]
		if at, known := slices.BinarySearchFunc(dir.below, e.Name(), func(n node, name string) int { return strings.Compare(n.name, name) }); known {
			*n = dir.below[at]
		}
		if n.name == "" || n.gone {
			n.name = e.Name()
			n.ask(folder + string(filepath.Separator) + n.name)
		}
		if n.gone {
			return
		}
	}
	dir.below, dir.listed = below, true
}

// inParallel calls do for 0 to n-1 on all cores, and returns when all calls have.
func inParallel(n int, do func(i int)) {
	var next atomic.Int64
	var workers sync.WaitGroup
	for range min(n, runtime.GOMAXPROCS(0)) {
		workers.Go(func() {
			for i := int(next.Add(1)) - 1; i < n; i = int(next.Add(1)) - 1 {
				do(i)
			}
		})
	}
	workers.Wait()
}
