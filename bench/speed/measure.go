package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"time"

	"skillpack/bench/process"
)

// set is what is measured with one tree.
type set struct {
	skills               int
	tree, catalog, cache string
	tools                []tool // to compare with
	bytes                int64  // of the catalog
	one                  string // a skill of the tree
	rounds               []round
}

// round is what one turn of everything took.
type round struct {
	floor, build, check, lint, one, hash process.Spent
	open                                 time.Duration // from the start of the process to ready
	resident                             int64         // memory of the server then, in bytes
	others                               map[string]process.Spent
	findings                             map[string]int
}

// measure takes rounds until there are enough or the time is over.
func (o options) measure(s *set) error {
	if _, err := process.Spend(o.program("floor", s.tree)); err != nil { // into memory, where it fits
		return fmt.Errorf("floor: %w", err)
	}
	var err error
	if s.one, err = aSkill(s.tree); err != nil {
		return err
	}
	begun, longest := time.Now(), time.Duration(0)
	for i := range o.rounds {
		start := time.Now()
		if i > 0 && start.Sub(begun)+longest > o.limit {
			log.Printf("%d skills: %d rounds of %d, since time is over", s.skills, i, o.rounds)
			break
		}
		log.Printf("%d skills: round %d of %d", s.skills, i+1, o.rounds)
		r, err := o.round(s)
		if err != nil {
			return err
		}
		s.rounds = append(s.rounds, r)
		longest = max(longest, time.Since(start))
	}
	return nil
}

// aSkill returns a skill from the middle of a tree.
func aSkill(tree string) (string, error) {
	var all []string
	err := filepath.WalkDir(tree, func(name string, entry fs.DirEntry, err error) error {
		if entry != nil && entry.Name() == "SKILL.md" {
			all = append(all, name)
		}
		return err
	})
	if err == nil && len(all) == 0 {
		err = fmt.Errorf("%s holds no skill", tree)
	}
	if err != nil {
		return "", err
	}
	return all[len(all)/2], nil
}

// turns runs commands one after the other, up to the first that fails.
type turns struct{ err error }

func (t *turns) spend(name string, into *process.Spent, c *exec.Cmd) {
	if t.err != nil {
		return
	}
	if *into, t.err = process.Spend(c); t.err != nil {
		t.err = fmt.Errorf("%s: %w", name, t.err)
	}
}

// round measures everything once.
func (o options) round(s *set) (round, error) {
	r := round{others: map[string]process.Spent{}, findings: map[string]int{}}
	if err := errors.Join(os.RemoveAll(s.cache), os.RemoveAll(s.catalog)); err != nil {
		return r, err
	}
	build := []string{"build", s.tree, "-o", s.catalog, "--quiet", "--cache", s.cache}
	var t turns
	t.spend("floor", &r.floor, o.program("floor", s.tree))
	t.spend("build", &r.build, o.program(skillpack, build...))
	t.spend("build --check", &r.check, o.program(skillpack, append(build, "--check")...))
	var report bytes.Buffer
	lint := o.program(skillpack, "lint", s.tree, "--format", "json")
	lint.Stdout = &report
	t.spend("lint", &r.lint, lint)
	one := []string{"lint", "--root", s.tree, s.one, "--quiet", "--cache", s.tree + ".lint-cache"}
	var first process.Spent // remembers the tree, as the first commit does
	t.spend("lint of one skill", &first, o.program(skillpack, one...))
	t.spend("lint of one skill", &r.one, o.program(skillpack, one...))
	var cold process.Spent // brings the catalog to the system's cache of files, if a build left it out
	t.spend("sha256sum", &cold, exec.Command("sha256sum", s.catalog))
	t.spend("sha256sum", &r.hash, exec.Command("sha256sum", s.catalog))
	if t.err != nil {
		return r, t.err
	}
	r.findings[skillpack] = count(report.Bytes())
	for i := range s.tools {
		if err := s.tools[i].measure(s.tree, &r); err != nil {
			return r, err
		}
	}
	return r, o.open(s, &r)
}

// open starts a server, and looks at it when it is ready.
func (o options) open(s *set, r *round) error {
	info, err := os.Stat(s.catalog)
	if err != nil {
		return err
	}
	s.bytes = info.Size()
	begun := time.Now()
	server, err := process.Start(filepath.Join(o.bin, skillpack), "serve", s.catalog, "--http", "127.0.0.1:0", "--log-level", "warn")
	if err != nil {
		return err
	}
	r.open = time.Since(begun)
	r.resident, err = server.Memory()
	return errors.Join(err, server.Stop())
}

// count returns how many findings a report in JSON has, by whatever name: skillpack lists
// findings, skill-check diagnostics, and skill-validator tells numbers. It is -1 for what
// is no such report.
func count(report []byte) int {
	var r struct {
		Findings, Diagnostics []json.RawMessage
		Errors, Warnings      int
	}
	if err := json.Unmarshal(report, &r); err != nil {
		return -1
	}
	return len(r.Findings) + len(r.Diagnostics) + r.Errors + r.Warnings
}
