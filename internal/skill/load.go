package skill

import (
	"context"
	"io/fs"

	"skillpack/internal/diag"
)

// Options says what Load takes in. The zero Options takes everything that the
// default ignore list does not name.
type Options struct {
	Scheme  string   // "" means protocol.DefaultScheme
	Prefix  string   // "" or "/"-separated segments
	Include []string // doublestar globs; empty takes all. A glob that matches a directory takes what is below it
	Exclude []string // doublestar globs, likewise; stronger than Include
	// Root is the absolute path of the file system's root on disk, links resolved, so
	// that an absolute link into the tree is recognised; "" where there is none.
	Root string
}

// Load reads the tree of fsys. What is wrong with the content is in the returned
// findings (and in Tree.Problems, the same slice), each with a rule id that lint
// documents; the error is for failed input and output and for a bad glob.
func Load(ctx context.Context, fsys fs.FS, o Options) (*Tree, []diag.Diagnostic, error) {
	panic("not written")
}

// Published returns the path under which a file or directory of the tree is
// published: the prefix and the path below the root, where the directory of each
// skill is called by the skill's name. A root that is itself a skill is called by its
// name.
func (t *Tree) Published(path string) string { panic("not written") }
