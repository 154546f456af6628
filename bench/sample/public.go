// Package sample makes trees of skills to measure with: Public ones are like the public
// collections, of a Shape are even ones. The same values give the same bytes everywhere.
package sample

import (
	"fmt"
	"math/rand/v2"
	"path"
	"slices"
)

// Public is a tree fitted to public collections of skills: how many files a skill has, of
// which kinds and sizes, how deep they lie, how they link, what is there twice. It builds
// without an error, and what lint says of it is what it says of such collections: skills
// that are too long, copies of files, skills in skills.
type Public struct {
	Skills int
	Seed   uint64
}

// Skill is one skill of a tree.
type Skill struct {
	Dir   string // "/"-separated, below the root
	Name  string
	Files []File // SKILL.md first
}

// File is one file of a skill.
type File struct {
	Path   string // "/"-separated, below the skill's directory
	Kind   Kind
	Size   int    // bytes, exactly
	Shared int    // which of the contents that several skills have, 1-based; 0 is its own
	seed   uint64 // of its content
	links  []string
	head   string // what the content begins with
}

// Kind is what a file holds.
type Kind int

const (
	Manifest Kind = iota
	Text
	Script
	Data
	Other
	Binary
)

// What the purposes of random numbers are, so that none depends on another.
const (
	forPlace uint64 = iota
	forFiles
	forContent
	forShared
	forFront
	forNesting
)

// Most of one skill. A skill and one nested in it stay below what hosts accept.
const (
	maxFiles  = 250
	maxBytes  = 7 << 20
	maxBinary = 4 << 20
)

func (p Public) random(purpose, index uint64) *random {
	return newRandom(p.Seed, purpose<<40|index)
}

// Skill returns the skill with an index from 0 to Skills-1.
func (p Public) Skill(index int) Skill {
	s := p.place(index)
	r := p.random(forFiles, uint64(index))
	s.Files = make([]File, 1, 8)
	p.supporting(&s, index, r)
	p.manifest(&s, index)
	s.link(r)
	return s
}

// place chooses the directory and name of a skill. One in a hundred is nested in the
// one before.
func (p Public) place(index int) Skill {
	r := p.random(forPlace, uint64(index))
	name := fmt.Sprintf("%s-%s-%d", r.word(), r.word(), index)
	if p.nested(index) {
		return Skill{Dir: path.Join(p.place(index-1).Dir, "skills", name), Name: name}
	}
	return Skill{Dir: path.Join(p.prefix(r.IntN(1+p.Skills/40)), name), Name: name}
}

func (p Public) nested(index int) bool {
	chosen := func(i int) bool { return i > 0 && p.random(forNesting, uint64(i)).chance(0.01) }
	return chosen(index) && !chosen(index-1)
}

// prefix returns a directory above skills, one to three deep.
func (p Public) prefix(index int) string {
	r := p.random(forPlace, 1<<39|uint64(index))
	dir := fmt.Sprintf("%s-%d", r.word(), index)
	for range r.pick(30, 45, 25) {
		dir = path.Join(dir, r.word())
	}
	return dir
}

// supporting plans the files beside SKILL.md.
func (p Public) supporting(s *Skill, index int, r *random) {
	count := 0
	if !r.chance(0.31) {
		count = min(max(int(r.lognormal(1.43, 1.06)+0.5), 1), maxFiles)
	}
	holdsBinaries := count >= 4 && r.chance(0.031)
	left := maxBytes
	for i := range count {
		f := p.support(i, r, holdsBinaries && r.chance(0.74))
		f.seed = r.Uint64()
		if f.Shared > 0 {
			f.seed = p.random(forShared, uint64(f.Shared)).Uint64()
		}
		f.Size = min(f.Size, max(left/2, 1))
		left -= f.Size
		s.Files = append(s.Files, f)
	}
}

// support plans one file beside SKILL.md.
func (p Public) support(number int, r *random, binary bool) File {
	kind, size, ending, shared := Binary, 0, "", 0
	of := r
	if !binary && r.chance(0.095) {
		u := r.Float64()
		shared = 1 + int(u*u*float64(1+p.Skills/20))
		of = p.random(forShared, 1<<39|uint64(shared))
	}
	if !binary {
		kind = Text + Kind(of.pick(640, 160, 125, 60))
	}
	size, ending = of.size(kind), of.ending(kind)
	dir := r.directory(kind, r.pick(14, 61, 9, 5, 5, 5, 1))
	name := fmt.Sprintf("%s-%s-%d%s", r.word(), r.word(), number, ending)
	return File{Path: path.Join(dir, name), Kind: kind, Size: size, Shared: shared}
}

// manifest plans the SKILL.md.
func (p Public) manifest(s *Skill, index int) {
	r := p.random(forFront, uint64(index))
	head := frontmatter(r, s.Name)
	size := max(int(r.lognormal(8.95, 0.80)), len(head)+120)
	s.Files[0] = File{Path: "SKILL.md", Kind: Manifest, Size: size, seed: r.Uint64(), head: head}
}

// link lets the texts of a skill name its files: of all skills 32 in a hundred, that is
// 46 of those that have something to link to.
func (s *Skill) link(r *random) {
	if len(s.Files) < 2 || !r.chance(0.46) {
		return
	}
	count := min(max(int(r.lognormal(1.386, 1.546)+0.5), 1), 400)
	from := s.linkers()
	room := s.Files[0].Size / 100
	direct := min(count, max(room, 1))
	if len(from) == 0 {
		count = direct
	}
	for i := range count {
		target := s.Files[1+i%min(len(s.Files)-1, direct)].Path
		if i < direct {
			s.Files[0].links = append(s.Files[0].links, target)
			continue
		}
		f := &s.Files[from[i%len(from)]]
		f.links = append(f.links, relative(path.Dir(f.Path), target))
	}
}

// linkers are the texts that can hold links: markdown that no other skill has.
func (s *Skill) linkers() []int {
	var all []int
	for i, f := range s.Files[1:] {
		if f.Kind == Text && f.Shared == 0 && f.Size > 1000 && path.Ext(f.Path) == ".md" {
			all = append(all, i+1)
		}
	}
	return all
}

// relative returns the link from a directory to a file, both below the skill's.
func relative(dir, target string) string {
	link := target
	for ; dir != "."; dir = path.Dir(dir) {
		link = "../" + link
	}
	return link
}

// Bytes appends the content of a file to b.
func (f File) Bytes(b []byte) []byte {
	start := len(b)
	w := &writer{random: newRandom(f.seed, forContent), b: append(slices.Grow(b, f.Size+maxBlock), f.head...), end: start + f.Size}
	switch {
	case f.Kind == Binary:
		w.binary()
	case f.Kind == Manifest || path.Ext(f.Path) == ".md":
		w.markdown(f.links)
	case f.Kind == Text:
		w.prose()
	default:
		w.code(path.Ext(f.Path))
	}
	return w.b
}

// newRandom returns the random numbers of a seed for one use.
func newRandom(seed, use uint64) *random {
	return &random{rand.New(rand.NewPCG(seed, use))}
}
