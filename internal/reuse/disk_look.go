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

// pieceSize is how many nodes are asked for before anybody is told.
const pieceSize = 256

// look begins to find out what the tree holds. What is remembered of it is asked for from now on;
// where nothing is, the tree is listed before look returns.
func (d *Disk) look() error {
	all := d.recall()
	remembers := len(all) > 0
	if !remembers {
		all = []node{{name: ".", kind: fs.ModeDir, folder: &folder{disk: d, path: "."}}}
	}
	d.top = all[0]
	d.with(func(a *asker) { d.top.ask(a) })
	if d.top.gone {
		_, err := os.ReadDir(d.source.Root)
		return err
	}
	if remembers {
		d.askAgain(all[1:])
	} else {
		d.settle()
	}
	return nil
}

// with calls do with an asker, which is its own until it returns.
func (d *Disk) with(do func(*asker)) {
	a := d.askers.Get().(*asker)
	defer d.askers.Put(a)
	do(a)
}

// askAgain starts to ask the file system for what is remembered.
func (d *Disk) askAgain(all []node) {
	d.asked = make([]chan struct{}, (len(all)+pieceSize-1)/pieceSize)
	for i := range d.asked {
		d.asked[i] = make(chan struct{})
	}
	var next atomic.Int64
	for range min(len(d.asked), runtime.GOMAXPROCS(0)) {
		go d.with(func(a *asker) {
			for i := int(next.Add(1)) - 1; i < len(d.asked); i = int(next.Add(1)) - 1 {
				for k := i * pieceSize; k < min(len(all), (i+1)*pieceSize); k++ {
					all[k].ask(a)
				}
				close(d.asked[i])
				runtime.Gosched() // to who waited for it
			}
		})
	}
}

// ask asks for a node, and forgets what was known of another state of it: the names that a
// directory holds, the note of a file.
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

// isListed reports whether a node is a directory whose names are known. It settles it first;
// the directory that holds it has to be settled.
func (n *node) isListed() bool {
	if n.folder == nil {
		return false
	}
	n.once.Do(n.folder.settle)
	return n.listed
}

// settle waits until what a directory holds was asked for, and lists it where that is not known.
func (f *folder) settle() {
	if f.piece > 0 {
		<-f.disk.asked[f.piece-1]
	}
	if f.listed = f.listed && areThere(f.below); !f.listed && !f.disk.skips(f.path) {
		f.disk.list(f)
	}
}

// areThere reports whether all of some nodes could be asked for.
func areThere(all []node) bool {
	for i := range all {
		if all[i].gone {
			return false
		}
	}
	return true
}

// settle waits until all was asked for, and lists what is not known, one level after the other
// on all cores.
func (d *Disk) settle() {
	for level := []*node{&d.top}; len(level) > 0; {
		inParallel(len(level), func(i int) { level[i].isListed() })
		var next []*node
		for _, n := range level {
			if !n.listed {
				continue
			}
			for i := range n.below {
				if n.below[i].folder != nil {
					next = append(next, &n.below[i])
				}
			}
		}
		level = next
	}
}

// list lists a directory and asks for what it holds. What was known of the same names stays. One
// that cannot be listed as a whole is left to who asks for it.
func (d *Disk) list(dir *folder) {
	d.renewed.Add(1)
	entries, err := os.ReadDir(filepath.Join(d.source.Root, filepath.FromSlash(dir.path)))
	if err != nil {
		return
	}
	below := make([]node, len(entries))
	d.with(func(a *asker) {
		for i, e := range entries {
			n := &below[i]
			if at, known := slices.BinarySearchFunc(dir.below, e.Name(), func(n node, name string) int { return strings.Compare(n.name, name) }); known {
				*n = dir.below[at]
			}
			if n.name == "" || n.gone || n.kind != e.Type() {
				*n = node{name: e.Name(), kind: e.Type(), in: dir}
				n.begin(a)
			}
		}
	})
	if areThere(below) {
		dir.below, dir.listed = below, true
	}
}

// begin takes in a name of which nothing is known.
func (n *node) begin(a *asker) {
	if n.IsDir() {
		n.folder = &folder{disk: n.in.disk, path: n.path()}
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
