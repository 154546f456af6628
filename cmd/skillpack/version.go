package main

import (
	"fmt"
	"runtime"
	"runtime/debug"

	"github.com/spf13/cobra"

	"skillpack/catalog"
)

func newVersion(std stdio) *cobra.Command {
	return &cobra.Command{
		Use:     "version",
		Short:   "Print the version",
		Example: "  skillpack version",
		Args:    noArguments,
		RunE: func(*cobra.Command, []string) error {
			_, err := fmt.Fprintf(std.out, "skillpack %s (catalog format %d, %s %s/%s)\n",
				version(), catalog.Version, runtime.Version(), runtime.GOOS, runtime.GOARCH)
			return err
		},
	}
}

// release is set where there is no version control to ask, as in an image:
// -ldflags="-X main.release=1.0.0".
var release string

// version is the release, or the module version that the binary was built from; "devel"
// for a build from a checkout.
func version() string {
	if release != "" {
		return release
	}
	info, ok := debug.ReadBuildInfo()
	if !ok || info.Main.Version == "" || info.Main.Version == "(devel)" {
		return "devel"
	}
	return info.Main.Version
}
