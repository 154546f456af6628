package main

import "github.com/spf13/cobra"

// completeDirs completes an argument that names a directory.
func completeDirs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completeCatalog completes an argument that names a catalog file.
func completeCatalog(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
}

// completing makes a flag complete to fixed words and returns the command.
func completing(c *cobra.Command, flag string, words ...string) *cobra.Command {
	err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // only for a flag that the command does not have
	}
	return c
}
