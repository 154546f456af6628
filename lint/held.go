package lint

import (
	"runtime"
	"unsafe"

	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// mostHeld is how many bytes of the texts of a skill, but for the last of them, are in memory that
// is used again for the next. Of a skill with more, the rest is read where it is asked for.
const mostHeld = 2 << 20

// heldTexts gives the contents of files to the checks of one skill, which reads each once
// however many ask. It belongs to one goroutine.
type heldTexts struct {
	memory, free []byte
	of           map[*skill.File][]byte
}

// newHeldTexts returns memory of a size in bytes.
func newHeldTexts(size int64) *heldTexts {
	memory := make([]byte, size)
	return &heldTexts{memory, memory, make(map[*skill.File][]byte)}
}

// content returns what File.Content does, valid up to release. A nil heldTexts holds nothing.
func (h *heldTexts) content(f *skill.File) []byte {
	if h == nil {
		return f.Content()
	}
	if content, ok := h.of[f]; ok {
		return content
	}
	if int64(len(h.free)) <= min(f.Size, protocol.MaxBytes) {
		return f.Content()
	}
	content := f.ContentIn(h.free)
	if len(content) > 0 && unsafe.SliceData(content) == unsafe.SliceData(h.free) {
		h.free = h.free[len(content):]
		h.of[f] = content
	}
	return content
}

// release makes the memory free for the next skill.
func (h *heldTexts) release() {
	h.free = h.memory
	clear(h.of)
}

// heldPool has those that nobody uses. Unlike a sync.Pool it keeps them while garbage is
// collected, since memory that is used for the first time costs more than all that is done with it.
type heldPool struct {
	free chan *heldTexts
	size int64 // of each
}

// newHeldPool returns a pool for the checks of some skills: what it gives has room for the
// files of any, or for all that is to be held.
func newHeldPool(skills []*texts) *heldPool {
	largest := int64(0)
	for _, t := range skills {
		size := int64(0)
		for _, f := range t.files {
			size += f.Size
		}
		largest = max(largest, size)
	}
	return &heldPool{make(chan *heldTexts, runtime.GOMAXPROCS(0)), min(largest, mostHeld+protocol.MaxBytes) + 1}
}

func (p *heldPool) get() *heldTexts {
	select {
	case held := <-p.free:
		return held
	default:
		return newHeldTexts(p.size)
	}
}

// put takes back what get returned. What the pool has no room for is garbage.
func (p *heldPool) put(held *heldTexts) {
	select {
	case p.free <- held:
	default:
	}
}
