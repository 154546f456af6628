package skill

import (
	"io/fs"
	"slices"
	"strings"
	"time"
)

// entry is a file that the walk found. Its bytes are at the real path.
type entry struct {
	path, real string
	link       string   // target of the link at path as written
	through    string   // as File.Through
	matters    bool     // it is, or is part of, a skill
	info       info     // not of what a link at path leads to
	content    *content // when Load has looked at it
}

// info is what the listing of a directory told of a regular file.
type info struct {
	ok       bool // the rest is known
	mode     fs.FileMode
	size     int64
	modified time.Time
}

// infoOf returns what an entry of a listing tells; who opens the file learns why it may tell
// nothing.
func infoOf(e fs.DirEntry) info {
	if !e.Type().IsRegular() {
		return info{}
	}
	i, err := e.Info()
	if err != nil || !i.Mode().IsRegular() {
		return info{}
	}
	return info{ok: true, mode: i.Mode(), size: i.Size(), modified: i.ModTime()}
}

// entries collects entries. A list of many would be copied again and again while it grows.
type entries struct {
	free []entry // memory for the next ones
	all  []*entry
}

func (s *entries) add(e entry) {
	const many = 256
	if len(s.free) == 0 {
		s.free = make([]entry, many)
	}
	s.free[0] = e
	s.all, s.free = appended(s.all, &s.free[0]), s.free[1:]
}

// appended is append for lists of many: each memory is twice that of before, where append takes
// a quarter more and so leaves more behind.
func appended[T any](list []T, e T) []T {
	const many = 256
	if len(list) == cap(list) {
		list = slices.Grow(list, max(len(list), many))
	}
	return append(list, e)
}

// sorted returns the entries by path. There are none afterwards.
func (s *entries) sorted() []*entry {
	slices.SortFunc(s.all, func(a, b *entry) int { return strings.Compare(a.path, b.path) })
	list := s.all
	*s = entries{}
	return list
}
