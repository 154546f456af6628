package main

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// flagGroup is flags that are about one thing, for a command that has many.
type flagGroup struct {
	title string
	add   func(*pflag.FlagSet)
}

// inGroups gives a command its flags and shows them in groups in its help.
func inGroups(c *cobra.Command, groups []flagGroup) {
	var sections strings.Builder
	for _, g := range groups {
		set := pflag.NewFlagSet(g.title, pflag.ContinueOnError)
		set.SortFlags = false
		g.add(set)
		fmt.Fprintf(&sections, "\n%s:\n%s", g.title, set.FlagUsagesWrapped(helpWidth))
		c.Flags().AddFlagSet(set)
	}
	c.SetUsageFunc(func(c *cobra.Command) error {
		_, err := fmt.Fprintf(c.OutOrStderr(), "Usage:\n  %s\n\nExamples:\n%s\n%s", c.UseLine(), c.Example, sections.String())
		return err
	})
}
