package lint

// What the tests share that need skillpack.yaml read: internal/config imports lint, so
// they are in the package lint_test.
var (
	SourceTree = sourceTree
	Matches    = matches
	Block      = block
)
