package lint

import (
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

func newHeldTexts() *heldTexts {
	// Any file fits in. Most of it is never touched, and so costs nothing.
	memory := make([]byte, mostHeld+protocol.MaxBytes+1)
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
	if len(h.free) <= protocol.MaxBytes {
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
type heldPool chan *heldTexts

func (p heldPool) get() *heldTexts {
	select {
	case held := <-p:
		return held
	default:
		return newHeldTexts()
	}
}

// put takes back what get returned. What the pool has no room for is garbage.
func (p heldPool) put(held *heldTexts) {
	select {
	case p <- held:
	default:
	}
}
