package lint

// The profiles: which rules are on where neither Config.Severity nor a flag says so.
const (
	ProfileDefault = "default"
	ProfileAll     = "all" // Config.All: opinions too
)

// Profiles returns the names of the profiles, the default first.
func Profiles() []string { return []string{ProfileDefault, ProfileAll} }
