package reuse

import (
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
)

// look finds out what the tree holds: it asks for all directories and noted files that are
// remembered, and then lists, one level after the other, the directories of which that does
// not tell enough.
func (d *Disk) look() error {
	all := d.recall()
	if len(all) == 0 {
		all = []node{{name: ".", kind: fs.ModeDir, early: true, folder: &folder{disk: d, path: "."}}}
	}
	d.askAgain(all)
	d.top = all[0]
	if d.top.gone {
		_, err := os.ReadDir(d.source.Root)
		return err
	}
	for todo := d.unlisted(nil, d.top.folder); len(todo) > 0; {
		inParallel(len(todo), func(i int) { d.list(todo[i]) })
		var next []*folder
		for _, dir := range todo {
			if dir.listed {
				next = d.unlisted(next, dir)
			}
		}
		todo = next
	}
	return nil
}

// askAgain asks the file system for what is remembered, and forgets what may not hold any
// more: the names that a directory holds, the note of a file.
func (d *Disk) askAgain(all []node) {
	const piece = 256
	inParallel((len(all)+piece-1)/piece, func(i int) {
		a := d.askers.Get().(*asker)
		defer d.askers.Put(a)
		for k := i * piece; k < min(len(all), (i+1)*piece); k++ {
			if all[k].early {
				all[k].ask(a)
			}
		}
	})
	for k := range all {
		if n := &all[k]; n.gone && n.in != nil {
			n.in.listed = false
		}
	}
}

// ask asks for a node, and forgets what was known of another state of it.
func (n *node) ask(a *asker) {
	now, err := a.lstat(n)
	n.gone = err != nil
	if now == n.facts && !n.gone {
		return
	}
	n.facts, n.note = now, ""
	if n.folder != nil {
		n.listed = false
	}
}

// isEarly reports whether Open is to ask for a node.
func (d *Disk) isEarly(n *node) bool { return n.IsDir() || d.source.Noted(n.name) }

// askFiles asks for the files of a directory that Open did not ask for.
func (d *Disk) askFiles(f *folder) {
	a := d.askers.Get().(*asker)
	defer d.askers.Put(a)
	for i := range f.below {
		if n := &f.below[i]; !n.early {
			n.ask(a)
		}
	}
}

// askRest asks for all such files at or below a directory. Who wants to know of some
// meanwhile finds them known already, or asks for them: from the first on, so this begins with
// the last, else each would wait for the other at every directory.
func (d *Disk) askRest(f *folder) {
	if !f.listed {
		return
	}
	for i := range f.below {
		if child := f.below[len(f.below)-1-i].folder; child != nil {
			d.askRest(child)
		}
	}
	f.rest.Do(func() { d.askFiles(f) })
}

// list lists a directory and asks for what Open has to ask for. What was known of the same
// names stays. One that cannot be listed as a whole is left to who asks for it.
func (d *Disk) list(dir *folder) {
	d.renewed.Add(1)
	a := d.askers.Get().(*asker)
	defer d.askers.Put(a)
	entries, err := os.ReadDir(filepath.Join(d.source.Root, filepath.FromSlash(dir.path)))
	if err != nil {
		return
	}
	below := make([]node, len(entries))
	for i, e := range entries {
		n := &below[i]
		if at, known := slices.BinarySearchFunc(dir.below, e.Name(), func(n node, name string) int { return strings.Compare(n.name, name) }); known {
			*n = dir.below[at]
		}
		if n.name == "" || n.gone || n.kind != e.Type() {
			*n = node{name: e.Name(), kind: e.Type(), in: dir}
			d.begin(n, a)
		}
		if n.gone {
			return
		}
	}
	dir.below, dir.listed = below, true
}

// begin takes in a name of which nothing is known.
func (d *Disk) begin(n *node, a *asker) {
	if n.early = d.isEarly(n); !n.early {
		return
	}
	if n.IsDir() {
		n.folder = &folder{disk: d, path: n.path()}
	}
	n.ask(a)
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
