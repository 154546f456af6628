package skill

import (
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"skillpack/internal/protocol"
)

// link makes a symbolic link on disk.
func link(t *testing.T, dir, name, target string) {
	t.Helper()
	file := filepath.Join(dir, filepath.FromSlash(name))
	if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(target, file); err != nil {
		t.Fatal(err)
	}
}

// onDisk writes files and links ("name": "-> target") into a new directory and
// returns it, links resolved. "ROOT" in a target stands for it.
func onDisk(t *testing.T, files map[string]string) string {
	t.Helper()
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	root := filepath.Join(top, "tree")
	for name, text := range files {
		if target, ok := strings.CutPrefix(text, "-> "); ok {
			link(t, root, name, strings.ReplaceAll(target, "ROOT", root))
		} else {
			write(t, root, name, text)
		}
	}
	write(t, top, "outside.txt", "not ours")
	write(t, top, "tree-too/SKILL.md", manifestOf("tree-too"))
	return root
}

// everywhere loads the same files from os.DirFS, os.Root and MapFS.
func everywhere(t *testing.T, files map[string]string, check func(t *testing.T, tree *Tree)) {
	t.Helper()
	root := onDisk(t, files)
	t.Run("DirFS", func(t *testing.T) { check(t, load(t, os.DirFS(root), Options{Root: root})) })
	t.Run("Root", func(t *testing.T) {
		r, err := os.OpenRoot(root)
		if err != nil {
			t.Fatal(err)
		}
		defer r.Close()
		check(t, load(t, r.FS(), Options{Root: root}))
	})
	t.Run("MapFS", func(t *testing.T) {
		m := mapFS(files)
		for name, text := range files {
			if target, ok := strings.CutPrefix(text, "-> "); ok {
				target = strings.ReplaceAll(target, "ROOT", "/some/where")
				m[name] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink | 0o777}
			}
		}
		check(t, load(t, m, Options{Root: "/some/where"}))
	})
}

func TestLinksInside(t *testing.T) {
	files := map[string]string{
		"shared/text.md":         "# shared",
		"shared/sub/deep.txt":    "deep",
		"s/SKILL.md":             manifestOf("s"),
		"s/file.md":              "-> ../shared/text.md",
		"s/dir":                  "-> ../shared",
		"s/chain":                "-> hop",
		"s/hop":                  "-> ./file.md",
		"s/through":              "-> dir/sub/deep.txt",
		"s/absolute":             "-> ROOT/shared/sub",
		"s/round":                "-> ../../tree/shared/text.md",
		"whole":                  "-> s/../real",
		"real/SKILL.md":          "-> manifest.txt",
		"real/manifest.txt":      manifestOf("real"),
		"s/nothing-special.link": "an ordinary file",
	}
	everywhere(t, files, func(t *testing.T, tree *Tree) {
		t.Run("D64", func(t *testing.T) {
			// "round" leaves the tree on its way, so that it breaks where the tree is called otherwise.
			equal(t, "problems", problems(tree), []string{"files/link s/round"})
			equal(t, "skills", dirsOf(tree.Skills), []string{"real", "s", "whole"})
			equal(t, "files", paths(tree.Skills[1].Files), []string{
				"s/SKILL.md", "s/absolute/deep.txt", "s/chain", "s/dir/sub/deep.txt", "s/dir/text.md",
				"s/file.md", "s/hop", "s/nothing-special.link", "s/through",
			})
			equal(t, "directories", tree.Skills[1].Dirs, []string{"s/absolute", "s/dir", "s/dir/sub"})
			for name, text := range map[string]string{
				"s/chain": "# shared", "s/through": "deep", "s/absolute/deep.txt": "deep", "whole/SKILL.md": manifestOf("real"),
			} {
				f := tree.File(name)
				if got, err := f.Bytes(); err != nil || string(got) != text || f.Digest() != protocol.Digest([]byte(text)) {
					t.Errorf("%s: %q, %v", name, got, err)
				}
			}
			for name, target := range map[string]string{"s/chain": "hop", "s/dir/text.md": "", "real/SKILL.md": "manifest.txt", "s/SKILL.md": ""} {
				if got := tree.File(name).Mode.Link; got != target {
					t.Errorf("%s: link %q, want %q", name, got, target)
				}
			}
			for name, through := range map[string]string{"s/chain": "s/chain", "s/dir/sub/deep.txt": "s/dir", "s/SKILL.md": ""} {
				if got := tree.File(name).Through; got != through {
					t.Errorf("%s: through %q, want %q", name, got, through)
				}
			}
		})
	})
}

