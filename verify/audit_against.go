package verify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"skillpack/catalog"
)

// checkAgainst holds the server against the catalog that it must serve: exactly that,
// nothing more and nothing less. What was reported before is not said again.
func (a *eraAudit) checkAgainst() {
	if a.o.Against == nil {
		return
	}
	d := &deviation{eraAudit: a, want: a.o.Against, told: map[string]bool{}}
	for _, f := range a.out.items {
		d.told[cmp.Or(f.URI, f.Skill)] = true
	}
	d.settings()
	d.skills()
	d.resources()
	d.directories()
}

// deviation is the comparison of a server with a catalog.
type deviation struct {
	*eraAudit
	want *catalog.Catalog
	told map[string]bool // URIs of which something was reported
}

// settings compares what the server says of itself and of its listing.
func (d *deviation) settings() {
	want := &d.want.Server
	if got := d.c.Instructions(); got != want.Instructions {
		x, y := excerpts(got, want.Instructions)
		d.out.add(subject{}, "P10", d.greeted(), "the instructions are %s, but %s in the catalog", x, y)
	}
	for _, w := range d.lists {
		if w.method == methodSkills && d.c.Era() == Modern && w.first != nil {
			d.setting(w.first, "ttlMs", fmt.Sprint(want.TTLMs))
			d.setting(w.first, "cacheScope", `"`+want.CacheScope+`"`)
		}
	}
}

func (d *deviation) greeted() json.RawMessage {
	if g := d.c.Greeting(); g != nil {
		return g.Request
	}
	return nil
}

func (d *deviation) setting(r *response, field, want string) {
	raw := r.members[field]
	if cacheFault(field, raw) == "" && string(raw) != want {
		d.out.add(subject{}, "P2", r.request, "skills/list: %q is %s, but %s in the catalog", field, raw, want)
	}
}

// skills compares the entries, listed and not.
func (d *deviation) skills() {
	for i := range d.want.Skills {
		d.skill(&d.want.Skills[i], false)
	}
	for i := range d.want.Unlisted {
		d.skill(&d.want.Unlisted[i], true)
	}
	for _, s := range d.sortedSkills() {
		if _, ok := d.want.Entry(s.URI); !ok {
			d.out.add(s.subject(""), listing(s.unlisted), s.request, "the server has the skill, but the catalog does not")
		}
	}
}

// listing is the id of what tells a skill.
func listing(unlisted bool) string {
	if unlisted {
		return "P3"
	}
	return "P2"
}

// skill compares one entry of the catalog with the server's.
func (d *deviation) skill(e *catalog.Entry, unlisted bool) {
	s := d.inventory.skills[e.URI]
	switch {
	case s == nil && (d.unsure || d.told[e.URI] || d.twins[e.URI]), s != nil && s.broken:
	case s == nil:
		d.out.add(subject{e.URI, ""}, listing(unlisted), requestOf(methodSkill, map[string]any{"uri": e.URI}), "the catalog has the skill %s, but the server does not", quote(e.URI))
	case s.unlisted && !unlisted && d.unsure:
	case s.unlisted != unlisted && unlisted:
		d.out.add(s.subject(""), "P2", s.request, "skills/list has the skill, which is not listed in the catalog")
	case s.unlisted != unlisted:
		d.out.add(s.subject(""), "P2", s.request, "skills/list does not have the skill, which is listed in the catalog")
	default:
		d.entry(s, e)
	}
}

// entry compares a server's valid entry with the catalog's.
func (d *deviation) entry(s *auditedSkill, e *catalog.Entry) {
	if string(s.Raw) == string(e.Wire()) {
		return
	}
	if !s.differs {
		d.frontmatter(s, e)
	}
	if s.Dynamic {
		d.out.add(s.subject(""), "E2", s.request, "the entry is dynamic, but has files in the catalog")
		return
	}
	want := map[string]catalog.Ref{}
	for _, ref := range e.Resources {
		want[ref.URI] = ref
	}
	for _, ref := range s.Resources {
		d.ref(s, ref, want)
		delete(want, ref.URI)
	}
	for uri := range want {
		if d.isOf(s, uri) && !d.told[uri] {
			d.out.share(d.lacking(s, uri), s.subject(uri), "E3", s.request, "the catalog has the file, but the entry does not")
		}
	}
}

// isOf reports whether s is the innermost skill around a URI: what is in a nested skill is
// told of that one alone.
func (d *deviation) isOf(s *auditedSkill, uri string) bool {
	inner := d.around(uri)
	if inner != s {
		return false
	}
	for i := strings.LastIndexByte(uri, '/'); i > len(s.root); i = strings.LastIndexByte(uri[:i], '/') {
		if _, ok := d.want.Entry(uri[:i] + manifestSuffix); ok {
			return false // of a nested skill that the server does not have
		}
	}
	return true
}

// frontmatter compares the frontmatter of an entry.
func (d *deviation) frontmatter(s *auditedSkill, e *catalog.Entry) {
	got, err := parseJSON(s.Frontmatter)
	want, wrong := parseJSON(e.Frontmatter)
	if err != nil || wrong != nil {
		return // reported before; that of a catalog is right
	}
	c := &comparison{}
	c.value("", got, want)
	if len(c.found) > 0 {
		d.out.add(s.subject(""), "E1", s.request, "the frontmatter differs from the catalog: %s", c.words("the server", "the catalog"))
	}
}

