package verify

import "os"

// Cache keeps files that a Session has checked in a folder, by the server's label and by
// digest. Each file is checked again whenever it is taken out, so that a spoiled one is
// as one that is not there. The folder and all in it are for its owner alone, files are
// written whole or not at all, and no name in it comes from a server. Several processes
// may share it. It never shrinks: delete what you like, at any time.
type Cache struct {
	root *os.Root
}

// OpenCache opens the cache in a folder, which is made where there is none. It refuses a
// folder that others may read or write. Close it when no Session uses it any more.
func OpenCache(dir string) (*Cache, error) { panic("todo") }

// Close gives the folder back to the system. What is in it stays.
func (c *Cache) Close() error { return c.root.Close() }
