package sample

import (
	"bytes"
	"crypto/sha256"
	"math"
	"path"
	"regexp"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"skillpack/internal/protocol"
)

const skills = 3000

// tree plans all skills of the tree that the figures are taken from.
func tree() []Skill {
	p := Public{Skills: skills, Seed: 1}
	all := make([]Skill, skills)
	for i := range all {
		all[i] = p.Skill(i)
	}
	return all
}

// near fails unless a figure is the wanted one within a part of it.
func near(t *testing.T, what string, got, want, part float64) {
	t.Helper()
	if math.Abs(got-want) > want*part {
		t.Errorf("%s: %.4g, want %.4g within %.0f%%", what, got, want, 100*part)
	}
}

// logs returns the mean and deviation of the logarithms.
func logs(of []int) (mean, deviation float64) {
	var sum, squares float64
	for _, n := range of {
		l := math.Log(float64(n))
		sum, squares = sum+l, squares+l*l
	}
	n := float64(len(of))
	return sum / n, math.Sqrt(squares/n - sum/n*sum/n)
}

func quantile(of []int, q float64) float64 {
	slices.Sort(of)
	return float64(of[int(q*float64(len(of)))])
}

// What the tree is fitted to.
func TestPublicFigures(t *testing.T) {
	all := tree()
	var alone, nested float64
	var counts, manifests []int
	sizes, depths, prefixes := map[Kind][]int{}, map[int]float64{}, map[int]float64{}
	var files, shared, support, binaryHomes float64
	distinct := map[int]bool{}
	for _, s := range all {
		home := 0.0
		files += float64(len(s.Files))
		if len(s.Files) == 1 {
			alone++
		} else {
			counts = append(counts, len(s.Files)-1)
		}
		if strings.Contains(s.Dir, "/skills/") {
			nested++
		} else {
			prefixes[strings.Count(s.Dir, "/")]++
		}
		manifests = append(manifests, s.Files[0].Size)
		for _, f := range s.Files[1:] {
			support++
			sizes[f.Kind] = append(sizes[f.Kind], f.Size)
			depths[strings.Count(f.Path, "/")]++
			if f.Shared > 0 {
				shared++
				distinct[f.Shared] = true
			}
			if f.Kind == Binary {
				home = 1
			}
		}
		binaryHomes += home
	}
	near(t, "skills of one file", alone/skills, 0.31, 0.1)
	mean, deviation := logs(counts)
	near(t, "files beside SKILL.md, mean of logarithms", mean, 1.43, 0.05)
	near(t, "files beside SKILL.md, their deviation", deviation, 1.06, 0.08)
	near(t, "nested skills", nested/skills, 0.01, 0.4)
	near(t, "copies of files", (shared-float64(len(distinct)))/files, 0.07, 0.15)
	near(t, "skills with binaries", binaryHomes/skills, 0.012, 0.35)
	mean, deviation = logs(manifests)
	near(t, "SKILL.md, mean of logarithms", mean, 8.95, 0.02)
	near(t, "SKILL.md, their deviation", deviation, 0.80, 0.08)
	for _, c := range []struct {
		name               string
		kind               Kind
		part, mu, sigma    float64
		partMost, sizeMost float64
	}{
		{"text", Text, 0.64, 8.34, 1.11, 0.05, 0.05},
		{"script", Script, 0.16, 8.56, 1.29, 0.08, 0.07},
		{"data", Data, 0.125, 7.69, 1.75, 0.1, 0.12},
		{"other", Other, 0.06, 7.96, 2.10, 0.15, 0.12},
	} {
		mean, deviation := logs(sizes[c.kind])
		near(t, c.name+" among the files", float64(len(sizes[c.kind]))/support, c.part, c.partMost)
		near(t, c.name+", mean of logarithms", mean, c.mu, 0.03)
		near(t, c.name+", their deviation", deviation, c.sigma, c.sizeMost)
	}
	near(t, "binary among the files", float64(len(sizes[Binary]))/support, 0.015, 0.5)
	near(t, "binary, median of bytes", quantile(sizes[Binary], 0.5), 69_000, 0.4)
	near(t, "binary, nine in ten", quantile(sizes[Binary], 0.9), 1_100_000, 0.4)
	for depth, part := range []float64{14, 61, 9, 5, 5, 5, 1} {
		near(t, "a depth", depths[depth]/support*100, part, 0.15)
	}
	if len(prefixes) != 3 || prefixes[1] == 0 || prefixes[2] == 0 || prefixes[3] == 0 {
		t.Errorf("prefixes of other depths than one to three: %v", prefixes)
	}
}

