package main

import (
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// completeDirs completes an argument that names a directory.
func completeDirs(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveFilterDirs
}

// completePaths completes arguments that name files or directories.
func completePaths(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return nil, cobra.ShellCompDirectiveDefault
}

// completeCatalog completes an argument that names a catalog file.
func completeCatalog(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
	return []string{"json"}, cobra.ShellCompDirectiveFilterFileExt
}

// completeOneCatalog completes the only argument, the name of a catalog file.
func completeOneCatalog(c *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	return completeCatalog(c, args, word)
}

// completing makes a flag complete to fixed words and returns the command.
func completing(c *cobra.Command, flag string, words ...string) *cobra.Command {
	err := c.RegisterFlagCompletionFunc(flag, cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	if err != nil {
		panic(err) // only for a flag that the command does not have
	}
	return c
}

// addBuiltIn adds the framework's own commands and makes wrong use of them a usage
// error; by default they answer it with help, as if all were well, or with a failure.
func addBuiltIn(root *cobra.Command) {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd()
	for _, c := range root.Commands() {
		switch c.Name() {
		case "help":
			c.Args = func(_ *cobra.Command, words []string) error {
				topic, rest, _ := root.Find(words)
				return unknownCommand(topic, rest)
			}
		case "completion":
			c.Args, c.RunE = unknownCommand, func(c *cobra.Command, _ []string) error { return c.Help() }
			for _, shell := range c.Commands() {
				shell.Args = noArguments
			}
		}
	}
}

// unquoteFlags takes the quotes off the names of values, which help does and a shell's
// completions do not.
func unquoteFlags(c *cobra.Command) {
	c.Flags().VisitAll(func(f *pflag.Flag) { _, f.Usage = pflag.UnquoteUsage(f) })
	for _, sub := range c.Commands() {
		unquoteFlags(sub)
	}
}
