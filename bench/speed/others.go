package main

import (
	"context"
	"errors"
	"fmt"
	"log"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"time"

	"skillpack/bench/process"
)

// The names in the table.
const (
	skillpack      = "skillpack"
	skillCheck     = "skill-check"
	skillValidator = "skill-validator"
)

// The versions compared with. No package may run code while it is installed.
const (
	skillCheckPackage    = "skill-check@1.2.0"
	skillValidatorModule = "github.com/agent-ecosystem/skill-validator/cmd/skill-validator@latest"
)

// patience is how long another tool may take, to be installed or for one tree.
const patience = 3 * time.Minute

// tool is another tool that checks skills.
type tool struct {
	name    string
	program string
	before  []string // arguments before the tree
	after   []string // and behind it
	missing string   // why it could not be had; else ""
}

// install installs the other tools below a directory, where they are not there. One that
// cannot be had is told in the table, and is no error.
func install(scratch string) []tool {
	dir := filepath.Join(scratch, "tools")
	check := tool{name: skillCheck, program: filepath.Join(dir, "node_modules", ".bin", skillCheck),
		before: []string{"check"}, after: []string{"--format", "json", "--no-security-scan", "--no-open"}}
	check.install(exec.Command("npm", "install", "--prefix", dir, "--ignore-scripts", "--no-audit", "--no-fund", "--loglevel", "error", skillCheckPackage))
	validator := tool{name: skillValidator, program: filepath.Join(dir, skillValidator), before: []string{"check", "--skip", "links", "--output", "json"}} // which ask the web
	get := exec.Command("go", "install", skillValidatorModule)
	get.Env = append(os.Environ(), "GOBIN="+dir)
	validator.install(get)
	return []tool{check, validator}
}

func (t *tool) install(by *exec.Cmd) {
	if _, err := os.Stat(t.program); err == nil {
		return
	}
	log.Print("installing ", t.name)
	ctx, end := context.WithTimeout(context.Background(), patience)
	defer end()
	c := exec.CommandContext(ctx, by.Path, by.Args[1:]...)
	c.Env = by.Env
	if text, err := c.CombinedOutput(); err != nil {
		last := strings.Split(strings.TrimSpace(string(text)), "\n")
		t.missing = fmt.Sprintf("could not be installed: %v: %s", err, strings.TrimSpace(last[len(last)-1]))
	}
}

// measure runs the tool over a tree. That it finds something is no failure. Its report goes
// to a file, since a program of Node that ends itself loses what a pipe has not taken yet.
func (t *tool) measure(tree string, r *round) error {
	if t.missing != "" {
		return nil
	}
	report, err := os.CreateTemp("", "bench-report-")
	if err != nil {
		return err
	}
	defer os.Remove(report.Name())
	defer report.Close()
	ctx, end := context.WithTimeout(context.Background(), patience)
	defer end()
	c := exec.CommandContext(ctx, t.program, append(append(t.before[:len(t.before):len(t.before)], tree), t.after...)...)
	c.Stdout = report
	used, err := process.Spend(c)
	if ctx.Err() != nil {
		t.missing = fmt.Sprintf("did not end within %v", patience)
		return nil
	}
	if exit := (*exec.ExitError)(nil); err != nil && !errors.As(err, &exit) {
		return fmt.Errorf("%s: %w", t.name, err)
	}
	said, err := os.ReadFile(report.Name())
	r.others[t.name], r.findings[t.name] = used, count(said)
	return err
}
