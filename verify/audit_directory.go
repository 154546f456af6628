package verify

import (
	"context"
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"skillpack/internal/protocol"
)

// Bounds of a walk of directories, for servers that make them up.
const (
	maxEmptyDirectories   = 1_000 // of one skill, beside those that hold files
	maxDynamicDirectories = 100   // of one dynamic skill
	maxDynamicFiles       = protocol.MaxFiles
)

// readDirectories walks the directories of every skill and holds them against the
// entries, in both directions (P4, M8, H10).
func (a *eraAudit) readDirectories(ctx context.Context) {
	if !a.c.DirectoryRead() {
		return
	}
	var tops []*auditedSkill
	for _, s := range a.sortedSkills() {
		if !a.insideOther(s) {
			tops = append(tops, s)
		}
	}
	expected := a.expectedChildren()
	parallel(ctx, a.o.Concurrency, tops, func(s *auditedSkill) {
		t := &treeWalk{a: a, top: s, expected: expected, spare: maxEmptyDirectories}
		if s.Dynamic {
			t.spare = maxDynamicDirectories
		}
		t.directory(ctx, s.root)
		if s.Dynamic {
			a.readDynamic(ctx, s, t.files)
		}
	})
}

// insideOther reports whether a valid skill encloses s, whose walk visits it too.
func (v *inventory) insideOther(s *auditedSkill) bool {
	for outer := v.enclosing(s); outer != nil; outer = v.enclosing(outer) {
		if !outer.broken {
			return true
		}
	}
	return false
}

// expectedChildren returns the direct children that the entries imply, by directory; a
// directory is true.
func (v *inventory) expectedChildren() map[string]map[string]bool {
	expected := map[string]map[string]bool{}
	add := func(child string, directory bool) (parent string) {
		parent = child[:strings.LastIndexByte(child, '/')]
		if expected[parent] == nil {
			expected[parent] = map[string]bool{}
		}
		expected[parent][child] = directory
		return parent
	}
	for uri, f := range v.files {
		top := f.owners[len(f.owners)-1].skill.root
		for dir := add(uri, false); len(dir) > len(top); dir = add(dir, true) {
		}
	}
	return expected
}

// treeWalk is the walk of the directories of one skill that no other encloses.
type treeWalk struct {
	a        *eraAudit
	top      *auditedSkill
	expected map[string]map[string]bool
	spare    int      // how many directories that hold no file may still be visited
	files    []string // of a dynamic skill
}

// directory reads a directory and those in it.
func (t *treeWalk) directory(ctx context.Context, uri string) {
	seen := map[string]bool{} // a directory is true
	w := &walk{
		method: methodDirectory, field: "resources", of: t.a.about(uri), params: map[string]any{"uri": uri},
		take: func(item, request json.RawMessage) { t.child(uri, item, request, seen) },
	}
	whole := w.run(ctx, t.a.caller) && !w.broken
	if whole {
		t.a.visited(uri, whole)
	}
	if uri == t.a.probed.root {
		t.a.addList(w)
	}
	if ctx.Err() != nil {
		return
	}
	if whole {
		t.checkMissing(uri, seen)
	}
	for _, child := range slices.Sorted(maps.Keys(seen)) {
		if !seen[child] {
			continue
		}
		if t.expected[child] == nil {
			if t.spare--; t.spare < 0 {
				t.tooMany(child)
				return
			}
		}
		t.directory(ctx, child)
	}
}

// tooMany reports directories without end. Those of a dynamic skill may be many.
func (t *treeWalk) tooMany(uri string) {
	if t.spare == -1 && !t.top.Dynamic {
		t.a.out.add(t.top.subject(""), "P4", requestOf(methodDirectory, map[string]any{"uri": uri}), "more than %d directories hold no file, of which %s is one; expected them to end", maxEmptyDirectories, quote(uri))
	}
}

