package build

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"testing/fstest"

	"skillpack/internal/skill"
)

func TestD72AtTheLimits(t *testing.T) { // E5
	many := func(n int) map[string]string {
		files := map[string]string{"m/SKILL.md": md("m")}
		for i := range n - 1 {
			files[fmt.Sprintf("m/f%04d.txt", i)] = fmt.Sprint(i)
		}
		return files
	}
	if c := compile(t, tree(many(512)), skill.Options{}, Options{}); len(c.Skills[0].Resources) != 512 {
		t.Error("512 files are not published")
	}
	if c, _, _ := Compile(t.Context(), load(t, tree(many(513)), skill.Options{}), Options{}); c != nil {
		t.Error("513 files are published")
	}
	big := func(total int) fstest.MapFS {
		manifest := md("m")
		return tree(map[string]string{"m/SKILL.md": manifest, "m/big.bin": strings.Repeat("x", total-len(manifest))})
	}
	compile(t, big(16<<20), skill.Options{}, Options{})
	if c, _, _ := Compile(t.Context(), load(t, big(16<<20+1), skill.Options{}), Options{}); c != nil {
		t.Error("16 MiB and a byte are published")
	}
}

func TestFrontmatterPassesThroughAsWritten(t *testing.T) { // Y, N55, F6
	c := compile(t, tree(map[string]string{"a/SKILL.md": md("a",
		"zeta: [query]", "bins: [\"gws\"]", "created: 2026-05-06", "a1: off", "a2: 007", "a3: 0x10", "a4: 12:30", "a5: 1_000",
		"id: 9007199254740993", "v: 1.10", "flow: {b: 1, a: [true, null]}", "# a comment", "text: |\n  one\n  two")}), skill.Options{}, Options{})
	got := string(entry(t, c, "skill://a/SKILL.md").Frontmatter)
	want := `{"name":"a","description":"Does a things.","zeta":["query"],"bins":["gws"],"created":"2026-05-06","a1":"off","a2":7,` +
		`"a3":16,"a4":"12:30","a5":"1_000","id":9007199254740993,"v":1.10,"flow":{"b":1,"a":[true,null]},"text":"one\ntwo\n"}`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	if !json.Valid([]byte(got)) {
		t.Error("not JSON")
	}
}
