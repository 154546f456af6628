package catalog

import (
	"bytes"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
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

// BenchmarkOpening has the pieces of opening one by one: what is done to each content, by
// the byte, and to everything else.
func BenchmarkOpening(b *testing.B) {
	for name, content := range map[string]func(int, uint64) string{"Text": prose, "Blob": noise} {
		data := encode(b, build(source{"a/SKILL.md": `{"name":"a","description":"x"}`, "a/x": content(1<<20, 1)}))
		c, err := Decode(data)
		if err != nil {
			b.Fatal(err)
		}
		i := slices.IndexFunc(c.Contents, func(c Content) bool { return c.Size > 1000 })
		b.Run("Content"+name, func(b *testing.B) {
			k := newContentChecker()
			b.SetBytes(c.Contents[i].Size)
			b.ReportAllocs()
			for b.Loop() {
				if _, err := k.check(&c.Contents[i]); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	data := encode(b, build(many(1000, 20, 100, prose)))
	lines, _ := whereContents(data[:len(data)-sealLength])
	b.Run("Lines", func(b *testing.B) {
		b.SetBytes(int64(lines.from))
		b.ReportAllocs()
		for b.Loop() {
			p := &parser{scanner: scanner{b: data[:lines.from]}, c: &Catalog{}}
			if p.beforeContents(); p.failed {
				b.Fatal(p.message)
			}
		}
	})
	c, err := Decode(data)
	if err != nil {
		b.Fatal(err)
	}
	b.Run("Check", func(b *testing.B) {
		b.SetBytes(int64(lines.from))
		b.ReportAllocs()
		for b.Loop() {
			if _, f := check(c); f != nil {
				b.Fatal(f)
			}
		}
	})
	b.Run("Read", func(b *testing.B) {
		b.SetBytes(int64(len(data)))
		for b.Loop() {
			if _, err := readSize(bytes.NewReader(data), int64(len(data))); err != nil {
				b.Fatal(err)
			}
		}
	})
}
