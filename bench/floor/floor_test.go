package main

import (
	"testing"

	"skillpack/bench/sample"
)

func TestHashTree(t *testing.T) {
	p, dir := sample.Public{Skills: 20, Seed: 1}, t.TempDir()
	if err := p.Write(dir); err != nil {
		t.Fatal(err)
	}
	var wantFiles, wantBytes int64
	for i := range p.Skills {
		for _, f := range p.Skill(i).Files {
			wantFiles++
			wantBytes += int64(f.Size)
		}
	}
	if files, bytes, err := hashTree(dir); files != wantFiles || bytes != wantBytes || err != nil {
		t.Errorf("%d files, %d bytes, %v; want %d and %d", files, bytes, err, wantFiles, wantBytes)
	}
	if _, _, err := hashTree(dir + "/none"); err == nil {
		t.Error("a folder that is not there passes")
	}
}
