package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"

	"skillpack/internal/config"
	"skillpack/internal/diag"
	"skillpack/internal/fix"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// project is a source tree with its configuration.
type project struct {
	dir    string // the root as the user would write it
	config *config.Config
	tree   *skill.Tree

	configText []byte // of skillpack.yaml, which is no part of the tree
}

// source returns the bytes of what a finding can be in, for its place and excerpt.
func (p *project) source(file string) []byte {
	if file == skill.ConfigName {
		return p.configText
	}
	return p.tree.Source(file)
}

// overrides are the flags that stand above the configuration.
type overrides struct {
	prefix, scheme *string // nil where not given
	output         string  // the catalog that is being written, "" for none
	files          fs.FS   // the tree, nil for that on disk
	digests        bool    // as skill.Options
	examine        func(skill.Examined)
}

// openProject reads the configuration and the tree below dir. Findings in the
// configuration are printed and end the command with exit code 2.
func openProject(ctx context.Context, dir string, o overrides, std stdio) (*project, error) {
	root, err := rootOf(dir)
	if err != nil {
		return nil, err
	}
	return openTarget(ctx, &target{root: root, name: dir, view: o.files}, o, std)
}

// openTarget is openProject for a root that is known already.
func openTarget(ctx context.Context, t *target, o overrides, std stdio) (*project, error) {
	text, err := t.configText()
	if err != nil {
		return nil, err
	}
	c, err := parseConfig(filepath.Join(t.name, skill.ConfigName), text, std.err)
	if err != nil {
		return nil, err
	}
	attributes, err := attributesAbove(t.root)
	if err != nil {
		return nil, err
	}
	options := skill.Options{
		Scheme: c.Scheme, Prefix: c.Prefix, Include: c.Include, Exclude: c.Exclude,
		ByName: c.Lint.Lowers("name/directory"),
		Root:   t.root, Output: below(t.root, o.output), Attributes: attributes,
		Digests: o.digests, Examine: o.examine,
	}
	if t.reads {
		options.Only = t.only
	}
	if t.guessed {
		options.Within, options.Guessed = t.only, t.nested
	}
	if o.prefix != nil {
		options.Prefix = *o.prefix
	}
	if o.scheme != nil {
		options.Scheme = *o.scheme
	}
	tree, err := t.load(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("cannot read %q: %w", t.name, err)
	}
	return &project{t.name, c, tree, text}, nil
}

// rootOf returns the absolute path of dir, links resolved.
func rootOf(dir string) (string, error) {
	info, err := os.Stat(dir)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return "", usageError("there is no directory %q; name the directory that holds the skills", dir)
	case err != nil:
		return "", err
	case !info.IsDir():
		return "", usageError("%q is not a directory; name the directory that holds the skills", dir)
	}
	return resolved(dir)
}

// below returns the slash path of file below root, or "" if it is not there.
func below(root, file string) string {
	if file == "" {
		return ""
	}
	absolute, err := filepath.Abs(file)
	if err != nil {
		return ""
	}
	if folder, err := filepath.EvalSymlinks(filepath.Dir(absolute)); err == nil {
		absolute = filepath.Join(folder, filepath.Base(absolute))
	}
	relative, err := filepath.Rel(root, absolute)
	if err != nil || !filepath.IsLocal(relative) {
		return ""
	}
	return filepath.ToSlash(relative)
}

// parseConfig reads the configuration of the file at path from its text. Without any that
// is the default.
func parseConfig(path string, text []byte, stderr io.Writer) (*config.Config, error) {
	c, found := config.Parse(text, lint.Rules())
	if len(found) == 0 {
		return c, nil
	}
	source := func(string) []byte { return text }
	for i := range found {
		found[i].File = filepath.Base(path) // it may have another name
	}
	options := textOptions(filepath.Dir(path), stderr)
	options.NoRules = true // they are of the configuration, which --explain knows nothing about
	if err := diag.WriteText(stderr, found, source, options); err != nil {
		return nil, err
	}
	return nil, usageError("%s has %s", path, count(len(found), "error"))
}

// readRegular returns the bytes of a file, and none where there is no file. A link to
// nothing is no absence: who made it wants the file to be read. A pipe would not end.
func readRegular(path string) ([]byte, error) {
	if _, err := os.Lstat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	info, err := os.Stat(path)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		return nil, usageError("%q is a link to nothing; point it at a file or delete it", path)
	case err != nil:
		return nil, err
	case !info.Mode().IsRegular():
		return nil, usageError("%q is not a regular file; make it one or delete it", path)
	}
	return os.ReadFile(path)
}

// textOptions prints paths as they open from where the user stands, and excerpts and
// colours only on a terminal.
func textOptions(dir string, w io.Writer) diag.TextOptions {
	return diag.TextOptions{Base: filepath.ToSlash(dir), Excerpt: terminal(w), Color: colored(w), LineEndings: fix.OfLineEndings}
}

// count renders a number with its noun.
func count(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return fmt.Sprintf("%d %ss", n, noun)
}