var (
	link        = regexp.MustCompile(`\]\(([^):#]*)[)#]`)
	description = regexp.MustCompile(`(?s)\ndescription: (.*?)\n[a-z-]`)
)

// Links, descriptions and styles are in the bytes.
func TestPublicTexts(t *testing.T) {
	var linked, lengths []int
	styles, unlinked := map[byte]float64{}, 0.0
	for _, s := range tree() {
		links := 0
		for _, f := range s.Files {
			if f.Kind != Manifest && f.Kind != Text {
				continue
			}
			b := f.Bytes(nil)
			for _, m := range link.FindAllSubmatch(b, -1) {
				if target := path.Join(path.Dir(f.Path), string(m[1])); len(m[1]) > 0 {
					links++
					if !slices.ContainsFunc(s.Files, func(f File) bool { return f.Path == target }) {
						t.Fatalf("%s/%s: a link to %q leads nowhere", s.Dir, f.Path, m[1])
					}
				}
			}
			if f.Kind == Manifest {
				m := description.FindSubmatch(b)
				if m == nil {
					m = [][]byte{nil, b[bytes.Index(b, []byte("description: "))+13 : bytes.Index(b, []byte("\n---\n"))]}
				}
				styles[styleOf(m[1][0])]++
				lengths = append(lengths, utf8.RuneCount(m[1]))
			}
		}
		if links == 0 {
			unlinked++
		} else {
			linked = append(linked, links)
		}
	}
	near(t, "skills without links", unlinked/skills, 0.68, 0.05)
	near(t, "links, median", quantile(linked, 0.5), 4, 0.26)
	near(t, "links, nine in ten", quantile(linked, 0.9), 29, 0.3)
	mean, deviation := logs(lengths)
	near(t, "description, mean of logarithms", mean, 5.61, 0.03)
	near(t, "description, their deviation", deviation, 0.67, 0.12)
	for style, part := range map[byte]float64{'a': 56, '>': 15, '"': 14, '\'': 11, '|': 5} {
		near(t, "style "+string(style), styles[style]/skills*100, part, 0.2)
	}
}

func styleOf(first byte) byte {
	if strings.IndexByte(`>"'|`, first) >= 0 {
		return first
	}
	return 'a'
}

// Each file has its size, is text where it should be, and shares its content with no other
// but where it is to.
func TestPublicBytes(t *testing.T) {
	seen := map[[sha256.Size]byte]int{}
	p := Public{Skills: 400, Seed: 7}
	var b []byte
	for i := range p.Skills {
		for _, f := range p.Skill(i).Files {
			b = f.Bytes(b[:0])
			if len(b) != f.Size || protocol.IsText(b) == (f.Kind == Binary) {
				t.Fatalf("%+v: %d bytes, text %v", f, len(b), protocol.IsText(b))
			}
			sum := sha256.Sum256(b)
			if other, twice := seen[sum]; twice && other != f.Shared && len(b) > 100 {
				t.Errorf("%s is a copy", f.Path)
			}
			seen[sum] = f.Shared
		}
	}
}

// The bytes are the same everywhere; a change of the generator makes figures of before
// and after it different ones, and this says so.
func TestPublicIsTheSameEverywhere(t *testing.T) {
	const want = "sha256:d9d6ca384e7cfecd9724a517da844a10002db79d8153dd5168616c94fe560239"
	for range 2 {
		sum := sha256.New()
		p := Public{Skills: 50, Seed: 3}
		for i := range p.Skills {
			s := p.Skill(i)
			for _, f := range s.Files {
				sum.Write([]byte(s.Dir + "/" + f.Path + "\n"))
				sum.Write(f.Bytes(nil))
			}
		}
		if got := protocol.FormatDigest([sha256.Size]byte(sum.Sum(nil))); got != want {
			t.Errorf("the tree has digest %s, want %s", got, want)
		}
	}
	if a, b := (Public{10, 1}).Skill(0), (Public{10, 2}).Skill(0); a.Name == b.Name {
		t.Errorf("two seeds give %q", a.Name)
	}
}

func TestExp(t *testing.T) {
	for x := -20.0; x < 20; x += 0.37 {
		if got, want := exp(x), math.Exp(x); math.Abs(got-want) > want*1e-9 {
			t.Errorf("e to the %v is %v, want %v", x, got, want)
		}
	}
}