// ref compares a file of an entry.
func (d *deviation) ref(s *auditedSkill, ref catalog.Ref, want map[string]catalog.Ref) {
	if d.told[ref.URI] || !d.isOf(s, ref.URI) {
		return
	}
	also := d.alike(s, ref)
	switch w, ok := want[ref.URI]; {
	case !ok:
		d.out.share(also, s.subject(ref.URI), "E3", s.request, "the entry has the file, but the catalog does not")
	case w.Size != ref.Size:
		d.out.share(also, s.subject(ref.URI), "E4", s.request, "its size is %d, but %d in the catalog", ref.Size, w.Size)
	case w.Digest != ref.Digest:
		d.out.share(also, s.subject(ref.URI), "E4", s.request, "its digest is %s, but %s in the catalog", ref.Digest, w.Digest)
	}
}

// alike returns the skills around s whose entries say the same of a file: what is wrong
// with it is wrong with them too (M7).
func (d *deviation) alike(s *auditedSkill, ref catalog.Ref) []string {
	var also []string
	for _, o := range d.files[ref.URI].owners {
		if o.skill != s && o.ref == ref {
			also = append(also, o.skill.URI)
		}
	}
	return also
}

// lacking returns the skills around s that lack a file too.
func (d *deviation) lacking(s *auditedSkill, uri string) []string {
	var also []string
	for outer := d.enclosing(s); outer != nil; outer = d.enclosing(outer) {
		has := slices.ContainsFunc(outer.Resources, func(r catalog.Ref) bool { return r.URI == uri })
		if !has && !outer.broken && !outer.Dynamic {
			also = append(also, outer.URI)
		}
	}
	return also
}

// resources compares what resources/list says of each file. Files that one of the two
// does not have were told with the entries.
func (d *deviation) resources() {
	for i := range d.want.Resources {
		want := &d.want.Resources[i]
		got := d.inventory.resources[want.URI]
		if got == nil || got.wrong || d.told[want.URI] || d.files[want.URI] == nil {
			continue
		}
		if fault := resourceFault(got, want); fault != "" {
			d.out.add(d.about(want.URI), "P6", got.request, "resources/list: %s", fault)
		}
	}
	for uri, got := range d.inventory.resources {
		_, known := d.want.Resource(uri)
		if !known && !d.told[uri] && d.files[uri] == nil && d.around(uri) == nil && d.sameScheme(uri) {
			d.out.add(subject{"", uri}, "P6", got.request, "resources/list has it, but the catalog does not")
		}
	}
}

// sameScheme reports whether a URI has the scheme of some skill of the catalog: other
// resources are the server's own affair.
func (d *deviation) sameScheme(uri string) bool {
	scheme, _, _ := strings.Cut(uri, "://")
	for i := range d.want.Resources {
		if strings.HasPrefix(d.want.Resources[i].URI, scheme+"://") {
			return true
		}
	}
	return false
}

// resourceFault says how a resource object differs from the catalog's.
func resourceFault(got *listedResource, want *catalog.Resource) string {
	switch {
	case got.name != want.Name:
		return fmt.Sprintf("the name is %s, but %s in the catalog", quote(got.name), quote(want.Name))
	case got.description != want.Description:
		x, y := excerpts(got.description, want.Description)
		return fmt.Sprintf("the description is %s, but %s in the catalog", x, y)
	case got.mimeType != want.MIMEType:
		return fmt.Sprintf("the type is %s, but %s in the catalog", quote(got.mimeType), quote(want.MIMEType))
	}
	return ""
}

// directories compares which directories there are. Those that hold files were held
// against the entries before, so that what is left are empty ones.
func (d *deviation) directories() {
	for uri := range d.inventory.directories {
		_, known := d.want.Directory(uri)
		parent := uri[:strings.LastIndexByte(uri, '/')]
		_, below := d.want.Directory(parent) // else its parent is told of
		if !known && below && !d.told[uri] && !d.told[d.about(uri).skill] && d.holdsNothing(uri) {
			d.out.add(d.about(uri), "P4", requestOf(methodDirectory, map[string]any{"uri": uri}), "the server has the directory, but the catalog does not")
		}
	}
	for i := range d.want.Directories {
		uri := d.want.Directories[i].URI
		_, read := d.inventory.directories[uri]
		whole := d.inventory.directories[uri[:strings.LastIndexByte(uri, '/')]]
		if whole && !read && !d.told[uri] && d.holdsNothing(uri) {
			d.out.add(d.about(uri), "P4", requestOf(methodDirectory, map[string]any{"uri": uri}), "the catalog has the directory, but the server does not")
		}
	}
}

// holdsNothing reports whether no entry has a file in a directory.
func (d *deviation) holdsNothing(uri string) bool {
	for file := range d.files {
		if strings.HasPrefix(file, uri+"/") {
			return false
		}
	}
	return true
}
