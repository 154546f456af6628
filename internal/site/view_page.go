package site

import (
	"encoding/json"
	"html/template"

	"skillpack/internal/markup"
	"skillpack/internal/skill"
)

// viewData is what the view of a file tells beyond the model.
type viewData struct {
	*SkillFile
	Crumbs     []crumb
	Prev, Next *SkillFile // among the files of Owner alone
	RenderedAt string     // the page that shows it as text for people, for a SKILL.md

	Rendered    bool // Document is shown
	Document    markup.Document
	Frontmatter []Field          // of a markdown file that is no SKILL.md
	Headings    []markup.Heading // of Document, where it has enough for a table of contents
	Image       template.URL     // of a preview
	Listing     *markup.Listing  // of a text
	Hex         template.HTML    // of any other file
	HexWhole    bool
}

// Preview reports whether something stands above the source.
func (v *viewData) Preview() bool { return v.Rendered || v.Image != "" || v.RenderedAt != "" }

// viewFiles are the views of all files of listed skills, one each.
func (s *Site) viewFiles() ([]File, error) {
	files := make([]File, 0, len(s.views))
	for _, k := range s.skills {
		own := byFolder(k.Own())
		for i, f := range own {
			p := page{Path: f.View, Kind: "view", Title: f.Below + " · " + k.Name}
			v := viewData{SkillFile: f}
			if i > 0 {
				v.Prev = own[i-1]
			}
			if i+1 < len(own) {
				v.Next = own[i+1]
			}
			files = append(files, s.htmlFile(p, func() (any, error) { return s.viewData(v) }))
		}
	}
	return files, nil
}

func (s *Site) viewData(v viewData) (*viewData, error) {
	data, err := s.bytes(v.SkillFile)
	if err != nil {
		return nil, err
	}
	v.Crumbs = crumbsToFile(v.SkillFile)
	switch kind := markup.KindOf(data, v.Name(), v.Type); {
	case len(data) == 0:
	case v.URI == v.Owner.URI:
		v.RenderedAt = v.Owner.Page
		v.show(data)
	case kind == markup.MarkdownText:
		s.renderView(&v, data)
		v.show(data)
	case kind == markup.Raster:
		v.Image = template.URL(rel(v.View, v.Raw)) // percent-encoded
	case kind == markup.SVG:
		v.Image, _ = markup.SVGData(data)
		v.show(data)
	case kind == markup.Text:
		v.show(data)
	default:
		v.Hex = markup.Hex(data[:min(markup.MaxHex, len(data))])
		v.HexWhole = len(data) <= markup.MaxHex
	}
	return &v, nil
}

// show sets the listing of a text.
func (v *viewData) show(data []byte) {
	listing := markup.Code(data, v.Name())
	v.Listing = &listing
	if v.URI != v.Owner.URI { // of SKILL.md the parts are told
		v.noteTokens(data)
	}
}

func (s *Site) renderView(v *viewData, data []byte) {
	body := bodyOf(data)
	v.Rendered = true
	v.Document = s.render(v.SkillFile, body, v.View).Document
	v.Headings = headingsOf(v.Document)
	if len(body) < len(data) {
		front, _, _ := skill.ParseFrontmatter(data)
		v.Frontmatter, _ = parseFields(json.RawMessage(front.AppendJSON(nil))) // JSON of our own
	}
}
