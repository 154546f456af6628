package main

import (
	"context"
	"fmt"
	"os"

	"github.com/spf13/cobra"

	"skillpack/internal/reuse"
	"skillpack/internal/skill"
)

// lintCache says where lint remembers what it need not look at in a tree of which single
// skills are asked for.
type lintCache struct {
	folder string // "" for the user's
	off    bool
}

func (l *lintCache) addFlags(c *cobra.Command) {
	f := c.Flags()
	f.StringVar(&l.folder, "cache", "", "remember in the folder `CACHE` what skills that are not named hold (default: in the user's cache folder)")
	f.BoolVar(&l.off, "no-cache", false, "remember nothing, and use nothing that is remembered")
	c.MarkFlagsMutuallyExclusive("cache", "no-cache")
}

// folderFor returns the folder to use for a tree, "" for none. The user's own is not used
// for a tree that it is in.
func (l *lintCache) folderFor(root string) (string, error) {
	switch {
	case l.off:
		return "", nil
	case l.folder != "":
		return l.folder, checkCache(root, l.folder)
	}
	folder := cacheDir()
	if folder == "" || below(root, folder) != "" {
		return "", nil
	}
	return folder, nil
}

// checkCache refuses a folder inside of a tree.
func checkCache(root, folder string) error {
	if inside := below(root, folder); inside != "" {
		return usageError("--cache %q is inside the tree, which would publish it; name a folder elsewhere", folder)
	}
	return nil
}

// load reads the tree, and remembers it for the next run where only some of its skills are
// asked for and all of it has to be known.
func (t *target) load(ctx context.Context, o skill.Options) (*skill.Tree, error) {
	disk := t.disk(o)
	if disk == nil {
		tree, _, err := skill.Load(ctx, t.files(), o)
		return tree, err
	}
	if o.Notes = disk; t.buffer != nil {
		o.Notes = unbuffered{disk, t.buffer.real}
	}
	tree, _, err := skill.Load(ctx, t.buffered(disk), o)
	if err == nil {
		_ = disk.Keep() // a folder that cannot be written makes no run fail
	}
	return tree, err
}

// disk looks at the tree with what is remembered of it. It is nil where that is of no use,
// or fails: then who reads the tree tells why.
func (t *target) disk(o skill.Options) *reuse.Disk {
	if t.cache == "" || len(o.Only) == 0 || len(o.Within) > 0 || t.view != nil {
		return nil
	}
	skips, err := o.Skips()
	if err != nil {
		return nil
	}
	disk, err := reuse.Open(reuse.Source{
		Folder: t.cache, Program: fmt.Sprint(program(), os.Geteuid()), Root: t.root,
		Skip: skips,
	})
	if err != nil {
		return nil
	}
	return disk
}

// unbuffered are the notes of a tree without those of a file that a buffer stands for.
type unbuffered struct {
	skill.Notes
	real string
}

func (u unbuffered) Note(real string) string {
	if real == u.real {
		return ""
	}
	return u.Notes.Note(real)
}

func (u unbuffered) SetNote(real, note string) {
	if real != u.real {
		u.Notes.SetNote(real, note)
	}
}
