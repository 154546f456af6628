package lint

import (
	"fmt"
	"io/fs"
	"testing"
	"testing/fstest"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// lintMap runs every rule over a tree that needs more than files and their content.
func lintMap(t *testing.T, fsys fstest.MapFS, c Config) linted {
	t.Helper()
	if fsys["x/SKILL.md"] == nil {
		fsys["x/SKILL.md"] = file(manifest("x"))
	}
	tree, _, err := skill.Load(t.Context(), fsys, skill.Options{})
	if err != nil {
		t.Fatal(err)
	}
	return linted{tree, Run(t.Context(), tree, c)}
}

func file(content string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(content)} }

func link(target string) *fstest.MapFile {
	return &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}
}

func TestD76RunBit(t *testing.T) {
	executable := func(content string) *fstest.MapFile { return &fstest.MapFile{Data: []byte(content), Mode: 0o755} }
	checkFindings(t, lintMap(t, fstest.MapFS{
		"x/SKILL.md":        file(manifest("x") + "Run `scripts/good.sh` and run `scripts/bare.py`\n"),
		"x/scripts/good.sh": executable("#!/bin/sh\n"),
		"x/scripts/bare.py": executable("print()\n"),
	}, Config{}), []string{`x/SKILL.md:6:32 warning files/script: "scripts/bare.py" is run by its path alone, but has no "#!" line`})
}

func TestD64Links(t *testing.T) {
	checkFindings(t, lintMap(t, fstest.MapFS{
		"x/a.md":      link("../shared/b.md"),
		"x/refs":      link("../shared"),
		"x/gone":      link("nothing"),
		"shared/b.md": file("[c](c.md)\n"), "shared/c.md": file("c\n"),
		"x/notes.txt": link("../../.env"),
	}, Config{}), []string{
		`x/a.md:1:5 error links/missing: "c.md" does not exist in the skill; did you mean "refs/c.md"`,
		`x/gone:1:1 error files/link: "x/gone" links to "nothing"`,
		`x/notes.txt:1:1 error files/link: "x/notes.txt" links to "../../.env"`,
	})
}

func TestD80EmptyDirectory(t *testing.T) {
	dir := &fstest.MapFile{Mode: fs.ModeDir | 0o755}
	checkFindings(t, lintMap(t, fstest.MapFS{
		"x/assets": dir, "x/a/b/c": dir, "x/full/d.md": file("d\n"), "other": dir, "x/caches/.DS_Store": file("a"),
	}, Config{}), []string{
		`x/a:1:1 note files/empty-directory: the directory "x/a" holds no file`,
		`x/assets:1:1 note files/empty-directory: git does not keep it`,
		`x/caches:1:1 note files/empty-directory: "x/caches"`,
	})
}

func TestUnreadable(t *testing.T) {
	checkFindings(t, lintMap(t, fstest.MapFS{"x/pipe": {Mode: fs.ModeNamedPipe | 0o644}}, Config{}), []string{
		`x/pipe:1:1 error files/unreadable: `,
	})
}

func TestL82Unreferenced(t *testing.T) {
	tree := func() fstest.MapFS {
		return fstest.MapFS{
			"x/SKILL.md":            file(manifest("x") + "[a](a.md) [f](folder/) `python scripts/run.py` ![p](c%20d.png)\n`two-words` Search `./fonts`. A word.\n"),
			"x/a.md":                file("# A\n[itself](#a)\n"),
			"x/folder/deep/b.md":    file("b\n"),
			"x/c d.png":             file("c"),
			"x/scripts/run.py":      file("import helper\n"),
			"x/scripts/helper.py":   file("print()\n"),
			"x/scripts/__init__.py": file(""),
			"x/LICENSE.txt":         file("MIT\n"),
			"x/rules/two-words.md":  file("b\n"),
			"x/rules/word.md":       file("b\n"),
			"x/fonts/big/a.ttf":     file("b\n"),
			"x/package.json":        file("{}\n"),
			"x/old.md":              file("This is old.md, see [me](old.md)\n"),
			"x/z/SKILL.md":          file(manifest("z")),
			"x/z/unused.csv":        file("a,b\n"),
		}
	}
	t.Run("L82 off by default", func(t *testing.T) {
		checkFindings(t, lintMap(t, tree(), Config{}), []string{`x/SKILL.md:2:7 note catalog/nested: "x/z"`})
	})
	t.Run("L82 on", func(t *testing.T) {
		on := Config{Severity: map[string]diag.Severity{"files/unreferenced": diag.Note}}
		checkFindings(t, lintMap(t, tree(), on), []string{
			`x/SKILL.md:2:7 note catalog/nested: "x/z"`,
			`x/old.md:1:1 note files/unreferenced: no text of the skill mentions "old.md"; link to it or remove it`,
			`x/rules/word.md:1:1 note files/unreferenced: mentions "rules/word.md"`,
			`x/z/unused.csv:1:1 note files/unreferenced: mentions "unused.csv"`,
		})
	})
}

// manyFiles is a skill of n files, SKILL.md included, which have the given content.
func manyFiles(n int, content string) fstest.MapFS {
	fsys := fstest.MapFS{}
	for i := range n - 1 {
		fsys[fmt.Sprintf("x/data/%d.md", i)] = file(content)
	}
	return fsys
}

func TestD72Limits(t *testing.T) {
	t.Run("512 files", func(t *testing.T) {
		checkFindings(t, lintMap(t, manyFiles(protocol.MaxFiles, "a\n"), Config{}), nil)
	})
	t.Run("513 files", func(t *testing.T) {
		checkFindings(t, lintMap(t, manyFiles(protocol.MaxFiles+1, "a\n"), Config{}), []string{
			`x/SKILL.md:1:1 error files/limit: the skill has 513 files, hosts must accept only 512; the fullest directories are "x/data" (512 files), "x" (1 files)`})
	})
	sized := func(more int) fstest.MapFS {
		rest := protocol.MaxBytes - len(manifest("x"))
		return fstest.MapFS{
			"x/big.bin": {Data: make([]byte, rest-10+more)}, "x/small.bin": {Data: make([]byte, 10)},
		}
	}
	t.Run("16 MiB", func(t *testing.T) {
		checkFindings(t, lintMap(t, sized(0), Config{}), []string{`x/big.bin:1:1 note files/large: has 16.0 MiB`})
	})
	t.Run("16 MiB and 1 byte", func(t *testing.T) {
		checkFindings(t, lintMap(t, sized(1), Config{}), []string{
			`x/SKILL.md:1:1 error files/limit: the skill has 16777217 bytes, hosts must accept only 16777216; the largest files are "x/big.bin" (16777`,
			`x/big.bin:1:1 note files/large: has 16.0 MiB`})
	})
}

// Twice the files take about twice the time, though every file has a broken link.
func TestD72LinearTime(t *testing.T) {
	const n = 12941
	off := Config{Severity: map[string]diag.Severity{"files/limit": diag.Off, "files/unreferenced": diag.Note}}
	found := lintMap(t, manyFiles(n, "[a](none.md) [b](../SKILL.md#none) `scripts/none.py`\n"), off).found
	count := map[string]int{}
	for _, d := range found {
		count[d.Rule]++
	}
	for _, rule := range []string{"links/missing", "links/anchor", "links/code-path", "files/unreferenced"} {
		if count[rule] != n-1 {
			t.Errorf("got %d findings of %s, want %d", count[rule], rule, n-1)
		}
	}
}
