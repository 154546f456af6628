package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"
	"text/tabwriter"

	"skillpack/bench/process"
)

// contestant is who takes a turn.
type contestant string

const (
	reading  contestant = "read each file once"
	oneEra   contestant = "verify --era modern"
	bothEras contestant = "verify"
)

func contestants() []contestant { return []contestant{reading, oneEra, bothEras} }

// set is what was measured with one catalog.
type set struct {
	skills, files int
	turns         map[contestant][]process.Spent // in order of the rounds
}

func (s *set) add(who contestant, used process.Spent) {
	if s.turns == nil {
		s.turns = map[contestant][]process.Spent{}
	}
	s.turns[who] = append(s.turns[who], used)
}

// median returns the median of what each turn of a contestant gives.
func (s *set) median(who contestant, of func(process.Spent) float64) float64 {
	var values []float64
	for _, turn := range s.turns[who] {
		values = append(values, of(turn))
	}
	return process.Median(values)
}

// ratio returns the median of the ratios of the times of one round.
func (s *set) ratio(a, b contestant) float64 {
	var values []float64
	for i, turn := range s.turns[a] {
		values = append(values, float64(turn.Wall)/float64(s.turns[b][i].Wall))
	}
	return process.Median(values)
}

func seconds(t process.Spent) float64 { return t.Wall.Seconds() }
func memory(t process.Spent) float64  { return float64(t.Memory) }

// growth is how many bytes of memory each further file costs.
func growth(small, large *set, who contestant) float64 {
	return (large.median(who, memory) - small.median(who, memory)) / float64(large.files-small.files)
}

// table prints a table: seconds, the ratio to reading, and the most memory.
func table(out io.Writer, sets []*set, o options) error {
	load, _ := os.ReadFile("/proc/loadavg") // for the reader alone; empty elsewhere
	now, _, _ := strings.Cut(string(load), " ")
	fmt.Fprintf(out, "%d rounds in turns, %d calls at a time, %d cores, load %s; medians\n", o.rounds, o.concurrency, runtime.NumCPU(), now)
	t := tabwriter.NewWriter(out, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(t, "skills\tfiles\t")
	for _, who := range contestants() {
		fmt.Fprintf(t, "%s\t", who)
	}
	fmt.Fprintln(t)
	for _, s := range sets {
		row(t, s, "s", func(who contestant) string { return fmt.Sprintf("%.2f", s.median(who, seconds)) })
		row(t, s, "times reading", func(who contestant) string { return fmt.Sprintf("%.2f", s.ratio(who, reading)) })
		row(t, s, "MiB", func(who contestant) string { return fmt.Sprintf("%.0f", s.median(who, memory)/(1<<20)) })
	}
	fmt.Fprint(t, "\tbytes a further file\t")
	for _, who := range contestants() {
		fmt.Fprintf(t, "%.0f\t", growth(sets[0], sets[1], who))
	}
	fmt.Fprintln(t)
	return t.Flush()
}

func row(w io.Writer, s *set, unit string, cell func(contestant) string) {
	fmt.Fprintf(w, "%d\t%d files, %s\t", s.skills, s.files, unit)
	for _, who := range contestants() {
		fmt.Fprintf(w, "%s\t", cell(who))
	}
	fmt.Fprintln(w)
}

// judge holds the results to the bounds.
func judge(sets []*set) error {
	small, large := sets[0], sets[1]
	var failed []error
	if r := large.ratio(bothEras, reading); r > maxRatio {
		failed = append(failed, fmt.Errorf("verify takes %.2f times what reading takes, expected at most %.0f", r, maxRatio))
	}
	if g := growth(small, large, bothEras); g > maxFileBytes {
		failed = append(failed, fmt.Errorf("each further file costs verify %.0f bytes of memory, expected at most %d", g, maxFileBytes))
	}
	return errors.Join(failed...)
}
