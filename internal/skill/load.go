package skill

import (
	"cmp"
	"context"
	"fmt"
	"io/fs"
	"maps"
	"path"
	"slices"
	"strings"
	"sync"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
)

// Options says what Load takes in. The zero Options takes everything that the
// default ignore list does not name.
type Options struct {
	Scheme  string   // "" means protocol.DefaultScheme
	Prefix  string   // "" or "/"-separated segments
	Include []string // doublestar globs; empty takes all. A glob that matches a directory takes what is below it
	Exclude []string // doublestar globs, likewise; stronger than Include
	// ByName publishes a skill whose name differs from its directory under its name.
	// Such a skill breaks F3; without ByName it is taken to be unfit to publish, and
	// its name moves nothing that is below it.
	ByName bool
	// Root is the absolute path of the file system's root on disk, links resolved, so
	// that an absolute link into the tree is recognised; "" where there is none.
	Root string
	// Within names directories below the root. Where there are any, the walk leaves out
	// whatever is outside of them and of every skill that it comes by: a directory that
	// is no skill is known by name only, and of the files there only .gitattributes is read.
	// A SKILL.md of the root then makes no skill unless "." is named.
	Within []string
	// Only names directories below the root. Where there are any, what Notes keeps of a SKILL.md
	// outside of them is used.
	Only []string
	// Notes keeps what a SKILL.md holds, so that it is read only once; nil for none.
	Notes Notes
	// Digests has each file hashed when it is read first, since somebody will ask.
	Digests bool
	// Examine, which goes with Digests, is called with what is read of a file for the first time, as
	// a whole, and not kept in memory: during Load and later, by several goroutines at a time, as a
	// rule once for a file however many paths lead to it. A file over the size limit of a skill
	// is not examined.
	Examine func(Examined)
	// Guessed is set where nobody said that this is the root, so that more of the tree may
	// stand around it. A symbolic link out of it to what exists is then no finding.
	Guessed bool
	// Attributes are the .gitattributes of the directories above the root, outermost first.
	Attributes []Attributes
	// Output is the path below the root of the file that the build writes, so that one
	// build does not publish what the one before it wrote; "" where it is elsewhere.
	Output string
}

// Load reads the tree of fsys: the names of all files, what the file system says of them, and
// every SKILL.md. The others are read when they are asked for. What is wrong with the content is in the returned
// findings (and in Tree.Problems, the same slice), each with a rule id that lint
// documents; the error is for failed input and output, for the end of ctx and for a
// bad glob, scheme or prefix.
//
// Left out are, besides what Options says, version control folders, litter of systems
// and editors, and at the root skillpack.yaml and any catalog of ours.
//
// Symbolic links are followed inside the root alone, which needs a fs.ReadLinkFS. A
// link that leads elsewhere or nowhere, a name that cannot be published and a file
// that may not be read or is no regular file are not in the Tree; they are findings
// where they can cost somebody a skill. A file that its permissions let everybody read is
// taken to be readable.
func Load(ctx context.Context, fsys fs.FS, o Options) (*Tree, []diag.Diagnostic, error) {
	w, err := newWalker(ctx, fsys, o)
	if err != nil {
		return nil, nil, err
	}
	l := newLooker(fsys, o)
	if err := w.walk(); err != nil {
		return nil, nil, err
	}
	if err := l.look(ctx, w.files); err != nil {
		return nil, nil, err
	}
	t := &Tree{Scheme: cmp.Or(o.Scheme, protocol.DefaultScheme), Prefix: o.Prefix, Dirs: w.dirs, LeftOut: w.leftOut, Problems: w.found,
		Unused: slices.Sorted(maps.Keys(w.ignore.unused)), Attributes: o.Attributes,
		Guessed: o.Guessed, LinkedOut: w.linkedOut, source: l.source, limited: len(o.Within) > 0}
	slices.Sort(t.LinkedOut)
	slices.Sort(t.Dirs)
	slices.SortFunc(t.LeftOut, func(a, b LeftOut) int { return cmp.Compare(a.Path, b.Path) })
	t.addFiles(w.files)
	var indexed sync.WaitGroup
	indexed.Go(t.indexFiles)
	found, err := t.addSkills(ctx)
	indexed.Wait()
	if err != nil {
		return nil, nil, err
	}
	t.Problems = append(t.Problems, misnamedFindings(w.suspect, t.files)...)
	t.Problems = append(t.Problems, danglingFindings(w.dangling, t.Files)...)
	t.Problems = append(t.Problems, found...)
	t.publish(rootName(o.Root), o.ByName)
	t.Problems = diag.Sort(t.Problems)
	if err := t.Err(); err != nil {
		return nil, nil, err
	}
	return t, t.Problems, nil
}

