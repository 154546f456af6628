package main

import (
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/spf13/cobra"
)

// Help fits a terminal of 80 columns. That of completion is the framework's own.
func TestHelpIsNoWiderThanATerminal(t *testing.T) {
	var each func(c *cobra.Command)
	each = func(c *cobra.Command) {
		var help strings.Builder
		c.SetOut(&help)
		if err := c.Help(); err != nil {
			t.Fatal(err)
		}
		for line := range strings.Lines(help.String()) {
			if line = strings.TrimRight(line, "\n"); utf8.RuneCountInString(line) > 80 {
				t.Errorf("%s: %d columns\n%s", c.CommandPath(), utf8.RuneCountInString(line), line)
			}
		}
		for _, sub := range c.Commands() {
			if sub.Name() != "completion" {
				each(sub)
			}
		}
	}
	each(newRoot(stdio{}))
}
