package main

import (
	"errors"
	"fmt"
	"io"
	"text/tabwriter"
	"time"

	"skillpack/bench/process"
)

// figure is one row of the table.
type figure struct {
	skills   int
	name     string
	value    string  // what was measured
	base     string  // what it is held to
	ratio    float64 // of the two
	cpu      float64 // of their processor times; 0 where that says nothing
	most     float64 // the limit of ratio
	findings string
}

// The limits, which are the promise.
const (
	mostBuild        = 3.0
	mostBuildLarge   = 3.5 // from largeTree on
	mostLint         = 2.5
	mostCheck        = 1.3
	mostOpen         = 3.0
	mostResident     = 1.25
	mostPeak         = 0.5
	mostGrowth       = 22
	mostToSkillCheck = 0.5
	mostOneSkill     = 150 * time.Millisecond

	largeTree     = 60_000
	oneSkillAmong = 3_000
	besideCatalog = 40e6 // bytes that a server may have beside the catalog
	besidePeak    = 100e6
)

// figures returns the rows of the table for trees of ascending sizes.
func figures(sets []*set) []figure {
	var all []figure
	for _, s := range sets {
		all = append(all, s.figures()...)
	}
	if len(sets) > 1 {
		all = append(all, growth(sets[0], sets[len(sets)-1])...)
	}
	return all
}

// median returns the median of what each round gives.
func (s *set) median(of func(round) float64) float64 {
	values := make([]float64, len(s.rounds))
	for i, r := range s.rounds {
		values[i] = of(r)
	}
	return process.Median(values)
}

type spent func(round) process.Spent

func floor(r round) process.Spent { return r.floor }
func hash(r round) process.Spent  { return r.hash }
func open(r round) process.Spent  { return process.Spent{Wall: r.open} }

func (of spent) wall(r round) float64   { return of(r).Wall.Seconds() }
func (of spent) memory(r round) float64 { return float64(of(r).Memory) }

// against makes a figure of how long one thing takes as a multiple of another.
func (s *set) against(name string, of, base spent, most float64) figure {
	return figure{
		skills: s.skills, name: name, most: most,
		value: seconds(s.median(of.wall)), base: seconds(s.median(base.wall)),
		ratio: s.median(func(r round) float64 { return of.wall(r) / base.wall(r) }),
		cpu:   s.median(func(r round) float64 { return float64(of(r).CPU) / float64(base(r).CPU) }),
	}
}

// memory makes a figure of bytes as a multiple of others.
func (s *set) memory(name string, of func(round) float64, base, most float64) figure {
	value := s.median(of)
	return figure{skills: s.skills, name: name, value: megabytes(value), base: megabytes(base), ratio: value / base, most: most}
}

func (s *set) figures() []figure {
	build := func(r round) process.Spent { return r.build }
	lint := func(r round) process.Spent { return r.lint }
	mostBuild := mostBuild
	if s.skills >= largeTree {
		mostBuild = mostBuildLarge
	}
	all := []figure{
		s.against("build, to the floor", build, floor, mostBuild),
		s.against("lint, to the floor", lint, floor, mostLint),
		s.against("build --check, to the floor", func(r round) process.Spent { return r.check }, floor, mostCheck),
		s.against("open, to sha256sum", open, hash, mostOpen),
		s.memory("serve, to catalog + 40 MB", func(r round) float64 { return float64(r.resident) }, float64(s.bytes)+besideCatalog, mostResident),
		s.memory("build, to catalog + 100 MB", spent(build).memory, float64(s.bytes)+besidePeak, mostPeak),
	}
	if s.skills == oneSkillAmong {
		took := s.median(spent(func(r round) process.Spent { return r.one }).wall)
		all = append(all, figure{skills: s.skills, name: "lint of one skill", value: seconds(took),
			base: seconds(mostOneSkill.Seconds()), ratio: took / mostOneSkill.Seconds(), most: 1})
	}
	return append(all, s.compared()...)
}

// compared are the figures of the other tools.
func (s *set) compared() []figure {
	var all []figure
	for _, t := range s.tools {
		if _, measured := s.rounds[0].others[t.name]; !measured {
			continue
		}
		f := s.against("lint, to "+t.name, func(r round) process.Spent { return r.lint },
			func(r round) process.Spent { return r.others[t.name] }, 0)
		if t.name == skillCheck {
			f.most = mostToSkillCheck
		}
		f.findings = fmt.Sprintf("%d to %d findings", s.rounds[0].findings[skillpack], s.rounds[0].findings[t.name])
		all = append(all, f)
	}
	return all
}

// growth holds what a larger tree takes to what a smaller one does.
func growth(small, large *set) []figure {
	most := mostGrowth * float64(large.skills) / float64(small.skills) / (largeTree / oneSkillAmong)
	row := func(name string, of func(round) float64, written func(float64) string) figure {
		l, s := large.median(of), small.median(of)
		return figure{skills: large.skills, name: fmt.Sprintf("%s, to %d skills", name, small.skills),
			value: written(l), base: written(s), ratio: l / s, most: most}
	}
	build := spent(func(r round) process.Spent { return r.build })
	lint := spent(func(r round) process.Spent { return r.lint })
	return []figure{
		row("build", build.wall, seconds),
		row("lint", lint.wall, seconds),
		row("open", spent(open).wall, seconds),
		row("memory of build", build.memory, megabytes),
		row("memory of lint", lint.memory, megabytes),
		row("memory of serve", func(r round) float64 { return float64(r.resident) }, megabytes),
	}
}

func seconds(s float64) string   { return fmt.Sprintf("%.2f s", s) }
func megabytes(b float64) string { return fmt.Sprintf("%.0f MB", b/1e6) }

// verdict says how a figure stands to its limit.
func (f figure) verdict() string {
	switch {
	case f.most == 0:
		return ""
	case f.ratio > f.most:
		return "FAILED"
	}
	return "ok"
}

// table prints the table in markdown, and fails where a limit is passed.
func table(out io.Writer, all []figure, tools []tool, assert bool) error {
	t := tabwriter.NewWriter(out, 0, 0, 1, ' ', 0)
	fmt.Fprintln(t, "| skills\t| figure\t| measured\t| to\t| ratio\t| at most\t| CPU ratio\t| verdict\t|")
	fmt.Fprintln(t, "|---\t|---\t|---\t|---\t|---\t|---\t|---\t|---\t|")
	var failed []error
	for _, f := range all {
		most, cpu := "", ""
		if f.most > 0 {
			most = fmt.Sprintf("%.2f", f.most)
		}
		if f.cpu > 0 {
			cpu = fmt.Sprintf("%.2f", f.cpu)
		}
		name := f.name
		if f.findings != "" {
			name += " (" + f.findings + ")"
		}
		fmt.Fprintf(t, "| %d\t| %s\t| %s\t| %s\t| %.2f\t| %s\t| %s\t| %s\t|\n", f.skills, name, f.value, f.base, f.ratio, most, cpu, f.verdict())
		if f.verdict() == "FAILED" {
			failed = append(failed, fmt.Errorf("%d skills: %s: %.2f, expected at most %.2f", f.skills, f.name, f.ratio, f.most))
		}
	}
	if err := t.Flush(); err != nil {
		return err
	}
	for _, tool := range tools {
		if tool.missing != "" {
			fmt.Fprintf(out, "\n%s %s\n", tool.name, tool.missing)
		}
	}
	if !assert {
		return nil
	}
	return errors.Join(failed...)
}
