package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"

	"skillpack/internal/protocol"
)

// manifestType is the MIME type of every SKILL.md (M5).
const manifestType = "text/markdown"

// listedResource is a resource object as resources/list or a directory gave it.
type listedResource struct {
	uri, name, description, mimeType string
	size                             int64           // bytes; -1 where it has none
	request                          json.RawMessage // whose answer had it
	wrong                            bool            // something was reported of it: nothing more is said
}

// parseResource reads a resource object and says what is wrong with its form; the object
// is nil where it has no URI.
func parseResource(raw json.RawMessage) (r *listedResource, fault string) {
	var members map[string]json.RawMessage
	if json.Unmarshal(raw, &members) != nil || members == nil {
		return nil, fmt.Sprintf("a resource is %s, expected an object", shorten(string(raw)))
	}
	r = &listedResource{size: -1}
	if json.Unmarshal(members["uri"], &r.uri) != nil || r.uri == "" {
		return nil, fmt.Sprintf("the \"uri\" of a resource is %s, expected a text", shown(members["uri"]))
	}
	if strings.ContainsFunc(r.uri, inNoURI) {
		return r, fmt.Sprintf("\"uri\" has a blank or a control character, expected %%XX for it: %s", quote(r.uri))
	}
	for _, field := range [...]struct {
		name     string
		to       any
		required bool
		want     string
	}{
		{"name", &r.name, true, "a text"},
		{"description", &r.description, false, "a text"},
		{"mimeType", &r.mimeType, false, "a text"},
	} {
		value := members[field.name]
		if value == nil && !field.required {
			continue
		}
		if string(value) == "null" || json.Unmarshal(value, field.to) != nil {
			return r, fmt.Sprintf("%q is %s, expected %s", field.name, shown(value), field.want)
		}
	}
	if value := members["size"]; value != nil {
		var ok bool
		if r.size, ok = whole(string(value)); !ok {
			r.size = -1
			return r, fmt.Sprintf("\"size\" is %s, expected a whole number of bytes", shown(value))
		}
	}
	return r, ""
}

// listResources walks resources/list and keeps what it says of each URI.
func (a *eraAudit) listResources(ctx context.Context) {
	twice := map[string]json.RawMessage{}
	w := &walk{method: methodResources, field: "resources", take: func(item, request json.RawMessage) {
		r, fault := parseResource(item)
		if r == nil {
			a.out.add(subject{}, "P6", request, "resources/list: %s", fault)
			return
		}
		r.request = request
		if a.resources[r.uri] != nil {
			twice[r.uri] = request
			return
		}
		if around := a.around(r.uri); fault != "" && around != nil && around.broken {
			r.wrong = true
		} else if fault != "" {
			r.wrong = true
			a.out.add(a.about(r.uri), "P6", request, "resources/list: %s", fault)
		}
		if len(a.resources) < maxResources {
			a.resources[r.uri] = r
		}
	}}
	a.resourcesListed = w.run(ctx, a.caller) && !w.broken
	a.lists = append(a.lists, w)
	for _, uri := range slices.Sorted(maps.Keys(twice)) {
		if !w.broken {
			a.out.add(a.about(uri), "P6", twice[uri], "resources/list has it more than once, expected each file once")
		}
	}
}

// maxResources bounds what is kept of resources/list.
const maxResources = 1_000_000

// about returns what a finding of a URI is of: the innermost skill around it, if any.
func (v *inventory) about(uri string) subject {
	if s := v.around(uri); s != nil {
		return s.subject(uri)
	}
	return subject{"", uri}
}

// checkResources holds resources/list against the entries (P6, M5): each file once, with
// the size of its manifest, SKILL.md with what its frontmatter says.
func (a *eraAudit) checkResources() {
	for _, f := range a.sortedFiles() {
		r := a.resources[f.uri]
		of, also := f.subject()
		switch {
		case r != nil && !r.wrong:
			a.checkResource(f, r)
		case r == nil && !f.missing && a.resourcesListed:
			a.out.share(also, of, "P6", requestOf(methodResources, nil), "resources/list does not have it, expected every file")
		}
	}
	for _, s := range a.sortedSkills() {
		r := a.resources[s.URI]
		if s.Dynamic && r == nil && a.resourcesListed {
			a.out.add(s.subject(s.URI), "P6", requestOf(methodResources, nil), "resources/list does not have it, expected every SKILL.md")
		}
		if r != nil && !r.wrong {
			a.checkManifestResource(s, r)
		}
	}
}

