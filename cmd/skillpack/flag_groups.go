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
	sets := make([]*pflag.FlagSet, len(groups))
	for i, g := range groups {
		sets[i] = pflag.NewFlagSet(g.title, pflag.ContinueOnError)
		sets[i].SortFlags = false
		g.add(sets[i])
		c.Flags().AddFlagSet(sets[i])
	}
	c.SetUsageFunc(func(c *cobra.Command) error {
		var sections strings.Builder // made for who asks, since every start makes all commands
		for i, set := range sets {
			fmt.Fprintf(&sections, "\n%s:\n%s", groups[i].title, set.FlagUsagesWrapped(helpWidth))
		}
		_, err := fmt.Fprintf(c.OutOrStderr(), "Usage:\n  %s\n\nExamples:\n%s\n%s", c.UseLine(), c.Example, sections.String())
		return err
	})
}
