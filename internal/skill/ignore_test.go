package skill

import (
	"io/fs"
	"math/rand/v2"
	"path"
	"testing"
	"testing/fstest"
)

func TestLitterIsLeftOut(t *testing.T) {
	tree := load(t, mapFS(map[string]string{
		"s/SKILL.md": manifestOf("s"), "s/scripts/run.py": "",
		".git/HEAD": "", "s/.git": "gitdir: elsewhere", "s/.hg/x": "", "s/.svn/x": "", ".jj/x": "",
		"s/.DS_Store": "", "s/Thumbs.db": "", "s/desktop.ini": "",
		"s/node_modules/a/SKILL.md": manifestOf("a"), "s/scripts/__pycache__/run.pyc": "", "s/mod.pyc": "", ".venv/bin/x": "",
		"s/.run.py.swp": "", "s/notes.md~": "", "s/.#notes.md": "", "s/#notes.md#": "",
	}), Options{})
	t.Run("D70", func(t *testing.T) {
		equal(t, "files", paths(tree.Files), []string{"s/SKILL.md", "s/scripts/run.py"})
		equal(t, "directories", tree.Dirs, []string{"s", "s/scripts"})
		equal(t, "left out", leftOut(tree), []string{
			".git by .git", ".jj by .jj", ".venv by .venv",
			"s/#notes.md# by #*#", "s/.#notes.md by .#*", "s/.DS_Store by .DS_Store", "s/.git by .git", "s/.hg by .hg",
			"s/.run.py.swp by *.swp", "s/.svn by .svn", "s/Thumbs.db by Thumbs.db", "s/desktop.ini by desktop.ini",
			"s/mod.pyc by *.pyc", "s/node_modules by node_modules", "s/notes.md~ by *~", "s/scripts/__pycache__ by __pycache__",
		})
		equal(t, "problems", problems(tree), nil)
	})
}

func TestEverythingElseIsShipped(t *testing.T) {
	kept := []string{
		"s/.env.example", "s/.gitattributes", "s/.gitignore", "s/.hidden/file", "s/LICENSE", "s/SKILL.md", "s/catalog.json",
		"s/dir.pyc/x", "s/dir~/x", "s/git/x", "s/lib/__init__.py", "s/references/README.md", "s/skillpack.yaml", "s/venv/x",
	}
	files := map[string]string{}
	for _, name := range kept {
		files[name] = "x"
	}
	files["s/SKILL.md"] = manifestOf("s")
	files["s/catalog.json"] = `{"skillpack":1,` // only at the root it is our output
	tree := load(t, mapFS(files), Options{})
	t.Run("D69", func(t *testing.T) {
		equal(t, "files", paths(tree.Skills[0].Files), kept)
		equal(t, "left out", leftOut(tree), nil)
	})
}

// A root skill must build to the same catalog again although the first one lies in it.
func TestOwnOutputIsLeftOut(t *testing.T) {
	files := map[string]string{
		"SKILL.md": manifestOf("root"), "data.json": `{"other":1}`, "short.json": `{`, "x.txt": `{"skillpack":1,`, "sub/catalog.json": "{}",
		".skills.out.1.tmp": "elsewhere", "dist/.other.out.1.tmp": "another's",
	}
	before := load(t, mapFS(files), Options{})
	files["catalog.json"] = `{"skillpack":1,` + "\n"
	files["known.json"] = "{\n\"skillpack-baseline\": 1,\n"
	files["old.json"] = `{"skillpack":1,` + "\n"
	files["dist/skills.out"] = "anything"
	files["dist/.skills.out.123.tmp"] = "what a killed build left"
	after := load(t, mapFS(files), Options{Output: "dist/skills.out"})
	equal(t, "files", paths(after.Files), paths(before.Files))
	equal(t, "left out", leftOut(after), []string{
		"catalog.json by a catalog", "dist/.skills.out.123.tmp by the output", "dist/skills.out by the output", "known.json by a baseline", "old.json by a catalog",
	})
}