// checkResource checks what resources/list says of a file.
func (a *eraAudit) checkResource(f *auditedFile, r *listedResource) {
	of, also := f.subject()
	report := func(requirement, format string, args ...any) {
		r.wrong = true
		a.out.share(also, of, requirement, r.request, "resources/list: "+format, args...)
	}
	size := f.owners[0].ref.Size
	switch {
	case r.size >= 0 && r.size != size && !f.wrong:
		report("P6", "the size is %d, but %d in the entry", r.size, size)
	case r.mimeType == protocol.DirectoryType:
		report("M8", "the type of a file is %q, which is that of directories", r.mimeType)
	case f.mimeType != "" && r.mimeType != "" && f.mimeType != r.mimeType && f.uri != f.owners[0].skill.URI:
		a.out.share(also, of, "P5", f.request, "resources/read: the type is %s, but %s in resources/list", quote(f.mimeType), quote(r.mimeType))
	}
}

// checkManifestResource checks what resources/list says of a SKILL.md (M5).
func (a *eraAudit) checkManifestResource(s *auditedSkill, r *listedResource) {
	report := func(requirement, field, found, want string) {
		r.wrong = true
		a.out.add(s.subject(s.URI), requirement, r.request, "resources/list: the %s is %s, expected %s", field, quote(found), quote(want))
	}
	switch {
	case r.mimeType != manifestType:
		report("M5", "type", r.mimeType, manifestType)
	case !s.Dynamic && a.files[s.URI].mimeType != "" && a.files[s.URI].mimeType != manifestType:
		a.out.add(s.subject(s.URI), "M5", a.files[s.URI].request, "resources/read: the type is %s, expected %q", quote(a.files[s.URI].mimeType), manifestType)
	case s.differs:
	case r.name != s.name:
		report("P6", "name", r.name, s.name)
	case r.description != s.description:
		report("P6", "description", r.description, s.description)
	}
}

// checkExtras reports files that are served but in no entry: the manifest is not
// complete (E3), or a directory claims more than it (H10).
func (a *eraAudit) checkExtras(ctx context.Context) {
	asked := 0
	for _, r := range a.resources {
		s := a.around(r.uri)
		if s == nil || s.broken || s.Dynamic || r.wrong || a.files[r.uri] != nil || r.mimeType == protocol.DirectoryType {
			continue // a directory is a resource too (M8)
		}
		if asked++; asked > maxExtraReads {
			a.out.add(s.subject(r.uri), "P6", r.request, "resources/list has it, but the entry does not list it")
		} else {
			a.checkExtra(ctx, s, r)
		}
		delete(a.extras, r.uri)
	}
	for uri, request := range a.extras {
		a.addExtra(uri, request)
	}
}

// addExtra reports a file that a directory has and no entry.
func (a *eraAudit) addExtra(uri string, request json.RawMessage) {
	a.out.add(a.about(uri), "H10", request, "a directory lists it, but the entry does not; a directory never extends the manifest")
}

// maxExtraReads is how many files that no entry lists are read, to say what they are.
const maxExtraReads = 1_000

// checkExtra reports a file that resources/list has and no entry: where it can be read, the
// entry lacks it, else it should not be listed.
func (a *eraAudit) checkExtra(ctx context.Context, s *auditedSkill, r *listedResource) {
	of := s.subject(r.uri)
	if r.mimeType == protocol.DirectoryType {
		a.out.add(of, "P6", r.request, "resources/list has a directory, expected files alone")
		return
	}
	reply := a.ask(withLimit(ctx, protocol.MaxBytes), methodRead, map[string]any{"uri": r.uri}, of)
	switch {
	case reply == nil:
	case reply.refusal != nil:
		a.out.add(of, "P6", r.request, "resources/list has it, but it cannot be read, and the entry does not list it")
	default:
		a.out.add(of, "E3", reply.request, "it is served in the skill's directory, but the entry does not list it")
	}
}

// checkTemplates checks that resources/templates/list answers (P6).
func (a *eraAudit) checkTemplates(ctx context.Context) {
	reply := a.ask(ctx, methodTemplates, nil, subject{})
	if reply == nil {
		return
	}
	if reply.refusal != nil {
		a.refused(methodTemplates, reply, subject{}, "to list anything")
		return
	}
	var items []json.RawMessage
	if raw := reply.members["resourceTemplates"]; json.Unmarshal(raw, &items) != nil || items == nil {
		a.out.add(subject{}, "P6", reply.request, "%s: \"resourceTemplates\" is %s, expected an array", methodTemplates, shown(raw))
	}
}
