package lint

import (
	"fmt"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"skillpack/bench/sample"
	"skillpack/internal/skill"
)

// treeOf returns a tree of skills with some manifests that has no files to read.
func treeOf(n int, manifest func(i int) (name, text string)) *skill.Tree {
	tree := &skill.Tree{}
	for i := range n {
		name, text := manifest(i)
		front, _, _ := skill.ParseFrontmatter([]byte(text))
		tree.Skills = append(tree.Skills, &skill.Skill{Dir: name, Manifest: &skill.File{Path: name + "/SKILL.md"}, Front: front})
	}
	return tree
}

// Of those that are like no other nothing would be said.
func TestLikeAnother(t *testing.T) { // F4
	random := rand.New(rand.NewPCG(7, 8))
	words := strings.Fields(strings.ReplaceAll(long, ",", ""))
	said, left := 0, 0
	for range 300 {
		tree := treeOf(2+random.IntN(12), func(i int) (name, text string) {
			own := append([]string(nil), words...)
			for range random.IntN(4) {
				own[random.IntN(len(own))] = []string{"Jira", "the", "quickly", "often", "v2", "Ärger"}[random.IntN(6)]
			}
			own = own[:len(own)-random.IntN(2)*random.IntN(len(own)-1)]
			random.Shuffle(len(own), func(i, j int) { own[i], own[j] = own[j], own[i] })
			name = fmt.Sprintf("s%d", i/(1+random.IntN(2)))
			return name, saying(name, strings.Join(own, " "))
		})
		filler := fillerWords()
		got, want := findings{}, findings{}
		checkSimilarDescriptions(&Pass{Tree: tree, report: got.add})
		all := &Pass{Tree: tree, report: want.add}
		compareTellings(all, tellings(all, tree.Skills, filler))
		if !reflect.DeepEqual(got, want) {
			t.Fatalf("got %v, want %v", got, want)
		}
		said += len(want)
		left += len(tree.Skills) - len(likeAnother(all, filler))
	}
	if said < 200 || left < 200 {
		t.Errorf("%d findings, %d skills left out", said, left)
	}
}

func BenchmarkSimilarDescriptions(b *testing.B) {
	for _, n := range []int{3000, 60000} {
		from := sample.Public{Skills: n, Seed: 1}
		tree := treeOf(n, func(i int) (name, text string) {
			s := from.Skill(i)
			s.Files[0].Size = 2600
			return s.Dir, string(s.Files[0].Bytes(nil))
		})
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			b.ReportAllocs()
			for b.Loop() {
				checkSimilarDescriptions(&Pass{Tree: tree, report: func(finding) {}})
			}
		})
	}
}
