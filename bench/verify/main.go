// Command verify measures `skillpack verify` against reading every file once through the
// Go SDK's client, on loopback, in turns: how long each takes, and how much memory its
// process has at most. It fails if verify takes longer than a bound times the reading, or
// if its memory grows by more than a bound for each further file.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	"skillpack/bench/process"
	"skillpack/bench/sample"
)

// The bounds, which are the promise.
const (
	maxRatio     = 3.0      // of verify to reading each file once, both by as many calls at a time
	maxFileBytes = 10 << 10 // of memory for each further file
)

type options struct {
	skillpack   string
	skills      int // of the larger catalog; the smaller one has a tenth
	files       int // of each skill, besides SKILL.md
	rounds      int
	concurrency int
	assert      bool
}

func main() {
	log.SetFlags(0)
	var o options
	flag.StringVar(&o.skillpack, "skillpack", "bin/skillpack", "the program to measure")
	flag.IntVar(&o.skills, "skills", 1000, "skills of the larger catalog; the smaller one has a tenth")
	flag.IntVar(&o.files, "files", 4, "files of each skill, besides SKILL.md")
	flag.IntVar(&o.rounds, "rounds", 3, "how often each is measured")
	flag.IntVar(&o.concurrency, "concurrency", 8, "calls at a time")
	flag.BoolVar(&o.assert, "assert", true, "fail where a bound is passed")
	read := flag.String("read", "", "read every file at this `URL`, and nothing else: the yardstick")
	flag.Parse()
	err := errors.New("usage: verify [flags]; -skills from 10, -rounds and -concurrency from 1")
	switch {
	case *read != "":
		err = readAll(context.Background(), *read, o.concurrency)
	case flag.NArg() == 0 && o.skills >= 10 && o.rounds > 0 && o.concurrency > 0:
		err = run(os.Stdout, o)
	}
	if err != nil {
		log.Fatal("verify: ", err)
	}
}

// run measures with both catalogs, and prints what came out.
func run(out io.Writer, o options) error {
	var sets []*set
	for _, skills := range []int{o.skills / 10, o.skills} {
		s, err := o.measure(skills)
		if err != nil {
			return err
		}
		sets = append(sets, s)
	}
	if err := table(out, sets, o); err != nil || !o.assert {
		return err
	}
	return judge(sets)
}

// measure serves a catalog of so many skills and lets the contestants take turns.
func (o options) measure(skills int) (s *set, err error) {
	dir, err := os.MkdirTemp("", "bench-verify-")
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(dir)
	tree, catalog := filepath.Join(dir, "skills"), filepath.Join(dir, "catalog.json")
	if err := sample.Write(tree, sample.Shape{Skills: skills, Files: o.files, Edition: "one"}); err != nil {
		return nil, err
	}
	if text, err := exec.Command(o.skillpack, "build", tree, "-o", catalog, "--quiet").CombinedOutput(); err != nil {
		return nil, fmt.Errorf("build: %w\n%s", err, text)
	}
	server, err := process.Start(o.skillpack, "serve", catalog, "--http", "127.0.0.1:0", "--log-level", "warn")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	s = &set{skills: skills, files: 1 + skills*(1+o.files)}
	for range o.rounds {
		for _, who := range contestants() {
			used, err := process.Spend(o.command(who, server.URL))
			if err != nil {
				return nil, fmt.Errorf("%s: %w", who, err)
			}
			s.add(who, used)
		}
	}
	return s, nil
}

// command is what a contestant runs.
func (o options) command(who contestant, url string) *exec.Cmd {
	calls := strconv.Itoa(o.concurrency)
	switch who {
	case reading:
		return exec.Command(os.Args[0], "-read", url, "-concurrency", calls)
	case oneEra:
		return exec.Command(o.skillpack, "verify", url, "--quiet", "--concurrency", calls, "--era", "modern")
	}
	return exec.Command(o.skillpack, "verify", url, "--quiet", "--concurrency", calls)
}
