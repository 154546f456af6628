package catalog

import "unsafe"

// SkillLines returns the wire forms of Skills[from:to] as they stand in the catalog,
// separated by a comma and a line break: what goes between the brackets of a listing.
// The catalog must be frozen and from less than to. The caller must not change it.
func (c *Catalog) SkillLines(from, to int) []byte {
	return through(c.Skills[from].wire, c.Skills[to-1].wire)
}

// ResourceLines is SkillLines for Resources.
func (c *Catalog) ResourceLines(from, to int) []byte {
	return through(c.Resources[from].wire, c.Resources[to-1].wire)
}

// ChildLines is SkillLines for Children, which are separated by a comma alone.
func (d *Directory) ChildLines(from, to int) []byte {
	return through(d.Children[from].wire, d.Children[to-1].wire)
}

// through returns what lies from the start of first to the end of last, both slices of
// one decoded file. Each slice ends where its value does, so that nobody appends into
// the file; this is the one place that reaches over the end of one.
func through(first, last []byte) []byte {
	start, end := unsafe.SliceData(first), unsafe.SliceData(last)
	size := uintptr(unsafe.Pointer(end)) - uintptr(unsafe.Pointer(start)) + uintptr(len(last))
	return unsafe.Slice(start, size)
}
