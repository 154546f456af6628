package skill

import (
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"skillpack/internal/protocol"
)

func TestMisnamedManifest(t *testing.T) {
	tree := load(t, mapFS(map[string]string{
		"a/skill.md": manifestOf("a"), "b/Skill.md": manifestOf("b"), "c/SKILL.MD": manifestOf("c"),
		"d/SKILL.md": manifestOf("d"), "d/references/skill.md": "# how skills are written", "d/assets/skill.md": manifestOf("template"),
		"d/e/skill.md":       manifestOf("e"),
		"f/SKILL.md/notes":   "a directory",
		"g/SKILLS.md":        "another name",
		"h/skill.md/x":       "a directory",
		"excluded/skill.md":  manifestOf("x"),
		"i/SKILL.md.txt":     "another name",
		"k/SKILL.md":         manifestOf("k"),
		"k/skill.md":         manifestOf("k"),
		"j/sub/skill.md.bak": "another name",
	}), Options{Exclude: []string{"excluded"}})
	t.Run("D62", func(t *testing.T) {
		equal(t, "problems", problems(tree), []string{
			"files/skill-md a/skill.md", "files/skill-md b/Skill.md", "files/skill-md c/SKILL.MD",
			"files/skill-md d/e/skill.md", "files/skill-md f/SKILL.md",
			"files/collision k/skill.md",
		})
		for _, d := range tree.Problems {
			if d.Rule == "files/skill-md" && (!strings.Contains(d.Message, `SKILL.md`) || d.Skill != path.Dir(d.File)) {
				t.Errorf("got %+v", d)
			}
		}
		equal(t, "skills", dirsOf(tree.Skills), []string{"d", "k"})
	})
	t.Run("A19", func(t *testing.T) {
		if f := tree.File("f/SKILL.md/notes"); f == nil {
			t.Error("what is in the directory is lost")
		}
	})
}

// On disk the listing tells the case, also where the disk ignores it.
func TestMisnamedManifestOnDisk(t *testing.T) {
	root := onDisk(t, map[string]string{"a/skill.md": manifestOf("a"), "b/SKILL.md": "-> gone"})
	tree := load(t, os.DirFS(root), Options{Root: root})
	equal(t, "problems", problems(tree), []string{"files/skill-md a/skill.md", "files/link b/SKILL.md"})
}

func TestCollisions(t *testing.T) {
	const nfc, nfd = "caf\u00e9.md", "cafe\u0301.md"
	tree := load(t, mapFS(map[string]string{
		"s/SKILL.md": manifestOf("s"),
		"s/Guide.md": "", "s/guide.md": "", "s/GUIDE.md": "",
		"s/" + nfc: "", "s/" + nfd: "",
		"s/straße": "", "s/STRASSE": "",
		"s/Ref/x": "", "s/ref/y": "",
		"s/one/a": "", "s/two/A": "", // not in one directory
		"s/left/x.pyc": "", "s/left/X.PYC": "", // one of them is left out
		"s/ﬁle": "", "s/file": "",
	}), Options{})
	// Sorted by bytes, the first of each kind stays and the others name it.
	others := map[string]string{
		"s/Guide.md": "s/GUIDE.md", "s/guide.md": "s/GUIDE.md", "s/caf\u00e9.md": "s/cafe\u0301.md",
		"s/straße": "s/STRASSE", "s/ref": "s/Ref", "s/ﬁle": "s/file",
	}
	for _, d := range tree.Problems {
		if d.Rule != "files/collision" || len(d.Related) != 1 || d.Related[0].File != others[d.File] || d.Skill != "" {
			t.Errorf("got %+v", d)
		}
		delete(others, d.File)
	}
	if len(others) > 0 {
		t.Errorf("not found: %v", others)
	}
	if tree.File("s/Guide.md") == nil || tree.File("s/ref/y") == nil {
		t.Error("a colliding file is not in the tree")
	}
}

// Outside skills only what can hold a skill matters.
func TestFilesOutsideSkillsAreNotJudged(t *testing.T) {
	m := mapFS(map[string]string{
		"s/SKILL.md": manifestOf("s"), ".github/A.md": "", ".github/a.md": "", `doc\s.md`: "", "closed.txt": "",
		"Skills/x": "", "skills": "", `dir\x/y`: "",
	})
	m["pipe"] = &fstest.MapFile{Mode: fs.ModeNamedPipe}
	m["gone"] = &fstest.MapFile{Data: []byte("perhaps-a-skill"), Mode: fs.ModeSymlink}
	tree := load(t, faultyFS{m, map[string]error{"closed.txt": fs.ErrPermission}}, Options{})
	equal(t, "problems", problems(tree), []string{`files/name dir\x`, "files/link gone", "files/collision skills"})
}

