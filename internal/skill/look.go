package skill

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"skillpack/internal/protocol"
)

// maxWorkers bounds the files open at a time and, with protocol.MaxBytes, the memory for
// files that are not kept.
const maxWorkers = 8

// looker finds out what Load has to know of the files of a tree: what the file system says of
// each, and what every SKILL.md holds. All else is read by who asks for it first.
type looker struct {
	source *source
	notes  Notes     // nil for none
	only   []string  // Options.Only
	hashes bool      // Options.Digests
	memory sync.Pool // *[]byte, to read to
	all    []content
}

// newLooker returns a looker for the files of a file system.
func newLooker(fsys fs.FS, o Options) *looker {
	const mostManifests = 64 << 10 // bytes; memory for a larger one is its own
	return &looker{
		source: &source{fsys: fsys, examine: o.Examine}, notes: o.Notes, only: o.Only, hashes: o.Digests,
		memory: sync.Pool{New: func() any { b := make([]byte, mostManifests); return &b }},
	}
}

// look fills in the contents of some sorted entries. The error is that of the first which has one;
// a file that may not be read is not an error here.
func (l *looker) look(ctx context.Context, entries []*entry) error {
	l.collect(entries)
	if err := l.each(ctx, l.stat); err != nil {
		return err
	}
	l.source.small = l.bytes() <= maxKept
	if err := l.each(ctx, l.know); err != nil {
		return err
	}
	for _, e := range entries {
		if err := e.content.err; err != nil && !errors.Is(err, fs.ErrPermission) {
			return err
		}
	}
	l.hashTwins()
	return nil
}

// each does something with every content that nothing went wrong with.
func (l *looker) each(ctx context.Context, do func(*content) error) error {
	return inParallel(ctx, len(l.all), func(i int) {
		if c := &l.all[i]; c.err == nil {
			c.err = do(c)
		}
	})
}

// bytes is how many all files have.
func (l *looker) bytes() (sum int64) {
	for i := range l.all {
		sum += l.all[i].size
	}
	return sum
}

// collect makes the contents, one for each real path.
func (l *looker) collect(entries []*entry) {
	l.all = make([]content, 0, len(entries)) // never grows, so its elements stay where they are
	linked := make(map[string]*content)      // by real path, those that links lead to
	for _, e := range entries {
		if e.real != e.path {
			linked[e.real] = nil
		}
	}
	for _, e := range entries {
		c, isLinked := linked[e.real]
		if c == nil {
			l.all = append(l.all, content{source: l.source, real: e.real, hashed: l.hashes})
			c = &l.all[len(l.all)-1]
			if e.info.ok && e.real == e.path {
				c.see(e.info)
			}
			if isLinked {
				linked[e.real] = c
			}
		}
		e.content = c
		c.asked = c.asked || l.isAsked(e.path)
	}
}

func (l *looker) isAsked(file string) bool {
	return len(l.only) == 0 || slices.ContainsFunc(l.only, func(dir string) bool { return Within(file, dir) })
}

// know finds out whether a file can be read, and reads it if it is a SKILL.md.
func (l *looker) know(c *content) error {
	isManifest := path.Base(c.real) == protocol.ManifestName
	if isManifest && !c.asked && l.recall(c) {
		return nil
	}
	if !isManifest {
		return c.mayBeRead()
	}
	c.hashed = c.hashed || l.notes != nil
	memory := l.memory.Get().(*[]byte)
	defer l.memory.Put(memory)
	data, err := c.first(*memory, true)
	if err != nil || c.size > protocol.MaxBytes {
		return err
	}
	c.manifest = newParsedManifest(c.real, data)
	l.keep(c)
	return nil
}

// stat fills in what the file system says of a file, where no listing told.
func (l *looker) stat(c *content) error {
	if c.seen {
		return nil
	}
	i, err := fs.Stat(c.source.fsys, c.real)
	if err != nil {
		return err
	}
	c.see(info{mode: i.Mode(), size: i.Size(), modified: i.ModTime()})
	return nil
}

// see takes in what the file system said.
func (c *content) see(i info) {
	c.size, c.mode, c.modified, c.seen = i.size, i.mode, i.modified, true
	c.hashed = c.hashed || c.modified.IsZero() // else no reading could be told from another
}

// mayBeRead returns why a file cannot be read, without reading one that everybody may read. One
// of size 0 may be of those that tell no size, and is read.
func (c *content) mayBeRead() error {
	const everybody = 0o444
	if c.size == 0 {
		_, err := c.first(nil, false)
		return err
	}
	if c.mode&everybody == everybody {
		return nil
	}
	f, err := c.source.fsys.Open(c.real)
	if err != nil {
		return err
	}
	return f.Close()
}

// hashTwins has the files of one size hashed when they are read, since somebody will want to
// know whether they are the same, where one is of those that are asked for.
func (l *looker) hashTwins() {
	asked := make(map[int64]*content)
	for i := range l.all {
		if c := &l.all[i]; c.asked && asked[c.size] == nil {
			asked[c.size] = c
		}
	}
	for i := range l.all {
		c := &l.all[i]
		if twin := asked[c.size]; twin != nil && twin != c {
			c.hashed, twin.hashed = true, true
		}
	}
}

// inParallel calls do for 0 to n-1, a few at a time, and returns when all calls have.
// When ctx ends it makes a few further calls at most and returns its error.
func inParallel(ctx context.Context, n int, do func(i int)) error {
	const most = 16 // that a worker takes at a time, since of many most take less time than to ask for one
	count := min(runtime.GOMAXPROCS(0), maxWorkers, n)
	some := min(most, n/(2*count+1)+1)
	var next atomic.Int64
	var workers sync.WaitGroup
	for range count {
		workers.Go(func() {
			for ctx.Err() == nil {
				end := int(next.Add(int64(some)))
				for i := end - some; i < min(end, n); i++ {
					do(i)
				}
				if end >= n {
					return
				}
			}
		})
	}
	workers.Wait()
	return ctx.Err()
}
