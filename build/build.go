// Package build compiles a loaded tree of skills into a catalog: entries with their
// complete manifests, resource objects, directories and contents, all in the form
// that the protocol sends.
package build

import (
	"cmp"
	"context"

	"skillpack/catalog"
	"skillpack/internal/diag"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// Options says what goes into the catalog besides the tree. The zero Options is the
// default.
type Options struct {
	Lint     lint.Config
	Server   *catalog.Server // nil is DefaultServer; an empty name, version or scope is its
	Unlisted []string        // doublestar globs over skill directories: served, not listed
	// SkipInvalid publishes the skills without an error and leaves out the others.
	// Without it one error is enough for no catalog.
	SkipInvalid bool
	// Spool holds what was read of the tree, where its Examine was that of skill.Load; it must
	// not be closed before the catalog is written. Without one the files are read again.
	Spool *Spool
	// Strict lets warnings count as errors do; they are found as warnings all the same.
	Strict bool
}

// DefaultServer returns the settings of a catalog where none are configured. None of
// them comes from the machine or the clock, so that a build can be repeated.
func DefaultServer() *catalog.Server {
	return &catalog.Server{Name: "skillpack", Version: "0.0.0", TTLMs: 300_000, CacheScope: "public"}
}

// Compile checks the tree and builds its catalog, ready for catalog.Encode or
// catalog.Freeze. It returns every finding, sorted; the catalog is nil where they
// forbid one. The error is for a bad glob, an ended context and a tree that changed since
// it was loaded. The same tree and options give the same catalog.
func Compile(ctx context.Context, tree *skill.Tree, o Options) (*catalog.Catalog, []diag.Diagnostic, error) {
	found := lint.Run(ctx, tree, o.Lint)
	if err := cmp.Or(ctx.Err(), tree.Err()); err != nil {
		return nil, found, err
	}
	skills, _ := Publishable(tree, found, o.Strict)
	refused := diag.Count(found, diag.Error) > 0 || o.Strict && diag.Count(found, diag.Warning) > 0
	if len(skills) == 0 || refused && !o.SkipInvalid {
		return nil, found, nil
	}
	c, err := assemble(ctx, tree, skills, o)
	if err = cmp.Or(err, tree.Err()); err != nil {
		return nil, found, err
	}
	return c, found, nil
}
