package main

import (
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"skillpack/lint"
)

// profile is a set of rules by name, "" for the one of the configuration.
type profile string

func (p *profile) addFlag(c *cobra.Command) {
	c.Flags().StringVar((*string)(p), "profile", "", "which rules are on: "+strings.Join(lint.Profiles(), ", or ")+
		" for opinions too; skillpack.yaml may say otherwise of single rules")
	completing(c, "profile", lint.Profiles()...)
}

func (p profile) check() error {
	if p != "" && !slices.Contains(lint.Profiles(), string(p)) {
		return usageError("unknown profile %q; expected %s", string(p), strings.Join(lint.Profiles(), " or "))
	}
	return nil
}

// apply puts the profile above the one of the configuration.
func (p profile) apply(c *lint.Config) {
	if p != "" {
		c.All = p == lint.ProfileAll
	}
}
