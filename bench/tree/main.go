// Command tree writes a tree of skills to measure with.
package main

import (
	"flag"
	"log"

	"skillpack/bench/sample"
)

func main() {
	log.SetFlags(0)
	var s sample.Shape
	flag.IntVar(&s.Skills, "skills", 100, "number of skills")
	flag.IntVar(&s.Files, "files", 7, "files of each skill besides SKILL.md")
	flag.StringVar(&s.Edition, "edition", "one", "what every file names")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: tree [flags] DIR")
	}
	if err := sample.Write(flag.Arg(0), s); err != nil {
		log.Fatal(err)
	}
}
