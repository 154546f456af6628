package e2e

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// maxIndex bounds the index of manySkills, in bytes.
const maxIndex = 1_000_000

// manySkills writes 3,000 skills, with names and descriptions as people give them: of 80 to
// 1,024 characters.
func manySkills(t *testing.T) string {
	t.Helper()
	areas := []string{"billing", "platform", "design", "research", "support", "security", "mobile", "data", "legal", "growth"}
	verbs := []string{"review", "draft", "cut", "check", "migrate", "triage", "plan", "audit", "extract", "publish"}
	things := []string{"releases", "invoices", "contracts", "dashboards", "incidents", "schemas"}
	files := content{}
	for i := range 3000 {
		area, team := areas[i%10], areas[i/10%5]
		verb, thing := verbs[i/50%10], things[i/500%6]
		name := fmt.Sprintf("%s-%s-%d", verb, thing, i)
		about := fmt.Sprintf("Helps to %s %s of the %s team for %s, number %d. Use when someone asks to %s them. ", verb, thing, team, area, i, verb)
		for j := i; len(about) < 80+i*37%900; j++ {
			about += fmt.Sprintf("Knows how %s are made when %s wants to %s. ", things[j%6], areas[j%10], verbs[j%7])
		}
		files[fmt.Sprintf("%s/%s/%s/SKILL.md", area, team, name)] = strings.TrimSpace(about[:min(len(about), 1024)])
	}
	return plant(t, files)
}

// TestFilterOfManySkills holds the filter of a large catalog to its time.
func TestFilterOfManySkills(t *testing.T) {
	optIn(t)
	c, p := newClients(t), newProduct(t)
	catalog := catalogFor(t, p.binary, manySkills(t))
	site := siteOf(t, p.binary, catalog, "--base-path", "/docs/skills")
	index, err := os.Stat(filepath.Join(site, "index.html"))
	if err != nil {
		t.Fatal(err)
	}
	if index.Size() >= maxIndex {
		t.Errorf("the index has %d bytes, want fewer than %d", index.Size(), maxIndex)
	}
	t.Logf("the index has %d bytes", index.Size())
	at := host(t, site, "/docs/skills", notFoundPage(site)) + "/"
	checkRan(t, browse(t, c, "filter.mjs", map[string]any{"url": at, "catalog": catalog}), []string{"what is typed is found", "answers within 50 ms"})
}
