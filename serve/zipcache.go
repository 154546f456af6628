package serve

import (
	"container/list"
	"strings"
	"sync"
)

// zipKey names an answer: what was asked for, and in which era.
type zipKey struct {
	method string
	uri    string // "" for a list
	from   int    // the position in a list or directory at which the page begins
	modern bool
}

// entryCost is about what an entry takes besides its URI and its stream, in bytes.
const entryCost = 400

// zipCache keeps compressed answers, the most recently used ones, as many as fit into
// a limit. Its methods may be called concurrently.
type zipCache struct {
	limit int // bytes

	mu      sync.Mutex
	used    int // bytes
	entries map[zipKey]*list.Element
	recent  list.List // of *zipEntry, the most recently used first
}

// zipEntry is an answer, or the verdict that compressing it is not worth it.
type zipEntry struct {
	key  zipKey
	cost int           // bytes, 0 until it is known
	done chan struct{} // closed when answer is set
	// answer is nil where the answer is to be sent as it is. It is read only after done.
	answer *zipped
}

// newZipCache returns an empty cache of so many bytes at most.
func newZipCache(limit int) *zipCache {
	return &zipCache{limit: limit, entries: map[zipKey]*list.Element{}}
}

// get returns the compressed answer of a key. Where there is none yet it calls zip,
// once however many ask at a time; the others wait for it. rawSize is the length of
// what zip would compress, in bytes. nil says to send the answer as it is: it is too
// short, too long for the cache, or hardly shrinks, which is found out once.
//
// Only exact URIs of the catalog make good keys: others, of which a client can invent
// any number, would push those out.
func (c *zipCache) get(key zipKey, rawSize int, zip func() *zipped) *zipped {
	if rawSize < minZip || rawSize > c.limit/8 {
		return nil
	}
	e, isNew := c.entry(key)
	if isNew {
		c.complete(e, zip)
	}
	<-e.done
	return e.answer
}

// entry returns the entry of a key as the most recently used one, and whether it is
// new, so that the caller must complete it.
func (c *zipCache) entry(key zipKey) (_ *zipEntry, isNew bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if at, ok := c.entries[key]; ok {
		c.recent.MoveToFront(at)
		return at.Value.(*zipEntry), false
	}
	key.uri = strings.Clone(key.uri) // which may be a part of a whole request
	e := &zipEntry{key: key, done: make(chan struct{})}
	c.entries[key] = c.recent.PushFront(e)
	return e, true
}

// complete makes the answer of a new entry, charges for it and pushes out what no
// longer fits. Where zip panics the entry is taken back and nobody waits for it.
func (c *zipCache) complete(e *zipEntry, zip func() *zipped) {
	made := false
	defer func() {
		close(e.done)
		c.mu.Lock()
		defer c.mu.Unlock()
		if made {
			c.charge(e)
		} else {
			c.remove(c.entries[e.key])
		}
	}()
	if answer := zip(); answer != nil && answer.worthwhile() {
		e.answer = answer
	}
	made = true
}

// charge counts what a completed entry takes, as the most recently used one, and pushes
// out the least recently used ones over the limit. Those under way have cost nothing
// yet, and stay.
func (c *zipCache) charge(e *zipEntry) {
	c.recent.MoveToFront(c.entries[e.key])
	e.cost = entryCost + len(e.key.uri)
	if e.answer != nil {
		e.cost += len(e.answer.stream)
	}
	c.used += e.cost
	for at := c.recent.Back(); at != nil && c.used > c.limit; {
		before := at.Prev()
		if at.Value.(*zipEntry).cost > 0 {
			c.remove(at)
		}
		at = before
	}
}

func (c *zipCache) remove(at *list.Element) {
	e := at.Value.(*zipEntry)
	c.recent.Remove(at)
	delete(c.entries, e.key)
	c.used -= e.cost
}
