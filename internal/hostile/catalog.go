package hostile

import (
	"context"
	"fmt"
	"io/fs"
	"strings"
	"testing/fstest"

	"skillpack/build"
	"skillpack/catalog"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// The URIs that faults are about. Notes is where most of them are: no other skill
// holds its files.
const (
	Notes    = "skill://notes/SKILL.md"
	Billing  = "skill://acme/billing/SKILL.md"
	Refunds  = "skill://acme/billing/refunds/SKILL.md"
	Zoo      = "skill://zoo/SKILL.md"
	Hidden   = "skill://hidden/SKILL.md" // not listed
	root     = "skill://notes"
	lines    = "skill://notes/lines.txt"               // with a BOM and CRLF
	thousand = "skill://notes/thousand.txt"            // of 1,000 bytes
	pixel    = "skill://notes/pixel.png"               // a blob
	empty    = "skill://notes/empty.txt"               // without a byte
	deep     = "skill://notes/deep"                    // a directory
	deepFile = "skill://notes/deep/a.md"               // in it
	spare    = "skill://notes/spare"                   // a directory with nothing in it
	nested   = "skill://acme/billing/refunds/data.bin" // in two manifests
)

// source is the tree of the catalog; a path that ends in a slash is an empty directory.
var source = map[string]string{
	"acme/billing/SKILL.md": front("billing", "Writes and checks bills. Use when somebody asks for a bill.") +
		"# Bills\n\nSee [the rules](rules.md).\n",
	"acme/billing/rules.md":         "# Rules\n",
	"acme/billing/refunds/SKILL.md": front("refunds", "Gives money back. Use when a bill was wrong.") + "# Refunds\n",
	"acme/billing/refunds/data.bin": "\x00\xff\x01",
	"hidden/SKILL.md":               front("hidden", "Is served, not listed. Use when you know of it.") + "# Hidden\n",
	"notes/SKILL.md":                front("notes", "Takes notes. Use when people meet.", "priority: 3", "metadata:", "  version: \"1\"") + "# Notes\n",
	"notes/lines.txt":               "\ufeffone\r\ntwo\r\n",
	"notes/thousand.txt":            strings.Repeat("0123456789", 99) + "012345678\n",
	"notes/pixel.png":               "\x89PNG\r\n\x1a\n\x00\x00",
	"notes/empty.txt":               "",
	"notes/deep/a.md":               "# A\n",
	"notes/spare/":                  "",
	"zoo/SKILL.md":                  front("zoo", "Knows animals. Use when somebody asks for one.") + "# Zoo\n",
}

// front returns the frontmatter of a SKILL.md.
func front(name, description string, more ...string) string {
	lines := append([]string{"---", "name: " + name, "description: " + description}, more...)
	return strings.Join(lines, "\n") + "\n---\n\n"
}

// Catalog returns what the server serves where it is right.
func Catalog(ctx context.Context) (*catalog.Catalog, error) {
	files := fstest.MapFS{}
	for path, content := range source {
		if dir, ok := strings.CutSuffix(path, "/"); ok {
			files[dir] = &fstest.MapFile{Mode: fs.ModeDir | 0o755}
			continue
		}
		files[path] = &fstest.MapFile{Data: []byte(content), Mode: 0o644}
	}
	tree, _, err := skill.Load(ctx, files, skill.Options{})
	if err != nil {
		return nil, err
	}
	server := build.DefaultServer()
	server.Instructions = "Ask for a skill by its uri"
	c, found, err := build.Compile(ctx, tree, build.Options{Lint: lint.Config{}, Server: server, Unlisted: []string{"hidden"}})
	if err == nil && c == nil {
		err = fmt.Errorf("the tree does not build: %v", found)
	}
	if err != nil {
		return nil, err
	}
	return catalog.Freeze(c)
}
