package main

import (
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"text/tabwriter"

	"skillpack/build"
	"skillpack/catalog"
	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

// summary is what a build says of its catalog. Its JSON names are a promise to scripts.
type summary struct {
	Output      string   `json:"output,omitempty"`
	Skills      int      `json:"skills"`
	Unlisted    int      `json:"unlisted"`
	Skipped     int      `json:"skipped"`
	Files       int      `json:"files"`
	Bytes       int64    `json:"bytes"`
	LeftOut     int      `json:"leftOut"`
	LeftOutBy   []string `json:"-"`
	Warnings    int      `json:"warnings"` // those about the skills in the catalog
	CatalogSize int64    `json:"catalogBytes"`
	Digest      string   `json:"digest"`
}

func summarize(tree *skill.Tree, c *catalog.Catalog, found []diag.Diagnostic, strict bool, info catalog.Info) summary {
	_, theirs := build.Publishable(tree, found, strict)
	s := summary{
		Skills: len(c.Skills), Unlisted: len(c.Unlisted),
		Skipped: len(tree.Skills) - len(c.Skills) - len(c.Unlisted),
		Files:   len(c.Resources), LeftOut: len(tree.LeftOut), LeftOutBy: leftOutRules(tree),
		Warnings: diag.Count(theirs, diag.Warning), CatalogSize: info.Size, Digest: info.Digest,
	}
	for i := range c.Resources {
		s.Bytes += c.Resources[i].Size
	}
	return s
}

func (s summary) write(w io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(w).Encode(s)
	}
	t := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	fmt.Fprintf(t, "skills\t%d%s\n", s.Skills+s.Unlisted, s.details())
	fmt.Fprintf(t, "files\t%d, %d bytes\n", s.Files, s.Bytes)
	fmt.Fprintf(t, "left out\t%s\n", s.leftOut())
	fmt.Fprintf(t, "warnings\t%d\n", s.Warnings)
	fmt.Fprintf(t, "catalog\t%s, %d bytes\n", s.name(), s.CatalogSize)
	fmt.Fprintf(t, "digest\t%s\n", s.Digest)
	return t.Flush()
}

// leftOutRules returns the ignore rules that left something out, sorted.
func leftOutRules(tree *skill.Tree) []string {
	var rules []string
	for _, l := range tree.LeftOut {
		rules = append(rules, diag.Printable(l.Rule))
	}
	slices.Sort(rules)
	return slices.Compact(rules)
}

func (s summary) leftOut() string {
	const shown = 5
	text := fmt.Sprint(s.LeftOut)
	if len(s.LeftOutBy) > 0 {
		text += ": " + strings.Join(s.LeftOutBy[:min(shown, len(s.LeftOutBy))], ", ")
	}
	if len(s.LeftOutBy) > shown {
		text += ", …"
	}
	return text
}

func (s summary) name() string {
	if s.Output == "" {
		return "standard output"
	}
	return s.Output
}

func (s summary) details() string {
	text := ""
	if s.Unlisted > 0 {
		text += fmt.Sprintf(", %d of them unlisted", s.Unlisted)
	}
	if s.Skipped > 0 {
		text += fmt.Sprintf(" (%d with errors skipped)", s.Skipped)
	}
	return text
}
