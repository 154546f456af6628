package site

import (
	"html/template"
	"strings"
)

// frameKey names what stands around the content of a page and is the same for all pages of a
// kind in one depth, from which links lead up by as many steps.
type frameKey struct {
	part, kind string
	depth      int
}

// maxFrameDepth bounds what is kept of frames. Deeper pages are few.
const maxFrameDepth = 32

// Frame returns a part of base.html that is a frame: "assets", "top" or "foot". It is made
// once for all pages that share it, for most of them are short and as costly.
func (p *page) Frame(part string) (template.HTML, error) {
	all, key := p.Site.pages, frameKey{part, p.Kind, strings.Count(p.Path, "/")}
	if known, ok := all.frames.Load(key); ok {
		return known.(template.HTML), nil
	}
	var b strings.Builder
	shared := page{Path: p.Path, Kind: p.Kind, Absolute: p.Absolute, Site: p.Site}
	if err := all.byName[p.Kind].ExecuteTemplate(&b, part, &shared); err != nil {
		return "", err
	}
	text := template.HTML(b.String())
	if key.depth <= maxFrameDepth {
		all.frames.Store(key, text)
	}
	return text, nil
}