func TestLinksThatLeadNowhere(t *testing.T) {
	reasons := map[string]string{ // by link, a part of the message
		"s/env":        `"../../outside.txt", outside the tree`,
		"s/up":         `"../..", outside the tree`,
		"s/near":       `-too", outside the tree`,
		"s/etc":        `"/etc/hostname", outside the tree`,
		"s/by-dir":     `"leads-out/outside.txt", outside the tree`,
		"s/leads-out":  `"../..", outside the tree`,
		"s/gone":       `"absent/x", which does not exist; correct the link or delete it`,
		"s/not-dir":    `"SKILL.md/x", which does not exist`,
		"s/slash":      `"SKILL.md/", which does not exist`,
		"s/self":       `"self", which leads back to itself or through more than 40 links; correct the link or delete it`,
		"s/ping":       `"pong", which leads back to itself`,
		"s/pong":       `"ping", which leads back to itself`,
		"s/here":       `".", a directory that holds the link, so that following it would never end; delete the link or exclude it`,
		"s/sub/parent": `"..", a directory that holds the link`,
		"s/sub/root":   `"../..", a directory that holds the link`,
		"s/abs-root":   `a directory that holds the link`,
		"s/dots":       `"sub/..", a directory that holds the link`,
		"s/git":        `"../.git", inside ".git", which is never published; copy the target out of it`,
		"s/git-file":   `"../.git/config", inside ".git"`,
		"s/long":       `links to "xxxx`,
	}
	files := map[string]string{
		"s/SKILL.md": manifestOf("s"), ".git/config": "secret", "s/sub/x": "x",
		"s/env": "-> ../../outside.txt", "s/up": "-> ../..", "s/near": "-> ROOT-too", "s/etc": "-> /etc/hostname",
		"s/by-dir": "-> leads-out/outside.txt", "s/leads-out": "-> ../..",
		"s/gone": "-> absent/x", "s/not-dir": "-> SKILL.md/x", "s/slash": "-> SKILL.md/",
		"s/self": "-> self", "s/ping": "-> pong", "s/pong": "-> ping", "s/here": "-> .",
		"s/sub/parent": "-> ..", "s/sub/root": "-> ../..", "s/abs-root": "-> ROOT", "s/dots": "-> sub/..",
		"s/git": "-> ../.git", "s/git-file": "-> ../.git/config",
		"s/long":         "-> " + strings.Repeat("x", 300) + "\xff",
		"t/SKILL.md":     "-> ../absent.md",
		"s/node_modules": "-> ../../anywhere",
		"s/.#lock":       "-> user@host.1:2",
	}
	everywhere(t, files, func(t *testing.T, tree *Tree) {
		t.Run("D65", func(t *testing.T) {
			var want []string
			for name := range reasons {
				want = append(want, "files/link "+name)
			}
			slices.Sort(want)
			equal(t, "problems", problems(tree), append(want, "files/link t/SKILL.md"))
			for _, d := range tree.Problems {
				if part := reasons[d.File]; !strings.Contains(d.Message, part) || !strings.Contains(d.Message, fmt.Sprintf("%q links to", d.File)) {
					t.Errorf("%s: message %q, want %q", d.File, d.Message, part)
				}
			}
			equal(t, "files", paths(tree.Files), []string{"s/SKILL.md", "s/sub/x"})
			equal(t, "skills", dirsOf(tree.Skills), []string{"s"})
			equal(t, "left out", leftOut(tree), []string{".git by .git", "s/.#lock by .#*", "s/node_modules by node_modules"})
		})
	})
}

func TestAbsoluteLinkWithoutKnownRoot(t *testing.T) {
	root := onDisk(t, map[string]string{"s/SKILL.md": manifestOf("s"), "s/a": "-> ROOT/s/SKILL.md"})
	tree := load(t, os.DirFS(root), Options{})
	equal(t, "problems", problems(tree), []string{"files/link s/a"})
}

// Two directories that link to each other are each followed once.
func TestMutualDirectoryLinks(t *testing.T) {
	everywhere(t, map[string]string{
		"a/SKILL.md": manifestOf("a"), "b/SKILL.md": manifestOf("b"), "a/to-b": "-> ../b", "b/to-a": "-> ../a",
	}, func(t *testing.T, tree *Tree) {
		equal(t, "problems", problems(tree), []string{"files/link a/to-b/to-a", "files/link b/to-a/to-b"})
		equal(t, "files", paths(tree.Files), []string{"a/SKILL.md", "a/to-b/SKILL.md", "b/SKILL.md", "b/to-a/SKILL.md"})
	})
}

// A link into a sibling's inside whose own link leads up again must end too.
func TestIndirectCycle(t *testing.T) {
	everywhere(t, map[string]string{
		"a/in": "-> ../b/c", "b/c/up": "-> ..", "b/x": "x",
	}, func(t *testing.T, tree *Tree) {
		equal(t, "problems", problems(tree), []string{"files/link a/in/up", "files/link b/c/up"})
		equal(t, "files", paths(tree.Files), []string{"b/x"})
	})
}

