package lint

import (
	"fmt"
	"slices"
	"strings"
)

// The profiles: which rules are on where neither Config.Severity nor a flag says so.
const (
	ProfileDefault = "default"
	ProfileAll     = "all" // Config.All: opinions too
)

// Profiles returns the names of the profiles, the default first.
func Profiles() []string { return []string{ProfileDefault, ProfileAll} }

// CheckProfile refuses a name that is none of Profiles, and says which are.
func CheckProfile(name string) error {
	if !slices.Contains(Profiles(), name) {
		return fmt.Errorf("unknown profile %q; expected %s", name, strings.Join(Profiles(), " or "))
	}
	return nil
}
