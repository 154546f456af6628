package site

import (
	"bytes"
	"slices"

	"skillpack/internal/markup"
	"skillpack/internal/skill"
)

// maxReferences is how many links of a kind are told of one file, which bounds what a
// hostile one costs.
const maxReferences = 100

// references are where the links of a markdown file lead. Lists are without repeats and in
// the order written.
type references struct {
	skills  []*Skill // other skills than the file's own
	outside []string // addresses on the web
	missing []string // destinations as written
	cut     bool     // there are more
}

// rendered is a markdown file as a page shows it.
type rendered struct {
	markup.Document
	References *references
}

// render renders a markdown body of a file for a page of the site, and keeps where its
// links lead.
func (s *Site) render(f *SkillFile, body []byte, page string) rendered {
	r := &references{}
	document := markup.Markdown(body, markup.MarkdownOptions{Link: func(dest string, image bool) markup.Target {
		l, v := s.resolve(f, dest)
		switch {
		case v == foreign:
			return markup.Target{}
		case v == absent:
			r.missing = r.add(r.missing, dest)
			return markup.Target{Missing: true}
		case l.skill != f.Owner:
			r.addSkill(l.skill)
		}
		if image && l.file != nil && rawType(l.file) != "" {
			return markup.Target{Href: rel(page, l.file.Raw), Image: true}
		}
		return markup.Target{Href: l.href(page)}
	}})
	for _, link := range document.Links {
		if link.Target.Outside {
			r.outside = r.add(r.outside, link.Target.Href)
		}
	}
	f.references.CompareAndSwap(nil, r)
	return rendered{document, r}
}

func (r *references) add(list []string, dest string) []string {
	switch {
	case slices.Contains(list, dest):
	case len(list) == maxReferences:
		r.cut = true
	default:
		list = append(list, dest)
	}
	return list
}

func (r *references) addSkill(k *Skill) {
	switch {
	case slices.Contains(r.skills, k):
	case len(r.skills) == maxReferences:
		r.cut = true
	default:
		r.skills = append(r.skills, k)
	}
}

// referencesOf returns where the links of a file lead: what render kept, or else what it
// finds now. They are none for what is not markdown.
func (s *Site) referencesOf(f *SkillFile) (*references, error) {
	if r := f.references.Load(); r != nil {
		return r, nil
	}
	r := &references{}
	if maybeMarkdown(f) {
		data, err := s.bytes(f)
		if err != nil {
			return nil, err
		}
		if isMarkdown(f, data) {
			return s.render(f, bodyOf(data), f.View).References, nil
		}
	}
	f.references.CompareAndSwap(nil, r)
	return r, nil
}

// isMarkdown reports whether a file is shown as markdown.
func isMarkdown(f *SkillFile, data []byte) bool {
	return markup.KindOf(data, f.Name(), f.Type) == markup.MarkdownText
}

// bodyOf returns what stands behind the frontmatter of a markdown file, or all of it where
// there is no frontmatter that can be read.
func bodyOf(data []byte) []byte {
	if !bytes.HasPrefix(bytes.TrimPrefix(data, []byte("\ufeff")), []byte("---")) {
		return data
	}
	front, body, _ := skill.ParseFrontmatter(data)
	if front == nil {
		return data
	}
	return data[body.Start:body.End]
}