func TestNames(t *testing.T) {
	names := []string{
		"with space", "a#b", "a?b", "100%", "a%20b", "{name}", "a+b", "@me", `"quoted"`, "it's", "-lead", "..lead", "trail.", "a~b",
		"cafe\u0301", "中文", "👍", "tab\there", "new\nline", "a:b", "*", "[x]", "$HOME", ".env.example", "\u202eevil",
	}
	long := strings.Repeat("d", 120) + "/" + strings.Repeat("ü", 60) + "/" + strings.Repeat("f", 74) // 316 bytes
	if len(long) != 316 {
		t.Fatal(len(long))
	}
	files := map[string]string{"s/SKILL.md": manifestOf("s"), "s/" + long: "x"}
	for _, name := range names {
		files["s/"+name] = name
	}
	check := func(t *testing.T, tree *Tree) {
		equal(t, "problems", problems(tree), nil)
		seen := map[string]bool{}
		for name, text := range files {
			f := tree.File(name)
			if f == nil {
				t.Errorf("%q is not in the tree", name)
				continue
			}
			if got, err := f.Bytes(); err != nil || string(got) != text {
				t.Errorf("%q: %q, %v", name, got, err)
			}
			uri := tree.URI(name)
			if _, back, err := protocol.SplitURI(uri); err != nil || back != name || seen[uri] {
				t.Errorf("%q: URI %q reads back as %q, %v", name, uri, back, err)
			}
			seen[uri] = true
		}
	}
	t.Run("D78", func(t *testing.T) {
		check(t, load(t, mapFS(files), Options{}))
		check(t, load(t, os.DirFS(onDisk(t, files)), Options{}))
	})
}

func TestNamesThatCannotBePublished(t *testing.T) {
	tree := load(t, mapFS(map[string]string{
		"s/SKILL.md": manifestOf("s"), `s/a\b`: "", "s/nul\x00": "", `s/dir\x/f`: "", "s/ok": "",
	}), Options{})
	equal(t, "problems", problems(tree), []string{`files/name s/a\b`, `files/name s/dir\x`, "files/name s/nul\x00"})
	equal(t, "files", paths(tree.Files), []string{"s/SKILL.md", "s/ok"})
	equal(t, "directories", tree.Dirs, []string{"s"})
}

// On Linux a name is any bytes.
func TestNamesThatAreNotUTF8(t *testing.T) {
	m := namesFS{mapFS(map[string]string{"s/SKILL.md": manifestOf("s"), "s/x": ""})}
	tree := load(t, m, Options{})
	equal(t, "problems", problems(tree), []string{"files/name s/caf\xe9"})
	tree = load(t, m, Options{Include: []string{"s/SKILL.md"}})
	equal(t, "problems of what is not included", problems(tree), nil)
	equal(t, "left out", leftOut(tree), []string{"s/caf\xe9 by not included"})
}

// namesFS calls the file x by a name that is not UTF-8, in listings only.
type namesFS struct{ fstest.MapFS }

func (f namesFS) ReadDir(name string) ([]fs.DirEntry, error) {
	list, err := f.MapFS.ReadDir(name)
	list = slices.Clone(list)
	for i, e := range list {
		if e.Name() == "x" {
			list[i] = misnamedEntry{e}
		}
	}
	return list, err
}

type misnamedEntry struct{ fs.DirEntry }

func (misnamedEntry) Name() string { return "caf\xe9" }

func TestPathsTooDeep(t *testing.T) {
	deep := strings.Repeat("d/", maxDepth-1)
	wide := strings.Repeat(strings.Repeat("w", 250)+"/", 12)
	tree := load(t, mapFS(map[string]string{
		"SKILL.md": manifestOf("s"), deep + "ok": "", deep + "too/deep": "", wide + strings.Repeat("x", 60): "", wide + strings.Repeat("x", 61): "",
	}), Options{})
	if len(tree.Files) != 3 {
		t.Errorf("files %q", paths(tree.Files))
	}
	equal(t, "problems", problems(tree), []string{
		"files/unreadable " + deep + "too/deep", "files/unreadable " + wide + strings.Repeat("x", 61),
	})
}

// Names are compared where their sums are equal, so those that are equal when folded must have
// equal ones.
func TestSumsOfNamesThatFoldAlike(t *testing.T) {
	r := rand.New(rand.NewPCG(6, 1))
	letters := []string{"a", "A", "z", "Z", "@", "[", "`", "{", "é", "É", "e\u0301", "ß", "SS", "ﬁ", "fi", "K", "\u212a", "k", "İ", "i", "\xff", "1"}
	byFold := map[string]uint64{}
	alike := 0
	for range 20_000 {
		name := ""
		for range 1 + r.IntN(3) {
			name += letters[r.IntN(len(letters))]
		}
		sum, known := byFold[Fold(name)]
		if known && sum != foldedSum(name) {
			t.Fatalf("%+q has another sum than what it folds like", name)
		}
		if byFold[Fold(name)] = foldedSum(name); known {
			alike++
		}
		if mayCollide([]child{{name: name}, {name: "other"}}) {
			t.Errorf("%+q may collide with another name", name)
		}
	}
	if alike < 1000 {
		t.Errorf("only %d names were like another", alike)
	}
}
