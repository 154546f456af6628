package reuse

import "io/fs"

// facts are what the file system says of a name, by which a change shows.
type facts struct {
	mode              fs.FileMode
	size              int64
	modified, changed int64 // nanoseconds since 1970
	inode, device     uint64
}
