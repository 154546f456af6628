package main

import (
	"fmt"

	"github.com/spf13/cobra"

	"skillpack/internal/scaffold"
)

func newNew(std stdio) *cobra.Command {
	dir, template := ".", "minimal"
	c := &cobra.Command{
		Use:   "new NAME",
		Short: "Start a new skill",
		Long: `Write a starter skill called NAME into a new directory of that name. What is
already there is never overwritten.`,
		Example: `  skillpack new release-notes
  skillpack new release-notes --template references --dir skills`,
		Args: exactlyOne("the name of the skill"),
		RunE: func(_ *cobra.Command, args []string) error {
			files, err := scaffold.Write(dir, args[0], template)
			if err != nil {
				return err
			}
			for _, f := range files {
				fmt.Fprintf(std.out, "wrote %s\n", f)
			}
			return nil
		},
	}
	c.Flags().StringVar(&template, "template", template, "what to start from: minimal, references or scripts")
	c.Flags().StringVar(&dir, "dir", dir, "the directory to write the skill's directory into")
	return completing(c, "template", "minimal", "references", "scripts")
}
