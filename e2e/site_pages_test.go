package e2e

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// used are the checks of site.mjs before pages are looked at.
var used = []string{
	"index lists what is listed", "footer has the catalog's digest", "filter by text, whole descriptions too",
	"filter by prefix, and back", "keyboard walk", "skill pages", "table of contents", "downloads are the bytes of the catalog",
	"every raw file has its digest", "view of markdown", "view of a script", "view of a raster image", "view of an SVG",
	"view of other bytes", "view of an empty file", "view of Latin-1", "view of a text that is too long", "copy",
	"overview adds up", "not found", "scripts off", "nothing was asked of others, and the console is silent",
}

// looks returns the names of the checks that look at the pages of the example.
func looks(names ...string) (checks []string) {
	for _, look := range names {
		for _, page := range []string{"404", "index", "overview", "skill", "nested", "markdown", "script", "image", "svg",
			"hex", "empty", "latin-1", "long", "filtered"} {
			checks = append(checks, page+" in "+look)
		}
	}
	return checks
}

// brandKit is a skill of which every file is shown in another way.
func brandKit() content {
	return content{
		"SKILL.md": "Collects logos, colours and type of the Acme brand. Use when a page, a slide or a letter has to look like Acme. " +
			strings.Repeat("Tells which logo goes on which ground, and how much room it takes. ", 5) + "Knows nothing of typography.",
		"assets/logo.svg": `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 80" width="240" height="80"><rect width="240" height="80" rx="12" fill="#2b6cb0"/>` +
			`<circle cx="44" cy="40" r="20" fill="#fff"/><text x="80" y="52" font-family="sans-serif" font-size="36" fill="#fff">acme</text></svg>` + "\n",
		"assets/colours.ase":  "ASEF\x00\x01\x00\x00\x00\x00\x00\x03" + strings.Repeat("\x00\x01\xfe\xff", 900),
		"assets/.keep":        "",
		"references/agb.txt":  "Gr\xfc\xdfe aus M\xfcnchen\n",
		"references/usage.md": "# Usage\n\n## On light ground\n\n| ground | logo |\n|---|---|\n| white | blue |\n\n## On dark ground\n\n```css\n.logo { fill: white; }\n```\n",
		"references/log.txt":  "checked\n" + strings.Repeat("logo.svg was looked at, ", 2_000) + "\nchecked\n",
		"references/many.txt": strings.Repeat("checked\n", 20_001),
	}
}

// withKinds returns a source tree of example-skills and brandKit.
func withKinds(t *testing.T) string {
	t.Helper()
	files := content{}
	for path, text := range brandKit() {
		files["acme/design/brand-kit/"+path] = text
	}
	root := plant(t, files)
	if err := os.CopyFS(root, os.DirFS(filepath.Join("..", "example-skills"))); err != nil {
		t.Fatal(err)
	}
	return root
}

// look runs site.mjs and fails the test where a check is missing.
func look(t *testing.T, c clients, asked map[string]any, names ...string) {
	t.Helper()
	asked["looks"] = names
	checkRan(t, browse(t, c, "site.mjs", asked), append(slices.Clip(used), looks(names...)...))
}

// TestPages has Chromium use pages as people do: as written, below a path of a plain web
// host, and as a server shows them. Both give the same bytes, so each door has half of the looks.
func TestPages(t *testing.T) {
	optIn(t)
	t.Parallel()
	c, p := newClients(t), newProduct(t)
	catalog := catalogFor(t, p.binary, withKinds(t))
	shots := os.Getenv("SCREENSHOTS") // a folder that keeps pictures of all pages; "" for none
	t.Run("site", func(t *testing.T) {
		t.Parallel()
		site := siteOf(t, p.binary, catalog, "--base-path", "/docs/skills")
		look(t, c, map[string]any{"url": host(t, site, "/docs/skills", notFoundPage(site)) + "/", "catalog": catalog, "shots": shots}, "light, 1440 px", "dark, 360 px")
	})
	t.Run("serve --site", func(t *testing.T) {
		t.Parallel()
		look(t, c, map[string]any{"url": pagesOf(t, p.binary, catalog), "catalog": catalog, "shots": shots}, "dark, 1440 px", "light, 360 px")
	})
}
