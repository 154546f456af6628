package site

import (
	"html/template"

	"skillpack/internal/markup"
)

// skillData is what the page of a skill tells beyond the model.
type skillData struct {
	*Skill
	Crumbs    []crumb
	Document  markup.Document  // of the body of SKILL.md
	Headings  []markup.Heading // of Document, where it has enough for a table of contents
	FileTable template.HTML
	Connect   connection
	Budget    []bar
	Tokens    []tokens
	*skillLinks
}

// HasLinks reports whether there is anything to say of links.
func (d *skillData) HasLinks() bool {
	return len(d.Nested)+len(d.LinksTo)+len(d.LinkedFrom)+len(d.Outside)+len(d.Missing) > 0
}

// headingsOf returns the headings for a table of contents, none where a text is too short
// for one.
func headingsOf(d markup.Document) []markup.Heading {
	const least = 3
	if len(d.Headings) < least {
		return nil
	}
	return d.Headings
}

// skillFiles are the pages of the skills.
func (s *Site) skillFiles() ([]File, error) {
	files := make([]File, len(s.skills))
	for i, k := range s.skills {
		p := page{Path: k.Page, Kind: "skill", Title: k.Name, Description: k.Description}
		files[i] = s.htmlFile(p, func() (any, error) { return s.skillData(k) })
	}
	return files, nil
}

func (s *Site) skillData(k *Skill) (*skillData, error) {
	manifest, err := s.bytes(k.Manifest())
	if err != nil {
		return nil, err
	}
	body := bodyOf(manifest)
	d := &skillData{Skill: k, Crumbs: crumbsTo(k), Connect: s.connection(k), Budget: budget(k)}
	d.Document = s.render(k.Manifest(), body, k.Page).Document
	d.Headings = headingsOf(d.Document)
	d.FileTable = fileTable(k)
	if d.Tokens, err = s.tokens(k, body); err != nil {
		return nil, err
	}
	d.skillLinks, err = s.linksOf(k)
	return d, err
}
