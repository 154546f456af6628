package main

import (
	"errors"
	"fmt"
	"os"
	"path"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"skillpack/internal/protocol"
	"skillpack/internal/scaffold"
)

func newNew(std stdio) *cobra.Command {
	dir, template := ".", scaffold.Default
	c := &cobra.Command{
		Use:   "new NAME",
		Short: "Start a new skill",
		Long: `Write a starter skill called NAME into a new directory of that name. What is
already there is never overwritten.`,
		Example: `  skillpack new release-notes
  skillpack new release-notes --template references --dir skills`,
		Args: exactlyOne("the name of the skill"),
		RunE: func(_ *cobra.Command, args []string) error {
			return runNew(dir, args[0], template, std)
		},
	}
	f := c.Flags()
	f.StringVar(&template, "template", template, "what to start from: "+strings.Join(scaffold.Templates(), ", "))
	f.StringVar(&dir, "dir", dir, "the directory to write the skill's directory into")
	return completing(c, "template", scaffold.Templates()...)
}

func runNew(dir, name, template string, std stdio) error {
	if info, err := os.Stat(dir); dir == "" || err == nil && !info.IsDir() {
		return usageError("%q is not a directory; name the one to write the skill's directory into", dir)
	}
	if err := checkPlace(dir, name); err != nil {
		return err
	}
	files, err := scaffold.Write(dir, name, template)
	var wrong scaffold.UsageError
	if errors.As(err, &wrong) {
		return usageError("%v", wrong)
	}
	if err != nil {
		return err
	}
	for _, f := range files {
		if _, err := fmt.Fprintf(std.out, "wrote %s\n", f); err != nil {
			return err
		}
	}
	return nil
}

// checkPlace tells who writes a path for the name how to say that.
func checkPlace(dir, name string) error {
	below, base := path.Split(strings.TrimRight(name, "/"))
	if below == "" || protocol.NameFaults(base) != nil {
		return nil // whatever else is wrong with the name, others say
	}
	if !path.IsAbs(below) {
		below = path.Join(filepath.ToSlash(dir), below)
	}
	below = path.Clean(below)
	return usageError("the name %q holds a \"/\"; to write it below %q run: skillpack new %s --dir %s", name, below, base, below)
}
