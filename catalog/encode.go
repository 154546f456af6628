package catalog

import (
	"bytes"
	"cmp"
	"io"
	"strconv"

	"skillpack/internal/protocol"
)

// Info says what was written.
type Info struct {
	Size   int64  // bytes
	Digest string // the seal
}

// Encode writes a catalog in the canonical form and its seal. It first refuses
// everything that Decode would refuse, then reads the contents, a few at a time, and
// fails where one no longer has its digest and size. After an error, what was
// written is no catalog.
func Encode(w io.Writer, c *Catalog) error {
	_, err := Write(w, c)
	return err
}

// Write is Encode that says what it wrote. Nothing else may change c meanwhile.
func Write(w io.Writer, c *Catalog) (Info, error) {
	ix, f := check(c)
	if f == nil {
		f = checkSizes(c, ix)
	}
	if f != nil {
		return Info{}, f
	}
	s := newSealer(w)
	failed := writeSealed(s, c)
	info, err := s.finish()
	if err = cmp.Or(failed, err); err != nil {
		return Info{}, err
	}
	n, err := io.WriteString(w, sealStart+info.Digest+sealEnd)
	info.Size += int64(n)
	return info, err
}

// Freeze returns the frozen form of a catalog, c itself where it is frozen, or the
// error that Encode returns. It calls every Content.Read once and holds the whole
// catalog in memory; c is neither changed nor shared with the result.
func Freeze(c *Catalog) (*Catalog, error) {
	if c.Frozen() {
		return c, nil
	}
	var b bytes.Buffer
	if err := Encode(&b, c); err != nil {
		return nil, err
	}
	return Decode(b.Bytes())
}

// encoder writes lines, each put together in buf.
type encoder struct {
	w   *sealer
	buf []byte
}

// writeSealed writes everything before the seal.
func writeSealed(w *sealer, c *Catalog) error {
	e := &encoder{w: w}
	e.buf = append(e.buf, head...)
	e.buf = appendServer(e.buf, &c.Server)
	e.flush()
	list(e, inSkills, c.Skills, appendEntry)
	list(e, inUnlisted, c.Unlisted, appendEntry)
	list(e, inResources, c.Resources, appendResource)
	list(e, inDirectories, c.Directories, appendDirectory)
	return e.contents(c.Contents)
}

// flush writes the line. Errors stick to the writer until it is finished.
func (e *encoder) flush() {
	e.w.Write(e.buf)
	e.buf = e.buf[:0]
}

func (e *encoder) open(in section) { e.buf = append(e.buf, `"`+sectionNames[in]+"\":[\n"...) }

// item ends and writes the line of the item with index i of n.
func (e *encoder) item(i, n int) {
	if i < n-1 {
		e.buf = append(e.buf, ',')
	}
	e.buf = append(e.buf, '\n')
	e.flush()
}

func (e *encoder) close() {
	e.buf = append(e.buf, listEnd...)
	e.flush()
}

func list[T any](e *encoder, in section, items []T, appendItem func([]byte, *T) []byte) {
	e.open(in)
	for i := range items {
		e.buf = appendItem(e.buf, &items[i])
		e.item(i, len(items))
	}
	e.close()
}

func appendServer(b []byte, s *Server) []byte {
	b = appendMember(b, `"server":{"name":`, s.Name)
	b = appendMember(b, `,"version":`, s.Version)
	if s.Instructions != "" {
		b = appendMember(b, `,"instructions":`, s.Instructions)
	}
	b = strconv.AppendInt(append(b, `,"ttlMs":`...), s.TTLMs, 10)
	b = appendMember(b, `,"cacheScope":`, s.CacheScope)
	return append(b, "},\n"...)
}

// appendMember appends what stands before a string, and the string.
func appendMember(b []byte, before, text string) []byte {
	return protocol.AppendString(append(b, before...), text)
}

func appendEntry(b []byte, e *Entry) []byte {
	b = appendMember(b, `{"uri":`, e.URI)
	b = append(append(b, `,"frontmatter":`...), e.Frontmatter...)
	b = append(b, `,"resources":[`...)
	for i := range e.Resources {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendRef(b, &e.Resources[i])
	}
	return append(b, "]}"...)
}

func appendRef(b []byte, r *Ref) []byte {
	b = appendMember(b, `{"uri":`, r.URI)
	b = appendMember(b, `,"digest":`, r.Digest)
	b = strconv.AppendInt(append(b, `,"size":`...), r.Size, 10)
	return append(b, '}')
}

func appendResource(b []byte, r *Resource) []byte {
	b = appendMember(b, `{"uri":`, r.URI)
	b = appendMember(b, `,"name":`, r.Name)
	if r.Description != "" {
		b = appendMember(b, `,"description":`, r.Description)
	}
	b = appendMember(b, `,"mimeType":`, r.MIMEType)
	if r.MIMEType != protocol.DirectoryType {
		b = strconv.AppendInt(append(b, `,"size":`...), r.Size, 10)
	}
	return append(b, '}')
}

func appendDirectory(b []byte, d *Directory) []byte {
	b = appendMember(b, `{"uri":`, d.URI)
	b = append(b, `,"resources":[`...)
	for i := range d.Children {
		if i > 0 {
			b = append(b, ',')
		}
		b = appendResource(b, &d.Children[i])
	}
	return append(b, "]}"...)
}
