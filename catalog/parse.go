package catalog

import (
	"bytes"
	"slices"

	"skillpack/internal/protocol"
)

// The fixed pieces of the format that more than one place needs.
const (
	headStart = protocol.CatalogStart
	head      = headStart + "1,\n" // Version
	sealStart = `"seal":"`
	sealEnd   = "\"}\n"
	listEnd   = "],\n"
)

// parser reads the lines of a catalog into values whose wire forms are slices of
// its bytes. It checks form alone; check and the content workers do the rest.
type parser struct {
	scanner
	c      *Catalog
	starts [sectionCount]int // offset of each section's first item
	// What the entry or directory being read has so far. Each keeps a copy of the
	// right size.
	refs     []Ref
	children []Resource
}

// parse reads everything before the seal.
func parse(b []byte) *parser {
	p := &parser{scanner: scanner{b: b}, c: &Catalog{}}
	p.beforeContents()
	p.list(inContents, func() { p.c.Contents = append(p.c.Contents, p.content()) })
	if p.pos < len(b) {
		p.fail(p.pos, "found %s, expected the seal", p.found(p.pos))
	}
	return p
}

// beforeContents reads all but the contents, which are most of a catalog and have a form
// that can be read from the middle.
func (p *parser) beforeContents() {
	p.lit(head)
	p.starts[inServer] = p.pos
	p.server()
	p.list(inSkills, func() { p.c.Skills = append(p.c.Skills, p.entry()) })
	p.list(inUnlisted, func() { p.c.Unlisted = append(p.c.Unlisted, p.entry()) })
	p.list(inResources, func() { p.c.Resources = append(p.c.Resources, p.resource()) })
	p.list(inDirectories, func() { p.c.Directories = append(p.c.Directories, p.directory()) })
}

func (p *parser) server() {
	s := &p.c.Server
	p.lit(`"server":{"name":`)
	s.Name = p.string()
	p.lit(`,"version":`)
	s.Version = p.string()
	if p.has(`,"instructions":`) {
		s.Instructions = p.nonEmpty("instructions")
	}
	p.lit(`,"ttlMs":`)
	s.TTLMs = p.integer()
	p.lit(`,"cacheScope":`)
	s.CacheScope = p.string()
	p.lit("},\n")
}

// nonEmpty reads the string of a key that is left out where there is nothing to say.
func (p *parser) nonEmpty(key string) string {
	at := p.pos
	text := p.string()
	if text == "" {
		p.fail(at, "%q is empty, expected it to be left out", key)
	}
	return text
}

// list reads a section: its opening line, an item a line, its closing line.
func (p *parser) list(in section, item func()) {
	p.open(in)
	if p.has(listEnd) {
		return
	}
	for !p.failed {
		item()
		if !p.has(",\n") {
			p.lit("\n" + listEnd)
			return
		}
	}
}

// open reads the opening line of a section.
func (p *parser) open(in section) {
	p.lit(opening(in))
	p.starts[in] = p.pos
}

// opening is the first line of a section.
func opening(in section) string { return `"` + sectionNames[in] + "\":[\n" }

// since returns what was read from start on. It has no spare capacity, so that
// nobody appends into the file.
func (p *parser) since(start int) []byte { return p.b[start:p.pos:p.pos] }

func (p *parser) entry() Entry {
	var e Entry
	start := p.pos
	p.lit(`{"uri":`)
	e.URI = p.string()
	p.lit(`,"frontmatter":`)
	front := p.pos
	p.frontmatter()
	e.Frontmatter = p.since(front)
	p.lit(`,"resources":[`)
	p.refs = p.refs[:0]
	for !p.failed {
		p.refs = append(p.refs, p.ref())
		if !p.has(",") {
			break
		}
	}
	e.Resources = slices.Clone(p.refs)
	p.lit("]}")
	e.wire = p.since(start)
	return e
}

func (p *parser) ref() Ref {
	var r Ref
	p.lit(`{"uri":`)
	r.URI = p.string()
	p.lit(`,"digest":`)
	r.Digest = p.string()
	p.lit(`,"size":`)
	r.Size = p.integer()
	p.lit("}")
	return r
}

func (p *parser) resource() Resource {
	var r Resource
	start := p.pos
	p.lit(`{"uri":`)
	r.URI = p.string()
	p.lit(`,"name":`)
	r.Name = p.string()
	if p.has(`,"description":`) {
		r.Description = p.nonEmpty("description")
	}
	p.lit(`,"mimeType":`)
	r.MIMEType = p.string()
	if r.MIMEType != protocol.DirectoryType {
		p.lit(`,"size":`)
		r.Size = p.integer()
	}
	p.lit("}")
	r.wire = p.since(start)
	return r
}

func (p *parser) directory() Directory {
	var d Directory
	p.lit(`{"uri":`)
	d.URI = p.string()
	p.lit(`,"resources":[`)
	p.children = p.children[:0]
	for !p.failed && (len(p.children) > 0 || p.peek() != ']') {
		p.children = append(p.children, p.resource())
		if !p.has(",") {
			break
		}
	}
	d.Children = slices.Clone(p.children)
	p.lit("]}")
	return d
}

// content cuts a content from its line without a look at the string in it, which
// is for checkContent.
func (p *parser) content() Content {
	var c Content
	p.lit(`{"digest":`)
	c.Digest = p.string()
	p.lit(",")
	start := p.pos
	if !p.has(textStart) && !p.has(blobStart) {
		p.fail(p.pos, "found %s, expected \"text\" or \"blob\" and a string", p.found(p.pos))
		return c
	}
	const end = `"}`
	line := p.b[p.pos:]
	if i := bytes.IndexByte(line, '\n'); i >= 0 {
		line = line[:i]
	}
	line = bytes.TrimSuffix(line, []byte{','})
	if !bytes.HasSuffix(line, []byte(end)) {
		at := p.pos + len(line)
		p.fail(at, "the content that begins at byte %d does not end with %q", start, end)
		return c
	}
	p.pos += len(line) - len(`}`)
	c.wire = p.since(start)
	p.lit(`}`)
	return c
}
