// Command gen writes a tree of skills to measure with: one that is like the public
// collections, or with -even one in which each skill is as the other. The same flags give
// the same bytes on every machine.
package main

import (
	"flag"
	"log"

	"skillpack/bench/sample"
)

func main() {
	log.SetFlags(0)
	var (
		even   sample.Shape
		public sample.Public
	)
	flag.IntVar(&public.Skills, "skills", 100, "number of skills")
	flag.Uint64Var(&public.Seed, "seed", 1, "which of all such trees")
	isEven := flag.Bool("even", false, "each skill as the other, with -files files of a kilobyte")
	flag.IntVar(&even.Files, "files", 7, "with -even: files of each skill besides SKILL.md")
	flag.StringVar(&even.Edition, "edition", "one", "with -even: what every file names")
	flag.Parse()
	if flag.NArg() != 1 {
		log.Fatal("usage: gen [flags] DIR")
	}
	even.Skills = public.Skills
	err := error(nil)
	if *isEven {
		err = sample.Write(flag.Arg(0), even)
	} else {
		err = public.Write(flag.Arg(0))
	}
	if err != nil {
		log.Fatal("gen: ", err)
	}
}
