// Command soak drives a skillpack server at full load while its catalog is swapped,
// every second for another one and every tenth time for one that is bad, and checks
// each answer: its status, its id, its JSON, and that all of it is of the one catalog or
// all of the other. It fails if a request did, or if the server's goroutines or memory
// grew.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"sync"
	"syscall"
	"time"

	"skillpack/bench/process"
	"skillpack/bench/sample"
	"skillpack/catalog"
)

type options struct {
	skillpack string
	length    time.Duration
	interval  time.Duration
	clients   int
	sighup    bool
}

func main() {
	var o options
	flag.StringVar(&o.skillpack, "skillpack", "bin/skillpack", "the binary to test")
	flag.DurationVar(&o.length, "for", 5*time.Minute, "how long to drive the server")
	flag.DurationVar(&o.interval, "swap", time.Second, "time between swaps")
	flag.IntVar(&o.clients, "clients", 16, "clients that ask at a time")
	flag.BoolVar(&o.sighup, "sighup", false, "ask for a reload by SIGHUP instead of --watch")
	flag.Parse()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	err := run(ctx, os.Stdout, o)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, "soak:", err)
		os.Exit(1)
	}
}

// run drives a server of its own, and reports to out.
func run(ctx context.Context, out io.Writer, o options) error {
	dir, err := os.MkdirTemp("", "soak")
	if err != nil {
		return err
	}
	defer os.RemoveAll(dir)
	pair, err := buildEditions(ctx, o.skillpack, dir)
	if err != nil {
		return err
	}
	served := filepath.Join(dir, "served.json")
	if err := replace(served, pair[0].file); err != nil {
		return err
	}
	arguments := []string{"serve", served, "--http", "127.0.0.1:0"}
	if !o.sighup {
		arguments = append(arguments, "--watch")
	}
	s, err := process.Start(o.skillpack, arguments...)
	if err != nil {
		return err
	}
	err = drive(ctx, out, s, newSoak(s.URL, pair), served, o)
	return errors.Join(err, s.Stop())
}

// shapes are those of the two trees. What the first one has the second one has too.
func shapes() []sample.Shape {
	return []sample.Shape{{Skills: 120, Files: 7, Edition: "one"}, {Skills: 130, Files: 8, Edition: "two"}}
}

// buildEditions writes two trees whose skills differ in text and number, and builds each.
func buildEditions(ctx context.Context, skillpack, dir string) (pair [2]*edition, err error) {
	for i, shape := range shapes() {
		tree, file := filepath.Join(dir, shape.Edition), filepath.Join(dir, shape.Edition+".json")
		if err := sample.Write(tree, shape); err != nil {
			return pair, err
		}
		if message, err := exec.CommandContext(ctx, skillpack, "build", tree, "-o", file, "--quiet").CombinedOutput(); err != nil {
			return pair, fmt.Errorf("building %s: %w: %s", tree, err, message)
		}
		b, err := os.ReadFile(file)
		if err != nil {
			return pair, err
		}
		c, err := catalog.Open(file)
		if err != nil {
			return pair, err
		}
		pair[i] = &edition{catalog: c, file: b}
	}
	return pair, nil
}

// drive lets clients ask, the file be swapped and the server be looked at, until the
// time is over or somebody interrupts.
func drive(ctx context.Context, out io.Writer, s *process.Server, k *soak, served string, o options) error {
	v := &vitals{server: s, out: out, every: o.length / windows}
	if err := v.first(); err != nil {
		return err
	}
	ctx, cancel := context.WithTimeout(ctx, o.length)
	defer cancel()
	var group sync.WaitGroup
	for i := range o.clients {
		group.Go(func() { newClient(k, rand.New(rand.NewPCG(uint64(i), 7))).loop(ctx) })
	}
	w := &swapper{soak: k, server: s, path: served, sighup: o.sighup}
	group.Go(func() { w.loop(ctx, o.interval) })
	group.Go(func() { v.loop(ctx) })
	group.Wait()
	k.report(out)
	w.report(out)
	return errors.Join(k.failed(), v.last(), w.enough())
}
