package skill

import (
	"io/fs"
	"path"
	"slices"

	"skillpack/internal/protocol"
)

// What Options.Only leaves unread. Such a file is known by its path, size and mode; its
// Digest is "" and its Text false. Content, Bytes and Markdown give what it holds to who asks.

// take has what is to be known of the file of an entry found out.
func (w *walker) take(e *entry) {
	switch {
	case len(w.only) == 0 || w.isAsked(e.path):
		w.readers.read(e.real)
	case path.Base(e.path) != protocol.ManifestName:
		w.readers.look(e.real)
	case !w.readers.recall(e.real):
		w.readers.read(e.real)
	}
}

func (w *walker) isAsked(file string) bool {
	return slices.ContainsFunc(w.only, func(dir string) bool { return Within(file, dir) })
}

// look has the size and mode of the file at a real path found out, unless it is read too.
func (r *readers) look(real string) {
	if r.contents[real] == nil && r.looked[real] == nil {
		c := &content{real: real, unread: true}
		if r.notes != nil {
			c.err = r.stat(c)
			r.contents[real] = c
			return
		}
		r.looked[real] = c
		r.work <- c
	}
}

// stat fills in what is known without reading.
func (r *readers) stat(c *content) error {
	info, err := fs.Stat(r.fsys, c.real)
	if err != nil {
		return err
	}
	c.size, c.executable, c.modified = info.Size(), info.Mode()&0o111 != 0, info.ModTime()
	return nil
}

// readCopies reads those of the unread files that may be copies of one that was asked for:
// they have its size.
func (w *walker) readCopies(contents map[string]*content) error {
	sizes := map[int64]bool{}
	for _, e := range w.files {
		if c := contents[e.real]; !c.unread && w.isAsked(e.path) {
			sizes[c.size] = true
		}
	}
	var alike []*content
	for _, c := range contents {
		if c.unread && c.err == nil && sizes[c.size] {
			alike = append(alike, c)
		}
	}
	return inParallel(w.ctx, len(alike), func(i int) {
		c := alike[i]
		c.unread = false
		c.err = w.readers.load(c, newMeasure())
	})
}
