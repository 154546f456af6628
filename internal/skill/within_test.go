package skill

import (
	"io/fs"
	"slices"
	"sync"
	"testing"
	"testing/fstest"
)

// TestWithin walks a large directory of which one skill is asked for.
func TestWithin(t *testing.T) {
	manifest := &fstest.MapFile{Data: []byte("---\nname: x\ndescription: Does it.\n---\n")}
	file := &fstest.MapFile{Data: []byte("x")}
	disk := listingFS{fstest.MapFS{
		"mine/SKILL.md": manifest, "mine/deep/a.md": file, "beside/SKILL.md": manifest, "beside/b.md": file,
		"film/one/two/three.mp4": file, "letter.txt": file, ".gitattributes": file, "wrong/skill.md": manifest, "SKILL.md": manifest,
		"mine/deep/SKILL.md": manifest, "group/inner/SKILL.md": manifest,
	}, new(sync.Mutex), map[string]int{}}
	tree, _, err := Load(t.Context(), disk, Options{Within: []string{"mine/deep"}})
	if err != nil {
		t.Fatal(err)
	}
	var files []string
	for _, f := range tree.Files {
		files = append(files, f.Path)
	}
	want := []string{".gitattributes", "beside/SKILL.md", "beside/b.md", "mine/SKILL.md", "mine/deep/SKILL.md", "mine/deep/a.md"}
	if !slices.Equal(files, want) {
		t.Errorf("the tree has %q, want %q", files, want)
	}
	if want := []string{"beside", "film", "group", "mine", "mine/deep", "wrong"}; !slices.Equal(tree.Dirs, want) {
		t.Errorf("the tree has the directories %q, want %q", tree.Dirs, want)
	}
	for _, name := range []string{"film", "group", "wrong", "letter.txt", "SKILL.md"} {
		if disk.opened[name] > 0 {
			t.Errorf("%s was opened", name)
		}
	}
	if !tree.Beyond("film/one") || !tree.Beyond("letter.txt") || tree.Beyond("absent") || tree.Beyond("../up") {
		t.Error("what the walk passed by is not told from what is not there")
	}
}

// TestWithinNamesNoSkill takes in a directory that is none, since it was asked for.
func TestWithinNamesNoSkill(t *testing.T) {
	disk := fstest.MapFS{"wrong/skill.md": {Data: []byte("---\nname: wrong\n---\n")}, "other/skill.md": {}}
	tree, found, err := Load(t.Context(), disk, Options{Within: []string{"wrong"}})
	if err != nil {
		t.Fatal(err)
	}
	if len(tree.Files) != 1 || len(found) != 1 || found[0].Rule != "files/skill-md" || found[0].Skill != "wrong" {
		t.Errorf("the tree has %d files, and found was %v", len(tree.Files), found)
	}
}

// listingFS counts what is opened or listed, by name; files are read in parallel.
type listingFS struct {
	fstest.MapFS
	mutex  *sync.Mutex
	opened map[string]int
}

func (c listingFS) count(name string) {
	c.mutex.Lock()
	defer c.mutex.Unlock()
	c.opened[name]++
}

func (c listingFS) Open(name string) (fs.File, error) {
	c.count(name)
	return c.MapFS.Open(name)
}

func (c listingFS) ReadDir(name string) ([]fs.DirEntry, error) {
	c.count(name)
	return c.MapFS.ReadDir(name)
}
