package main

import (
	"context"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"

	"skillpack/bench/process"
)

// What may grow how far: under load the last window is compared with the second, since
// in the first one caches and pools fill; and without load the end with the start.
const (
	windows       = 5
	memoryGrowth  = 1.3 // times
	goroutineMore = 10  // besides as many times
	idleMore      = 5   // goroutines
)

// vital is what a look at the server tells.
type vital struct {
	goroutines int
	memory     int64 // resident, bytes
}

func (v vital) String() string {
	return fmt.Sprintf("%5d goroutines, %4d MiB resident", v.goroutines, v.memory>>20)
}

// vitals looks at the server each second and prints the median of each window.
type vitals struct {
	server *process.Server
	out    io.Writer
	every  time.Duration // length of a window

	idle  vital   // before the load
	load  []vital // of each window
	doors []string
	err   error
}

func (v *vitals) look() (vital, error) {
	memory, err := v.server.Memory()
	if err != nil {
		return vital{}, err
	}
	metrics, err := metricsOf(v.server.URL)
	if err != nil {
		return vital{}, err
	}
	v.doors = doors(metrics)
	return vital{int(metrics["go_goroutines"]), memory}, nil
}

func (v *vitals) first() (err error) {
	v.idle, err = v.look()
	fmt.Fprintf(v.out, "%-22s %v\n", "before the load", v.idle)
	return err
}

// loop looks until ctx is done.
func (v *vitals) loop(ctx context.Context) {
	ticker := time.NewTicker(min(time.Second, v.every/5))
	defer ticker.Stop()
	begun := time.Now()
	var seen []vital
	for v.err == nil {
		over := false
		select {
		case <-ctx.Done():
			over = true
		case <-ticker.C:
			var one vital
			one, v.err = v.look()
			seen = append(seen, one)
		}
		if len(seen) > 0 && (over || len(v.load) < windows-1 && time.Since(begun) >= v.every*time.Duration(len(v.load)+1)) {
			v.load = append(v.load, median(seen))
			fmt.Fprintf(v.out, "%-22s %v\n", time.Since(begun).Round(time.Second), v.load[len(v.load)-1])
			seen = nil
		}
		if over {
			return
		}
	}
}

func median(all []vital) vital {
	var goroutines []int
	var memory []int64
	for _, v := range all {
		goroutines, memory = append(goroutines, v.goroutines), append(memory, v.memory)
	}
	slices.Sort(goroutines)
	slices.Sort(memory)
	return vital{goroutines[len(all)/2], memory[len(all)/2]}
}

// last waits until the load's goroutines are gone, and fails if something has grown.
func (v *vitals) last() error {
	if v.err != nil {
		return v.err
	}
	var end vital
	_, err := await(func() bool {
		end, v.err = v.look()
		return v.err != nil || end.goroutines <= v.idle.goroutines+idleMore
	})
	fmt.Fprintf(v.out, "%-22s %v\n%-22s %s\n", "after the load", end, "requests by door", strings.Join(v.doors, ", "))
	if v.err != nil {
		return v.err
	}
	if err != nil {
		return fmt.Errorf("without load there are %d goroutines, %d before it, expected at most %d more: %w", end.goroutines, v.idle.goroutines, idleMore, err)
	}
	return grown(v.load)
}

// grown compares the last window with the second.
func grown(load []vital) error {
	if len(load) < windows {
		return fmt.Errorf("only %d of %d windows; soak to the end", len(load), windows)
	}
	from, to := load[1], load[windows-1]
	if float64(to.memory) > memoryGrowth*float64(from.memory) {
		return fmt.Errorf("memory grew from %d to %d MiB under load, expected at most %v times as much", from.memory>>20, to.memory>>20, memoryGrowth)
	}
	if float64(to.goroutines) > memoryGrowth*float64(from.goroutines)+goroutineMore {
		return fmt.Errorf("goroutines grew from %d to %d under load", from.goroutines, to.goroutines)
	}
	return nil
}
