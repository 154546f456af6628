package site

import (
	"bytes"
	"html/template"
	"io"
	"io/fs"
	"sync"

	"skillpack/templates"
)

// page is what every template gets. Templates of templates/site define "main" and are
// executed as "base".
type page struct {
	Path        string // of the page in the site
	Kind        string // "index", "browse", "overview", "skill", "view" or "missing"
	Title       string // of the document, without that of the site
	Description string // for search engines; "" leaves it out
	Absolute    bool   // links are from the root of the host, as on 404.html
	Site        *Site
	Data        any // what the page is about

	large []template.HTML // see Large
}

// Href returns the link from the page to a file of the site.
func (p *page) Href(to string) string {
	if p.Absolute {
		return absolute(p.Site.options.BasePath, to)
	}
	return rel(p.Path, to)
}

// skillList is skills to link to from a page.
type skillList struct {
	Page   *page
	Skills []*Skill
}

// List is what the template "skills" gets.
func (p *page) List(skills []*Skill) skillList { return skillList{p, skills} }

// Title, Digest, MCPURL, BaseURL and Version are what pages tell of the whole site.
func (s *Site) Title() string   { return s.options.Title }
func (s *Site) Digest() string  { return s.catalog.Digest() }
func (s *Site) MCPURL() string  { return s.options.MCPURL }
func (s *Site) BaseURL() string { return s.options.BaseURL }
func (s *Site) Version() string { return s.options.Version }

// StylePath and ScriptPath are where the style sheet and the script are in the site.
func (s *Site) StylePath() string  { return s.pages.style }
func (s *Site) ScriptPath() string { return s.pages.script }

// pages are the templates, parsed once, and the paths of what they ask for.
type pages struct {
	byName        map[string]*template.Template // "index" for index.html
	style, script string
	idle          sync.Pool // of *bytes.Buffer, for the output of templates
	frames        sync.Map  // template.HTML by frameKey
}

// newPages parses base.html with each of the other pages. Files that begin with "_" hold
// parts that all share.
func newPages() (*pages, error) {
	all := templates.Site()
	names, err := fs.Glob(all, "*.html")
	if err != nil {
		return nil, err
	}
	p := &pages{byName: map[string]*template.Template{}}
	for _, name := range names {
		if name == "base.html" || name[0] == '_' {
			continue
		}
		files := []string{"base.html", name}
		if parts, _ := fs.Glob(all, "_*.html"); parts != nil {
			files = append(files, parts...)
		}
		t, err := template.New("base").Funcs(functions()).ParseFS(all, files...)
		if err != nil {
			return nil, err
		}
		p.byName[name[:len(name)-len(".html")]] = t
	}
	return p, nil
}

// htmlFile is the file of a page, made by the template of its Kind. The data is made when
// the bytes are asked for.
func (s *Site) htmlFile(p page, data func() (any, error)) File {
	p.Site = s
	write := func(w io.Writer) error {
		p := p
		var err error
		if p.Data, err = data(); err != nil {
			return err
		}
		return s.pages.print(&p, w)
	}
	return File{Path: p.Path, Type: "text/html; charset=utf-8", Class: Page, write: write, Bytes: func() ([]byte, error) {
		var b bytes.Buffer
		err := write(&b)
		return b.Bytes(), err
	}}
}

// print writes a page whose Data is known.
func (all *pages) print(p *page, w io.Writer) error {
	output, ok := all.idle.Get().(*bytes.Buffer)
	if !ok {
		output = new(bytes.Buffer)
	}
	defer all.idle.Put(output)
	output.Reset()
	if err := all.byName[p.Kind].ExecuteTemplate(output, "base", p); err != nil {
		return err
	}
	return p.join(w, output.Bytes())
}
