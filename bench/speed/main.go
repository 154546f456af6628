// Command speed measures build, lint and the opening of a catalog on trees that are like
// public collections, holds what it finds to the limits, and prints one table.
//
// Every figure is a ratio of two things measured in the same round, one after the other,
// since the speed of a machine changes by the minute: to bench/floor, which reads and hashes
// the same tree, or to sha256sum of the same catalog.
package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"time"
)

type options struct {
	bin     string // the directory of skillpack, floor and gen
	scratch string // where trees, catalogs and the programs of others are, and stay
	sizes   []int  // skills of each tree
	seed    uint64
	rounds  int
	limit   time.Duration // no round begins that would end later
	others  bool
	assert  bool
}

func main() {
	log.SetFlags(0)
	var o options
	flag.StringVar(&o.bin, "bin", "bin", "the directory of skillpack, floor and gen")
	flag.StringVar(&o.scratch, "scratch", filepath.Join(os.TempDir(), "skillpack-bench"), "where trees and catalogs are; what is there is used again")
	sizes := flag.String("skills", "3000", "skills of the trees, such as 3000,60000; the larger one has about 6 GB, and as much its catalog")
	flag.Uint64Var(&o.seed, "seed", 1, "which trees")
	flag.IntVar(&o.rounds, "rounds", 5, "how often everything is measured")
	flag.DurationVar(&o.limit, "limit", 15*time.Minute, "for each tree: no round begins that would end later")
	flag.BoolVar(&o.others, "others", true, "measure other people's tools too, which are installed from npm and by Go")
	flag.BoolVar(&o.assert, "assert", true, "fail where a limit is passed")
	flag.Parse()
	err := o.parse(*sizes)
	if err == nil {
		err = run(os.Stdout, o)
	}
	if err != nil {
		log.Fatal("speed: ", err)
	}
}

func (o *options) parse(sizes string) error {
	for size := range strings.SplitSeq(sizes, ",") {
		n, err := strconv.Atoi(size)
		if err != nil || n < 1 || len(o.sizes) > 0 && n <= o.sizes[len(o.sizes)-1] {
			return fmt.Errorf("-skills %q, expected numbers that ascend, with commas between", sizes)
		}
		o.sizes = append(o.sizes, n)
	}
	if flag.NArg() > 0 || o.rounds < 1 {
		return errors.New("usage: speed [flags]; -rounds from 1")
	}
	return nil
}

// run measures every tree and prints the table.
func run(out io.Writer, o options) error {
	if err := os.MkdirAll(o.scratch, 0o755); err != nil {
		return err
	}
	var tools []tool
	if o.others {
		tools = install(o.scratch)
	}
	var sets []*set
	for i, size := range o.sizes {
		s, err := o.prepare(size)
		if err == nil {
			if i == 0 { // the others take minutes for the large one
				s.tools = tools
			}
			err = o.measure(s)
		}
		if err != nil {
			return err
		}
		sets = append(sets, s)
	}
	load, _ := os.ReadFile("/proc/loadavg") // for the reader alone; empty elsewhere
	now, _, _ := strings.Cut(string(load), " ")
	fmt.Fprintf(out, "%d cores, load %s at the end; medians of ratios within one round\n\n", runtime.NumCPU(), now)
	return table(out, figures(sets), tools, o.assert)
}

func (o options) program(name string, arguments ...string) *exec.Cmd {
	return exec.Command(filepath.Join(o.bin, name), arguments...)
}

// prepare makes a tree where there is none, and its first catalog.
func (o options) prepare(skills int) (*set, error) {
	name := filepath.Join(o.scratch, fmt.Sprintf("%d-%d", skills, o.seed))
	s := &set{skills: skills, tree: name, catalog: name + ".json", cache: name + ".cache"}
	if _, err := os.Stat(name); err == nil {
		return s, nil
	}
	log.Printf("%d skills: writing the tree %s", skills, name)
	unfinished := name + ".unfinished"
	if err := os.RemoveAll(unfinished); err != nil {
		return nil, err
	}
	gen := o.program("gen", "-skills", strconv.Itoa(skills), "-seed", strconv.FormatUint(o.seed, 10), unfinished)
	if text, err := gen.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("gen: %w\n%s", err, text)
	}
	return s, os.Rename(unfinished, name)
}