// child takes one child of a directory and reports what is wrong with it.
func (t *treeWalk) child(dir string, item, request json.RawMessage, seen map[string]bool) {
	of := t.a.about(dir)
	r, fault := parseResource(item)
	if r == nil {
		t.a.out.add(of, "P4", request, "%s: %s", methodDirectory, fault)
		return
	}
	of.uri = r.uri
	segment, direct := strings.CutPrefix(r.uri, dir+"/")
	_, again := seen[r.uri]
	switch {
	case fault != "":
		t.a.out.add(of, "P4", request, "%s: %s", methodDirectory, fault)
	case direct && strings.HasSuffix(segment, "/"):
		t.a.out.add(of, "M8", request, "the directory %s lists it with a slash at its end, expected none", quote(dir))
		r.uri = strings.TrimRight(r.uri, "/")
	case !direct || segment == "" || strings.Contains(segment, "/"):
		t.a.out.add(of, "P4", request, "the directory %s lists it, which is not its direct child", quote(dir))
		return
	case again:
		t.a.out.add(of, "P4", request, "the directory %s lists it more than once, expected each child once", quote(dir))
	default:
		t.checkChild(dir, r, request)
	}
	isFile := t.a.files[r.uri] != nil
	seen[r.uri] = !isFile && (r.mimeType == protocol.DirectoryType || t.isDirectory(dir, r.uri))
}

func (t *treeWalk) isDirectory(dir, uri string) bool { return t.expected[dir][uri] }

// checkChild checks what a directory says of a child.
func (t *treeWalk) checkChild(dir string, r *listedResource, request json.RawMessage) {
	a, of := t.a, t.a.about(r.uri)
	of.uri = r.uri
	f := a.files[r.uri]
	isDirectory := r.mimeType == protocol.DirectoryType
	switch {
	case f == nil && t.isDirectory(dir, r.uri) && !isDirectory:
		a.out.add(of, "M8", request, "the directory %s gives it the type %s, expected %q for a directory", quote(dir), quote(r.mimeType), protocol.DirectoryType)
	case f == nil && !isDirectory:
		t.unknown(r, request)
	case f == nil:
	case isDirectory:
		a.out.add(of, "M8", request, "the directory %s gives a file the type %q, which is that of directories", quote(dir), r.mimeType)
	case r.size >= 0 && r.size != f.owners[0].ref.Size && !f.wrong:
		_, also := f.subject()
		a.out.share(also, of, "P4", request, "the directory %s gives it the size %d, but it is %d in the entry", quote(dir), r.size, f.owners[0].ref.Size)
	default:
		t.checkType(dir, r, request)
	}
}

// checkType reports a type that is not the one of resources/list (M5).
func (t *treeWalk) checkType(dir string, r *listedResource, request json.RawMessage) {
	listed := t.a.resources[r.uri]
	if listed == nil || listed.wrong || listed.mimeType == r.mimeType || listed.mimeType == "" || r.mimeType == "" {
		return
	}
	t.a.out.add(t.a.about(r.uri), "P4", request, "the directory %s gives it the type %s, but it is %s in resources/list", quote(dir), quote(r.mimeType), quote(listed.mimeType))
}

// unknown takes a file that no entry lists.
func (t *treeWalk) unknown(r *listedResource, request json.RawMessage) {
	s := t.a.around(r.uri)
	switch {
	case s.Dynamic:
		if len(t.files) < maxDynamicFiles {
			t.files = append(t.files, r.uri)
		}
	case !s.broken:
		t.a.extra(r.uri, request)
	}
}

// checkMissing reports children that the entries imply and a directory does not list.
func (t *treeWalk) checkMissing(dir string, seen map[string]bool) {
	for child := range t.expected[dir] {
		if _, ok := seen[child]; ok || t.a.unread(child) {
			continue
		}
		t.a.out.add(t.subjectOf(child), "P4", requestOf(methodDirectory, map[string]any{"uri": dir}), "the directory %s does not list it, but the entry has it", quote(dir))
	}
}

func (t *treeWalk) subjectOf(uri string) subject {
	if f := t.a.files[uri]; f != nil {
		of, _ := f.subject()
		return of
	}
	return t.a.about(uri)
}

// readDynamic reads the files of a dynamic skill for their form alone (H7).
func (a *eraAudit) readDynamic(ctx context.Context, s *auditedSkill, files []string) {
	if !slices.Contains(files, s.URI) {
		files = append(files, s.URI)
	}
	for _, uri := range files {
		of := s.subject(uri)
		reply := a.ask(withLimit(ctx, protocol.MaxBytes), methodRead, map[string]any{"uri": uri}, of)
		if reply == nil {
			continue
		}
		if reply.refusal != nil {
			a.refused(methodRead, reply, of, "a file of the skill")
			continue
		}
		c, fault := parseContents(reply.members["contents"], uri)
		switch {
		case fault != "":
			a.out.add(of, "P5", reply.request, "resources/read: %s", fault)
		case c.text != protocol.IsText(c.data) && len(c.data) > 0:
			a.out.add(of, "P5", reply.request, "it is sent as text %t, expected %t: text is UTF-8 without NUL", c.text, !c.text)
		}
	}
}
