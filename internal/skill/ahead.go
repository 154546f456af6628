package skill

import (
	"context"
	"io/fs"
	"runtime"
	"sync"
)

// maxAhead bounds how many directories are listed before the walk comes by them, together
// with the names that they hold. It must not be small, so that no one waits often.
const maxAhead = 1 << 14

// ahead lists directories on all cores before the walk comes by them, in the order in which
// it will. It follows no links, and enters nothing that the walk does not.
//
// A directory that nobody has begun to list when the walk comes by is listed by the walk, so
// that what is ahead is never in the way.
type ahead struct {
	ctx    context.Context
	fsys   fs.FS
	ignore *ignoreRules
	group  sync.WaitGroup

	mu    sync.Mutex // of all below, and of what is in each preview
	todo  preview    // before and behind those that are not listed, in the order of the walk
	held  int        // directories that were listed and are not taken, and their names
	full  bool       // held reached maxAhead, and did not come down to half of it since
	ended bool
	work  sync.Cond // todo, full or ended changed
	done  sync.Cond // a preview was listed
}

// preview is a directory that is listed ahead, once.
type preview struct {
	dir          string
	before, next *preview // until it is listed
	begun        bool     // someone lists it, or has
	listed       bool
	list         []child
	err          error
}

// insert puts a directory behind one that is not listed.
func (p *preview) insert(q *preview) {
	q.before, q.next = p, p.next
	q.before.next, q.next.before = q, q
}

// remove takes out a directory.
func (p *preview) remove() {
	p.before.next, p.next.before = p.next, p.before
	p.before, p.next = nil, nil
}

// newAhead returns what lists the directories from the root on.
func newAhead(ctx context.Context, fsys fs.FS, ignore *ignoreRules) (a *ahead, root *preview) {
	a = &ahead{ctx: ctx, fsys: fsys, ignore: ignore}
	a.todo.before, a.todo.next = &a.todo, &a.todo
	a.work.L, a.done.L = &a.mu, &a.mu
	root = &preview{dir: "."}
	a.todo.insert(root)
	return a, root
}

// start has directories listed from now on. Who starts it must end it.
func (a *ahead) start() {
	for range min(runtime.GOMAXPROCS(0), maxWorkers) {
		a.group.Go(a.run)
	}
}

// end returns when nothing is going on any more.
func (a *ahead) end() {
	a.mu.Lock()
	a.ended = true
	a.work.Broadcast()
	a.mu.Unlock()
	a.group.Wait()
}

// run lists directories until the end.
func (a *ahead) run() {
	a.mu.Lock()
	defer a.mu.Unlock()
	for !a.ended && a.ctx.Err() == nil {
		if p := a.next(); p != nil {
			a.look(p)
		} else {
			a.work.Wait()
		}
	}
}

// next returns the directory to list next, nil for none. Those at the front of todo are being
// listed, by as many as there are.
func (a *ahead) next() *preview {
	if a.full {
		return nil
	}
	for p := a.todo.next; p != &a.todo; p = p.next {
		if !p.begun {
			return p
		}
	}
	return nil
}

// look lists a directory, with a.mu held before and after.
func (a *ahead) look(p *preview) {
	p.begun = true
	a.mu.Unlock()
	list, err := listed(a.fsys, p.dir, nil)
	below := a.below(p.dir, list)
	a.mu.Lock()
	p.list, p.err, p.listed = list, err, true
	a.held += 1 + len(list)
	a.full = a.full || a.held >= maxAhead
	for i := len(below) - 1; i >= 0; i-- {
		p.insert(&below[i])
	}
	p.remove()
	for range min(len(below)-1, maxWorkers) { // one is for who listed this
		a.work.Signal()
	}
	a.done.Signal()
}

// below gives those children of a directory that are to be listed a preview, and returns
// these.
func (a *ahead) below(dir string, list []child) []preview {
	if dir != "." && isSite(list) {
		return nil
	}
	count := 0
	for _, c := range list {
		if c.kind.IsDir() {
			count++
		}
	}
	below := make([]preview, 0, count)
	for i := range list {
		c := &list[i]
		if c.kind.IsDir() && a.ignore.leavesOut(c.path, c.kind) == "" && nameProblem(c.path) == nil {
			below = append(below, preview{dir: c.path})
			c.ahead = &below[len(below)-1]
		}
	}
	return below
}

// take returns what was listed, or lists it if nobody has begun to. It may be called once for
// each preview.
func (a *ahead) take(p *preview) ([]child, error) {
	a.mu.Lock()
	defer a.mu.Unlock()
	if !p.begun {
		a.look(p)
		a.work.Signal()
	}
	for !p.listed {
		a.done.Wait()
	}
	list := p.list
	p.list = nil
	if a.held -= 1 + len(list); a.full && a.held < maxAhead/2 {
		a.full = false
		a.work.Broadcast()
	}
	return list, p.err
}