// Thirty levels, each with two links to the next, make 2^30 paths.
func TestLinkBlowUpEnds(t *testing.T) {
	m := fstest.MapFS{"d30/end": {Data: []byte("x")}, "SKILL.md": {Data: []byte(manifestOf("root"))}}
	for i := range 30 {
		for _, name := range []string{"l", "r"} {
			m[fmt.Sprintf("d%d/%s", i, name)] = &fstest.MapFile{Data: fmt.Appendf(nil, "../d%d", i+1), Mode: fs.ModeSymlink}
		}
	}
	tree := load(t, m, Options{})
	if n := len(tree.Files) + len(tree.Dirs); n > maxLinked+100 || n < maxLinked/2 {
		t.Errorf("%d files and directories", n)
	}
	if len(tree.Problems) == 0 || len(tree.Problems) > 1000 {
		t.Fatalf("%d problems", len(tree.Problems))
	}
	for _, d := range tree.Problems {
		if d.Rule != "files/link" || !strings.Contains(d.Message, "more than 100000 entries") {
			t.Fatalf("got %+v", d)
		}
	}
}

// What lies in plain directories behind links counts as well.
func TestManyLinksToOneBigDirectory(t *testing.T) {
	m := mapFS(map[string]string{"s/SKILL.md": manifestOf("s")})
	for i := range 1000 {
		m[fmt.Sprintf("big/in/f%d", i)] = &fstest.MapFile{}
	}
	for i := range 200 {
		m[fmt.Sprintf("s/l%03d", i)] = &fstest.MapFile{Data: []byte("../big"), Mode: fs.ModeSymlink}
	}
	tree := load(t, m, Options{})
	if n := len(tree.Files); n > maxLinked+1001 || n < maxLinked-1000 {
		t.Errorf("%d files", n)
	}
	if len(tree.Problems) < 100 || tree.Problems[0].Rule != "files/link" {
		t.Errorf("%d problems", len(tree.Problems))
	}
}

func TestLongChainOfLinks(t *testing.T) {
	m := mapFS(map[string]string{"end": "x"})
	for i := range 50 {
		target := fmt.Sprintf("l%02d", i+1)
		if i == 49 {
			target = "end"
		}
		m[fmt.Sprintf("l%02d", i)] = &fstest.MapFile{Data: []byte(target), Mode: fs.ModeSymlink}
	}
	tree := load(t, m, Options{})
	if len(tree.Files) != 41 || len(tree.Problems) != 10 || tree.Problems[9].File != "l09" {
		t.Errorf("%d files, problems %q", len(tree.Files), problems(tree))
	}
}

// noLinksFS hides that a file system can read links.
type noLinksFS struct{ fs.FS }

func TestFileSystemWithoutLinks(t *testing.T) {
	m := mapFS(map[string]string{"s/SKILL.md": manifestOf("s")})
	m["s/l"] = &fstest.MapFile{Data: []byte("SKILL.md"), Mode: fs.ModeSymlink}
	tree := load(t, noLinksFS{m}, Options{})
	equal(t, "problems", problems(tree), []string{"files/link s/l"})
}

func TestLinkToSpecialFile(t *testing.T) {
	m := mapFS(map[string]string{"s/SKILL.md": manifestOf("s")})
	m["pipes/p"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	m["s/l"] = &fstest.MapFile{Data: []byte("../pipes/p"), Mode: fs.ModeSymlink}
	tree := load(t, m, Options{Exclude: []string{"pipes"}})
	equal(t, "problems", problems(tree), []string{"files/unreadable s/l"})
}

// D64: a dangling link is told the only place that ends like its target.
func TestLinksToWhatMoved(t *testing.T) {
	everywhere(t, map[string]string{
		"team/skills/a/SKILL.md": manifestOf("a"), "team/skills/b/SKILL.md": manifestOf("b"), "other/b/SKILL.md": manifestOf("b"),
		"team/skills/a/notes.md": "notes",
		"host/a/SKILL.md":        "-> ../../team/a/SKILL.md",
		"host/b/SKILL.md":        "-> ../../team/b/SKILL.md",
		"host/c":                 "-> ../team/a",
		"host/d/SKILL.md":        "-> notes.md",
	}, func(t *testing.T, tree *Tree) {
		var got []string
		for _, d := range tree.Problems {
			got = append(got, d.Message)
		}
		equal(t, "D64", got, []string{
			`"host/a/SKILL.md" links to "../../team/a/SKILL.md", which does not exist; did you mean "../../team/skills/a/SKILL.md"`,
			`"host/b/SKILL.md" links to "../../team/b/SKILL.md", which does not exist; correct the link or delete it`,
			`"host/c" links to "../team/a", which does not exist; correct the link or delete it`,
			`"host/d/SKILL.md" links to "notes.md", which does not exist; correct the link or delete it`,
		})
	})
}