// What skillpack site writes has copies of skills, and may stand in the tree of their sources.
func TestSitesAreLeftOut(t *testing.T) {
	files := map[string]string{
		"a/SKILL.md": manifestOf("a"), "a/docs/.skillpack-site/x.txt": "a folder is no marker",
		"dist/.skillpack-site": "…", "dist/.well-known/skills/a/SKILL.md": manifestOf("a"), "a/site/.skillpack-site": "…", "a/site/raw/1.bin": "…",
	}
	tree := load(t, mapFS(files), Options{})
	equal(t, "files", paths(tree.Files), []string{"a/SKILL.md", "a/docs/.skillpack-site/x.txt"})
	equal(t, "left out", leftOut(tree), []string{"a/site by a site", "dist by a site"})
}

func TestIncludeAndExclude(t *testing.T) {
	files := map[string]string{
		"a/SKILL.md": manifestOf("a"), "a/x.txt": "", "a/draft/y.txt": "", "a/draft/z/w.txt": "",
		"b/SKILL.md": manifestOf("b"), "b/c/SKILL.md": manifestOf("c"), "b/deep/er/f.txt": "", "top.txt": "",
	}
	tests := []struct {
		name             string
		include, exclude []string
		files, dirs, out []string
	}{
		{
			name: "include a directory", include: []string{"a"}, exclude: []string{"**/draft/"},
			files: []string{"a/SKILL.md", "a/x.txt"}, dirs: []string{"a"},
			out: []string{"a/draft by **/draft", "b by not included", "top.txt by not included"},
		},
		{
			name: "include files far down", include: []string{"b/**/f.txt", "./b/c"},
			files: []string{"b/c/SKILL.md", "b/deep/er/f.txt"}, dirs: []string{"b", "b/c", "b/deep", "b/deep/er"},
			out: []string{"a by not included", "b/SKILL.md by not included", "top.txt by not included"},
		},
		{
			name: "exclude wins", include: []string{"**"}, exclude: []string{"a/*.txt", "b"},
			files: []string{"a/SKILL.md", "a/draft/y.txt", "a/draft/z/w.txt", "top.txt"}, dirs: []string{"a", "a/draft", "a/draft/z"},
			out: []string{"a/x.txt by a/*.txt", "b by b"},
		},
		{
			name: "nothing", include: []string{"absent"},
			out: []string{"a by not included", "b by not included", "top.txt by not included"},
		},
		{
			name: "braces", exclude: []string{"{a,b}/**"},
			files: []string{"top.txt"}, out: []string{"a by {a,b}/**", "b by {a,b}/**"},
		},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			tree := load(t, mapFS(files), Options{Include: test.include, Exclude: test.exclude})
			equal(t, "files", paths(tree.Files), test.files)
			equal(t, "directories", tree.Dirs, test.dirs)
			equal(t, "left out", leftOut(tree), test.out)
			equal(t, "problems", problems(tree), nil)
		})
	}
}

func TestIncludeKeepsAnEmptyDirectory(t *testing.T) {
	m := fstest.MapFS{"a/b/empty": {Mode: fs.ModeDir | 0o755}, "a/c/other": {Mode: fs.ModeDir | 0o755}}
	tree := load(t, m, Options{Include: []string{"a/b/empty"}})
	equal(t, "directories", tree.Dirs, []string{"a", "a/b", "a/b/empty"})
	equal(t, "left out", leftOut(tree), []string{"a/c by not included"})
}

// What is not included or is excluded is not reported on either.
func TestNoFindingsOutsideTheSelection(t *testing.T) {
	root := map[string]string{
		"a/SKILL.md": manifestOf("a"), "b/gone": "-> nowhere", "b/skill.md": manifestOf("b"), "b/X/f": "", "b/x/f": "", "b/e/SKILL.md/f": "", "c": "-> ../../c",
	}
	everywhere(t, root, func(t *testing.T, tree *Tree) {
		if len(tree.Problems) != 5 {
			t.Errorf("problems %q", problems(tree))
		}
	})
	for _, o := range []Options{{Include: []string{"a"}}, {Exclude: []string{"b/**", "c"}}} {
		m := mapFS(root)
		for _, name := range []string{"b/gone", "c"} {
			m[name].Mode, m[name].Data = fs.ModeSymlink, m[name].Data[len("-> "):]
		}
		equal(t, "problems", problems(load(t, m, o)), nil)
	}
}

