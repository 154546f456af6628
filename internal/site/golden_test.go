package site

import (
	"flag"
	"os"
	"path/filepath"
	"testing"

	"skillpack/catalog"
)

var update = flag.Bool("update", false, "write the golden pages in testdata anew")

// small is a catalog with one of each thing that a page shows.
func small(t testing.TB) *catalog.Catalog {
	t.Helper()
	return compiled(t, tree{
		"team/refunds/SKILL.md": "---\nname: refunds\ndescription: Decides on refunds. Use when a customer wants money back.\nlicense: Apache-2.0\n" +
			"allowed-tools: Read Bash(git:*)\nmetadata:\n  owner: billing\n  tags: [money, 'law & order']\n  weight: 1.50\n---\n\n" +
			"# Refunds\n\nFirst the [policy](references/policy.md#limits), then `scripts/sum.py`.\n\n## Ask\n\nSee [greet](../greet/SKILL.md) and [rates](https://example.com/rates).\n\n## Pay\n\n[Gone](gone.md).\n",
		"team/refunds/references/policy.md": "# Policy\n\n## Limits\n\nUp to 100. ![chart](../assets/dot.png)\n",
		"team/refunds/scripts/sum.py":       "# adds up\nprint(sum([1, 2]))\n",
		"team/refunds/assets/dot.png":       "\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR",
		"team/refunds/assets/dot.svg":       "<svg xmlns=\"http://www.w3.org/2000/svg\"/>\n",
		"team/refunds/assets/table.bin":     "\x00\x01\x02ABC",
		"team/refunds/disputes/SKILL.md":    "Nested.\n",
		"team/greet/SKILL.md":               "Say hello.\n",
	})
}

func TestGoldenPages(t *testing.T) {
	s := made(t, small(t), Options{BaseURL: "https://skills.example.com/x/", MCPURL: "https://skills.example.com/mcp"})
	for name, at := range map[string]string{
		"skill":    "skills/team/refunds/index.html",
		"nested":   "skills/team/refunds/disputes/index.html",
		"linked":   "skills/team/greet/index.html",
		"manifest": "view/team/refunds/SKILL.md/index.html",
		"markdown": "view/team/refunds/references/policy.md/index.html",
		"code":     "view/team/refunds/scripts/sum.py/index.html",
		"image":    "view/team/refunds/assets/dot.png/index.html",
		"svg":      "view/team/refunds/assets/dot.svg/index.html",
		"binary":   "view/team/refunds/assets/table.bin/index.html",
	} {
		t.Run(name, func(t *testing.T) {
			golden := filepath.Join("testdata", "pages", name+".html")
			got := "<main" + mainOf(t, s, at) + "</main>\n"
			if *update {
				if err := os.MkdirAll(filepath.Dir(golden), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(golden, []byte(got), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			want, err := os.ReadFile(golden)
			if err != nil {
				t.Fatal(err)
			}
			if got != string(want) {
				t.Errorf("%s differs from %s; look at both, then run with -update\n%s", at, golden, got)
			}
		})
	}
}
