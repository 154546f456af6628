package external

import (
	"encoding/json"
	"io"
	"maps"
	"os"
	"path/filepath"
	"time"
)

// maxCache bounds how much of a cache file is read, in bytes.
const maxCache = 16 << 20

// cache remembers when addresses answered, and nothing of those that did not, which may
// be put right any time. It is not safe for use by several goroutines.
type cache struct {
	file  string // "" for none
	since time.Time
	alive map[string]time.Time // when last seen, by normal address
	new   bool                 // something is to be saved
}

// openCache reads the cache in a directory. One that cannot be read is empty.
func openCache(dir string, maxAge time.Duration) *cache {
	now := time.Now()
	c := &cache{since: now.Add(-maxAge), alive: make(map[string]time.Time)}
	if dir == "" {
		return c
	}
	c.file = filepath.Join(dir, "links.json")
	f, err := os.Open(c.file)
	if err != nil {
		return c
	}
	defer f.Close()
	if json.NewDecoder(io.LimitReader(f, maxCache)).Decode(&c.alive) != nil || c.alive == nil {
		c.alive = make(map[string]time.Time)
	}
	maps.DeleteFunc(c.alive, func(_ string, seen time.Time) bool { return seen.Before(c.since) || seen.After(now) })
	return c
}

// has reports whether an address answered lately.
func (c *cache) has(address string) bool {
	_, ok := c.alive[address]
	return ok
}

// add remembers that an address has answered now.
func (c *cache) add(address string) {
	if !c.has(address) {
		c.alive[address], c.new = time.Now().UTC().Truncate(time.Second), true
	}
}

// save writes the cache, whole or not at all. Without success the next run asks again.
func (c *cache) save() {
	if c.file == "" || !c.new {
		return
	}
	data, err := json.Marshal(c.alive)
	if err != nil || os.MkdirAll(filepath.Dir(c.file), 0o700) != nil {
		return
	}
	f, err := os.CreateTemp(filepath.Dir(c.file), "links-*.tmp")
	if err != nil {
		return
	}
	_, err = f.Write(data)
	if closed := f.Close(); err == nil && closed == nil && os.Rename(f.Name(), c.file) == nil {
		return
	}
	_ = os.Remove(f.Name())
}
