package lint

import (
	"regexp"
	"sync"
)

// lazily returns what compiles an expression when it is first asked for: most runs of the
// program need few of all that the rules have.
func lazily(expression string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(expression) })
}
