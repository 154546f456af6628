package main

import (
	"bytes"
	"os/exec"
	"strings"
	"testing"
	"time"

	"skillpack/bench/process"
)

func took(wall time.Duration, memory int64) process.Spent {
	return process.Spent{Wall: wall, CPU: 2 * wall, Memory: memory}
}

// measured is a tree on which everything is just within its limit, times what worse says
// of one of them.
func measured(skills int, worse string) *set {
	second := func(name string, limit float64) time.Duration {
		if name == worse {
			limit *= 1.1
		}
		return time.Duration(limit * float64(time.Second))
	}
	build := mostBuild
	if skills >= largeTree {
		build = mostBuildLarge
	}
	r := round{
		floor: took(time.Second, 0), hash: took(time.Second, 0),
		build: took(second("build", build), 100e6),
		check: took(second("check", mostCheck), 0),
		lint:  took(second("lint", mostLint), 1),
		one:   took(second("one", 0.15), 0),
		open:  second("open", mostOpen), resident: int64(second("resident", 1.25*140e6/1e9)),
		others:   map[string]process.Spent{skillCheck: took(second("skill-check", 5)*10/10, 0)},
		findings: map[string]int{skillpack: 7, skillCheck: 3},
	}
	r.build.Memory = int64(second("peak", 0.5*200e6/1e9))
	if worse == "skill-check" {
		r.others[skillCheck] = took(4*time.Second, 0)
	}
	return &set{skills: skills, bytes: 100e6, rounds: []round{r}, tools: []tool{{name: skillCheck}}}
}

// Each limit holds what it is for, and nothing else.
func TestLimits(t *testing.T) {
	for worse, want := range map[string]string{
		"":            "",
		"build":       "build, to the floor: 3.30, expected at most 3.00",
		"check":       "build --check, to the floor: 1.43",
		"lint":        "lint, to the floor: 2.75",
		"open":        "open, to sha256sum: 3.30",
		"resident":    "serve, to catalog + 40 MB: 1.38, expected at most 1.25",
		"peak":        "build, to catalog + 100 MB: 0.55",
		"one":         "lint of one skill: 1.10",
		"skill-check": "lint, to skill-check: 0.62, expected at most 0.50",
	} {
		s := measured(oneSkillAmong, worse)
		if worse == "lint" { // which is compared twice
			s.tools = nil
		}
		var out bytes.Buffer
		err := table(&out, figures([]*set{s}), s.tools, true)
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "\n")) {
			t.Errorf("%q: got %v, want %q\n%s", worse, err, want, &out)
		}
		if (want != "") != strings.Contains(out.String(), "FAILED") {
			t.Errorf("%q: the table says\n%s", worse, &out)
		}
		if err := table(&out, figures([]*set{s}), s.tools, false); err != nil {
			t.Errorf("%q, without limits: %v", worse, err)
		}
	}
}

func TestGrowth(t *testing.T) {
	small, large := measured(oneSkillAmong, ""), measured(largeTree, "")
	large.rounds[0].lint = took(23*2500*time.Millisecond, 1)
	large.rounds[0].floor = took(30*time.Second, 1)
	err := table(new(bytes.Buffer), growth(small, large), nil, true)
	if err == nil || !strings.Contains(err.Error(), "lint, to 3000 skills: 23.00, expected at most 22.00") || strings.Contains(err.Error(), "\n") {
		t.Errorf("got %v", err)
	}
}

func TestMedians(t *testing.T) {
	s := &set{skills: 1}
	for _, n := range []time.Duration{5, 1, 3} {
		s.rounds = append(s.rounds, round{floor: took(n*time.Second, 0), build: took(2*n*time.Second, 0)})
	}
	f := s.against("x", func(r round) process.Spent { return r.build }, floor, 2)
	if f.value != "6.00 s" || f.base != "3.00 s" || f.ratio != 2 || f.cpu != 2 || f.verdict() != "ok" {
		t.Errorf("got %+v", f)
	}
}

func TestCount(t *testing.T) {
	for report, want := range map[string]int{
		`{"findings":[{},{}],"version":1}`:                     2,
		`{"diagnostics":[{}],"summary":{"errorCount":1}}`:      1,
		`{"passed":false,"errors":2,"warnings":3,"skills":[]}`: 5,
		`no report`: -1,
	} {
		if got := count([]byte(report)); got != want {
			t.Errorf("%s: %d, want %d", report, got, want)
		}
	}
}

// A tool that cannot be had is told and not measured; one that finds something is.
func TestTools(t *testing.T) {
	gone := tool{name: "gone", program: t.TempDir() + "/none"}
	gone.install(exec.Command("sh", "-c", "echo no such version; exit 1"))
	finds := tool{name: "finds", program: "sh", before: []string{"-c", `echo '{"errors":1}'; exit 1`}}
	r := round{others: map[string]process.Spent{}, findings: map[string]int{}}
	for _, tool := range []tool{gone, finds} {
		if err := tool.measure("tree", &r); err != nil {
			t.Error(err)
		}
	}
	if _, measured := r.others["gone"]; measured || r.findings["finds"] != 1 || r.others["finds"].Wall == 0 {
		t.Errorf("got %+v", r)
	}
	var out bytes.Buffer
	if err := table(&out, nil, []tool{gone, finds}, true); err != nil || !strings.Contains(out.String(), "gone could not be installed: exit status 1: no such version") {
		t.Errorf("%v, %s", err, &out)
	}
}

func TestSizes(t *testing.T) {
	for sizes, good := range map[string]bool{"3000": true, "3000,60000": true, "": false, "0": false, "5,5": false, "60000,3000": false, "x": false} {
		o := options{rounds: 1}
		if err := o.parse(sizes); (err == nil) != good {
			t.Errorf("%q: %v", sizes, err)
		}
	}
}
