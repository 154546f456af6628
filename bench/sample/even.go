package sample

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
)

// Shape says what an even tree is like, in which one skill is as the other.
type Shape struct {
	Skills int // how many there are, in teams of ten
	// Files are those of each skill besides SKILL.md, each of about a kilobyte.
	Files int
	// Edition is named in every file. Trees that differ in it alone have the same paths
	// and no content in common.
	Edition string
}

// Guide is the path of a file of exactly 9000 bytes that the first skill has as well.
const (
	Guide     = "team-00/skill-000/references/guide.md"
	guideSize = 9000
)

// Topic is the path of a file, of those that Shape.Files counts.
func Topic(skill, file int) string {
	return fmt.Sprintf("%s/references/topic-%02d.md", directory(skill), file)
}

func directory(skill int) string { return fmt.Sprintf("team-%02d/skill-%03d", skill/10, skill) }

// Write writes an even tree below dir. The tree has no error or warning of lint.
func Write(dir string, s Shape) error {
	if err := write(dir, Guide, s.document(Guide, guideSize)); err != nil {
		return err
	}
	for i := range s.Skills {
		if err := write(dir, directory(i)+"/SKILL.md", s.manifest(i)); err != nil {
			return err
		}
		for f := range s.Files {
			if err := write(dir, Topic(i, f), s.document(Topic(i, f), 700+10*f)); err != nil {
				return err
			}
		}
	}
	return nil
}

// manifest returns the SKILL.md of a skill.
func (s Shape) manifest(skill int) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---\nname: skill-%03d\n", skill)
	fmt.Fprintf(&b, "description: Explains procedure %d of the sample tree, edition %s. Use when a question is about procedure %d.\n", skill, s.Edition, skill)
	fmt.Fprintf(&b, "license: Apache-2.0\nmetadata:\n  edition: %q\n---\n\n# Procedure %d\n\n", s.Edition, skill)
	for f := range s.Files {
		fmt.Fprintf(&b, "- [topic %d](references/topic-%02d.md)\n", f, f)
	}
	if skill == 0 {
		b.WriteString("- [the guide](references/guide.md)\n")
	}
	return b.String()
}

// document returns a text of a size in bytes, which depends on nothing but its path and
// the edition.
func (s Shape) document(path string, size int) string {
	return prose(fmt.Sprintf("# Edition %s of %s\n\n", s.Edition, path), size)
}

func write(dir, path, text string) error {
	name := filepath.Join(dir, filepath.FromSlash(path))
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		return err
	}
	return os.WriteFile(name, []byte(text), 0o644)
}

// prose returns text of exactly size bytes that begins with start, in lines, with
// words as they repeat in prose, so that it compresses as prose does.
func prose(start string, size int) string {
	words := strings.Fields(`first check the request against its policy, then note what was found and "why"; a refund over
		the limit needs two people, one from another team - ask before you send. When unsure, stop and say so: every
		step can be undone until the last`)
	random := rand.New(rand.NewPCG(uint64(len(start)), uint64(size)))
	var b strings.Builder
	b.WriteString(start)
	for b.Len() < size {
		b.WriteString(words[random.IntN(len(words))])
		b.WriteByte(" \n"[random.IntN(12)/11])
	}
	return b.String()[:size-1] + "\n"
}
