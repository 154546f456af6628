package serve

import "sync"

// zipPages are the compressed pages of one list in one form. A page is compressed when
// it is first asked for, or before that by fill, and is then kept as long as the list.
// Its methods may be called concurrently.
type zipPages struct {
	size  int // items on a page
	zip   func(start int) *zipped
	slots []zipSlot
}

type zipSlot struct {
	once sync.Once
	page *zipped // nil where compressing it is not worth it
}

// newZipPages prepares the pages of a list of so many items, none of them compressed
// yet. zip compresses the page whose first item is at start, or returns nil for a
// page that is to be sent as it is.
func newZipPages(items, size int, zip func(start int) *zipped) *zipPages {
	pages := max(1, (items+size-1)/size) // an empty list has one
	return &zipPages{size: size, zip: zip, slots: make([]zipSlot, pages)}
}

// get returns the page that begins with the item at start; nil says to send it as it
// is, since it would hardly shrink or no page of the walk begins there.
func (p *zipPages) get(start int) *zipped {
	if start < 0 || start%p.size != 0 || start/p.size >= len(p.slots) {
		return nil
	}
	slot := &p.slots[start/p.size]
	slot.once.Do(func() {
		if page := p.zip(start); page != nil && page.length >= minZip && page.worthwhile() {
			slot.page = page
		}
	})
	return slot.page
}

// fill compresses page after page until all are done or stop is closed. It compresses
// one at a time, so that requests go on meanwhile.
func (p *zipPages) fill(stop <-chan struct{}) {
	for i := range p.slots {
		select {
		case <-stop:
			return
		default:
			p.get(i * p.size)
		}
	}
}
