package main

import (
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
	if p == "" {
		return nil
	}
	if err := lint.CheckProfile(string(p)); err != nil {
		return usageError("%v", err)
	}
	return nil
}

// apply puts the profile above the one of the configuration.
func (p profile) apply(c *lint.Config) {
	if p != "" {
		c.All = p == lint.ProfileAll
	}
}
