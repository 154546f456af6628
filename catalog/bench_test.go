package catalog

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"
)

// prose returns about size bytes of text in short lines, and noise as many of a blob.
func prose(size int, seed uint64) string {
	r := rand.New(rand.NewPCG(seed, 1))
	words := strings.Fields(`the skill "reads" a file, then it says — so what? naïve C:\path and more text of usual length`)
	var b strings.Builder
	for b.Len() < size {
		b.WriteString(words[r.IntN(len(words))])
		b.WriteByte(" \n"[r.IntN(8)/7])
	}
	return b.String()
}

func noise(size int, seed uint64) string {
	b := make([]byte, size)
	r := rand.New(rand.NewPCG(seed, 2))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return "\x00" + string(b)
}

// many returns a source of skills, each with files of a size.
func many(skills, files, size int, content func(int, uint64) string) source {
	src := source{}
	for s := range skills {
		name := fmt.Sprintf("skill-%d", s)
		src[name+"/SKILL.md"] = fmt.Sprintf(`{"name":%q,"description":"Does the thing %d"}`, name, s)
		for f := range files {
			src[fmt.Sprintf("%s/references/file-%d.md", name, f)] = content(size, uint64(s*files+f))
		}
	}
	return src
}

// BenchmarkDecode opens catalogs of several shapes; the Seal runs are the time that
// hashing the same file once takes, the yardstick.
func BenchmarkDecode(b *testing.B) {
	for name, src := range map[string]source{
		"text":  many(100, 20, 20<<10, prose),
		"blob":  many(50, 4, 200<<10, noise),
		"small": many(1000, 20, 100, prose),
	} {
		data := encode(b, build(src))
		b.Run(name, func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Decode(data); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run(name+"Seal", func(b *testing.B) {
			b.SetBytes(int64(len(data)))
			for b.Loop() {
				sha256.Sum256(data)
			}
		})
	}
}

func BenchmarkEncode(b *testing.B) {
	c := build(many(100, 20, 20<<10, prose))
	var out bytes.Buffer
	for b.Loop() {
		out.Reset()
		if err := Encode(&out, c); err != nil {
			b.Fatal(err)
		}
	}
	b.SetBytes(int64(out.Len()))
}
