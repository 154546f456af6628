package main

import (
	"context"
	"os"
	"path/filepath"

	"github.com/spf13/cobra"

	"skillpack/internal/external"
	"skillpack/lint"
)

// externalOptions say whether lint asks the web about links.
type externalOptions struct{ ask, private bool }

func (o *externalOptions) addFlags(c *cobra.Command) {
	c.Flags().BoolVar(&o.ask, "external", false, "ask the web whether the pages that texts link to are there")
	c.Flags().BoolVar(&o.private, "external-private", false, "with --external, ask hosts of this machine and of private networks too")
}

// check refuses what the flags cannot mean.
func (o *externalOptions) check() error {
	if o.private && !o.ask {
		return usageError("--external-private says how --external asks; give --external too")
	}
	return nil
}

// answers returns what the web says of the links of what was asked for in a tree, where
// that is not fine; nothing where the web is not to be asked.
func (o *externalOptions) answers(ctx context.Context, t *target, p *project) map[string]lint.Answer {
	if !o.ask {
		return nil
	}
	dirs := t.asked(p.tree)
	if dirs == nil {
		dirs = []string{"."}
	}
	results := external.Check(ctx, lint.ExternalLinks(p.tree, dirs...), external.Options{
		Private: o.private, Cache: cacheDir(), UserAgent: "skillpack/" + version(),
	})
	answers := make(map[string]lint.Answer)
	for address, r := range results {
		if r.State != external.Alive {
			answers[address] = lint.Answer{Gone: r.State == external.Gone, Detail: r.Detail}
		}
	}
	return answers
}

// cacheDir is the user's directory for what skillpack may forget; "" where there is none.
func cacheDir() string {
	dir, err := os.UserCacheDir()
	if err != nil {
		return ""
	}
	return filepath.Join(dir, "skillpack")
}
