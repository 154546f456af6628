// Command dockerfile parses a Dockerfile as BuildKit does, with all its lint checks,
// and prints the stages as JSON for the tests to follow.
//
// Usage: dockerfile FILE. The exit code is 1 if anything was found, each on a line of
// standard error.
package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"

	"github.com/moby/buildkit/frontend/dockerfile/instructions"
	"github.com/moby/buildkit/frontend/dockerfile/linter"
	"github.com/moby/buildkit/frontend/dockerfile/parser"
)

// stage is a stage as the tests want it.
type stage struct {
	Name, Base   string
	Instructions []instruction
}

type instruction struct {
	Name string // "run"
	Text string // as written, lines joined
}

func main() {
	if len(os.Args) != 2 {
		fmt.Fprintln(os.Stderr, "usage: dockerfile FILE")
		os.Exit(2)
	}
	stages, findings, err := parse(os.Args[1])
	if err != nil {
		findings = append(findings, err.Error())
	}
	for _, f := range findings {
		fmt.Fprintln(os.Stderr, f)
	}
	if len(findings) > 0 {
		os.Exit(1)
	}
	json.NewEncoder(os.Stdout).Encode(stages)
}

// parse returns the stages, and the warnings of parser and linter.
func parse(file string) ([]stage, []string, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, nil, err
	}
	tree, err := parser.Parse(bytes.NewReader(data))
	if err != nil {
		return nil, nil, err
	}
	var findings []string
	for _, w := range tree.Warnings {
		findings = append(findings, w.Short)
	}
	lint := linter.New(&linter.Config{Warn: func(rule, _, _, message string, _ []parser.Range) {
		findings = append(findings, rule+": "+message)
	}})
	parsed, _, err := instructions.Parse(tree.AST, lint)
	if err != nil {
		return nil, findings, err
	}
	var stages []stage
	for _, p := range parsed {
		s := stage{Name: p.Name, Base: p.BaseName}
		for _, c := range p.Commands {
			s.Instructions = append(s.Instructions, instruction{c.Name(), fmt.Sprint(c)})
		}
		stages = append(stages, s)
	}
	return stages, findings, nil
}