func TestGlobsMatch(t *testing.T) {
	tests := []struct {
		pattern, path string
		want          bool
	}{
		{"a", "a", true}, {"a", "a/b/c", true}, {"a", "ab", false}, {"a/", "a/b", true}, {"./a", "a", true},
		{"*", "a/b", true}, {"*", ".", true}, {"?", "long/x", false}, {"**", ".", true}, {".", "a/b", true}, {".", ".", true},
		{"*.md", "x/y.md", false}, {"**/*.md", "x/y.md", true}, {"**/*.md", "y.md", true}, {"*.md", ".md", true},
	}
	for _, test := range tests {
		globs, err := ParseGlobs([]string{"zzz", test.pattern})
		if err != nil {
			t.Fatal(err)
		}
		if _, got := globs.Match(test.path); got != test.want {
			t.Errorf("%q matches %q: %v", test.pattern, test.path, got)
		}
	}
}

func TestUnusedGlobsAreTold(t *testing.T) {
	files := map[string]string{
		"a/SKILL.md": manifestOf("a"), "a/x.log": "", "b/SKILL.md": manifestOf("b"), "b/in/y.log": "", "node_modules/z": "",
	}
	tree := load(t, mapFS(files), Options{
		Include: []string{"a", "skils/**", "node_modules"}, Exclude: []string{"*.log", "**/*.log", "b", "./drafts/"},
	})
	equal(t, "unused", tree.Unused, []string{"*.log", "drafts", "skils/**"})
	var configured []string
	for _, l := range tree.LeftOut {
		if l.Configured {
			configured = append(configured, l.Path+" by "+l.Rule)
		}
	}
	equal(t, "configured", configured, []string{"a/x.log by **/*.log", "b by b"})
}

// The walk asks of a path only what its directories did not tell. What it takes in is what the
// patterns match, each path for itself or by a directory that holds it.
func TestSelectionIsWhatTheGlobsMatch(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	words := []string{"a", "b", "c", "*", "**", "?", "a*", "{a,b}"}
	random := func() (pattern string) {
		for range 1 + r.IntN(3) {
			pattern = path.Join(pattern, words[r.IntN(len(words))])
		}
		return pattern
	}
	kept, out := 0, 0
	for range 400 {
		files := map[string]string{}
		for range 12 {
			file := string('a' + rune(r.IntN(3)))
			for range r.IntN(5) {
				file += "/" + string('a'+rune(r.IntN(3)))
			}
			files[file+"/f"] = ""
		}
		o := Options{Include: []string{random(), random()}, Exclude: []string{random()}}
		tree := load(t, mapFS(files), o)
		include, _ := ParseGlobs(o.Include)
		exclude, _ := ParseGlobs(o.Exclude)
		for file := range files {
			_, included := include.Match(file)
			_, excluded := exclude.Match(file)
			if got := tree.File(file) != nil; got != (included && !excluded) {
				t.Fatalf("with %+v %s is taken in: %v", o, file, got)
			} else if got {
				kept++
			} else {
				out++
			}
		}
	}
	if kept < 100 || out < 100 {
		t.Errorf("%d files were taken in and %d not", kept, out)
	}
}

func TestPatternsOfLitterMatchAsThoseOfPaths(t *testing.T) {
	for _, p := range namePatterns(litterFiles()) {
		for _, name := range []string{"#", "##", "#a#", "a#", "#a", ".#", ".#a", ".", "~", "a~", "~a", ".pyc", "a.pyc", "pyc", "a.pyc.x", ".swp", "x.swo"} {
			if want, err := path.Match(p.pattern, name); err != nil || p.matches(name) != want {
				t.Errorf("%q matches %q: %v, want %v (%v)", p.pattern, name, !want, want, err)
			}
		}
	}
}