func newWalker(ctx context.Context, fsys fs.FS, o Options) (*walker, error) {
	if o.Scheme != "" && !protocol.ValidScheme(o.Scheme) {
		return nil, fmt.Errorf("bad scheme %q: it must be a URI scheme in lower case, such as \"skill\"", o.Scheme)
	}
	if o.Prefix != "" && !protocol.ValidPath(o.Prefix) {
		return nil, fmt.Errorf("bad prefix %q: it must be segments separated by single slashes, such as \"acme/billing\"", o.Prefix)
	}
	ignore, err := newIgnoreRules(o)
	if err != nil {
		return nil, err
	}
	return &walker{ctx: ctx, fsys: fsys, links: newResolver(fsys, o.Root), ignore: ignore, noted: o.Notes != nil, within: o.Within, guessed: o.Guessed}, nil
}

// addFiles fills Files from sorted entries.
func (t *Tree) addFiles(entries []*entry) {
	t.Files = make([]*File, 0, len(entries))
	memory := make([]File, len(entries))
	for i, e := range entries {
		if e.content.err != nil {
			if e.matters {
				t.Problems = append(t.Problems, unreadableFile(e))
			}
			continue
		}
		f := &memory[i]
		f.fill(e)
		t.Files = append(t.Files, f)
	}
}

// indexFiles makes the files to be found by their paths.
func (t *Tree) indexFiles() {
	t.files = make(map[string]*File, len(t.Files))
	for _, f := range t.Files {
		t.files[f.Path] = f
	}
}

// addSkills fills Skills, parses those of SKILL.md that were not when they were read, and
// returns what is wrong with any.
func (t *Tree) addSkills(ctx context.Context) ([]diag.Diagnostic, error) {
	byDir := map[string]*Skill{}
	dirs := 0 // where in Dirs those of the skill before begin
	for i, f := range t.Files {
		if path.Base(f.Path) != protocol.ManifestName {
			continue
		}
		s := &Skill{Dir: path.Dir(f.Path), Manifest: f}
		s.Files, _ = below(t.Files, i, s.Dir, func(f *File) string { return f.Path })
		s.Dirs, dirs = below(t.Dirs, dirs, s.Dir, func(d string) string { return d })
		t.Skills = append(t.Skills, s)
		byDir[s.Dir] = s
	}
	slices.SortFunc(t.Skills, func(a, b *Skill) int { return cmp.Compare(a.Dir, b.Dir) })
	for _, s := range t.Skills {
		for dir := s.Dir; s.Parent == nil && dir != "."; {
			dir = path.Dir(dir)
			s.Parent = byDir[dir]
		}
	}
	found := make([][]diag.Diagnostic, len(t.Skills))
	err := inParallel(ctx, len(t.Skills), func(i int) {
		s := t.Skills[i]
		found[i] = s.parse(s.Manifest.content.manifest)
	})
	return slices.Concat(found...), err
}

// parse takes the frontmatter, which the file's reader may have parsed. Its findings
// concern this skill alone, since to an enclosing one this SKILL.md is a file like any other.
func (s *Skill) parse(known *parsedManifest) []diag.Diagnostic {
	if s.Manifest.Size > protocol.MaxBytes {
		d := finding("frontmatter/size", s.Manifest.Path, fmt.Sprintf(
			"the file has %d bytes and is not read, since a whole skill may have only %d", s.Manifest.Size, protocol.MaxBytes))
		d.Skill = s.Dir
		return []diag.Diagnostic{d}
	}
	if known == nil || s.Manifest.Path != s.Manifest.Real {
		known = newParsedManifest(s.Manifest.Path, s.Manifest.Content())
	}
	s.Front, s.Body = known.front, known.body
	s.Manifest.markdown.from = s.Body.Start
	return known.found
}

// parsedManifest is what parseManifest gives, its findings with their severity.
type parsedManifest struct {
	front *Frontmatter
	body  diag.Span
	found []diag.Diagnostic
}

func newParsedManifest(path string, data []byte) *parsedManifest {
	var p parsedManifest
	p.front, p.body, p.found = parseManifest(path, data)
	for i := range p.found {
		p.found[i].Severity = diag.Error
	}
	return &p
}

func isMarkdown(file string) bool {
	ext := strings.ToLower(path.Ext(file))
	return ext == ".md" || ext == ".markdown"
}

// fill makes a new File that of an entry.
func (f *File) fill(e *entry) {
	f.Path, f.Real, f.Through = e.path, e.real, e.through
	f.content, f.Size = e.content, e.content.size
	f.Mode = FileMode{Executable: e.content.mode&0o111 != 0, Link: e.link}
}

func unreadableFile(e *entry) diag.Diagnostic {
	return finding("files/unreadable", e.path, fmt.Sprintf("%q may not be read; change its permissions or exclude it", e.path))
}
