package architecture

import (
	"net/url"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/skill"
)

// TestLinksLeadSomewhere checks the relative links and anchors of our own documents.
// Skills have "skillpack lint" for that.
func TestLinksLeadSomewhere(t *testing.T) {
	for _, file := range filesOf(t, isDocument) {
		for _, link := range skill.ParseMarkdown([]byte(read(t, file)), 0).Links {
			if fault := linkFault(t, file, link.Dest); fault != "" {
				t.Errorf("%s: the link to %s %s", file, link.Dest, fault)
			}
		}
	}
}

func TestLinkFaults(t *testing.T) {
	for dest, want := range map[string]string{
		"https://example.com/none.md":  "",
		"rules.md":                     "",
		"../docs":                      "",
		"#h":                           "",
		"cases.md#s":                   "",
		"none.md":                      "leads to no file",
		"../../none.md":                "leads out of the repository",
		"#none":                        "names no heading or anchor",
		"cases.md#none":                "names no heading or anchor",
		"../CONTRIBUTING.md#layout":    "",
		"../CONTRIBUTING.md#layout%20": "names no heading or anchor",
	} {
		if got := linkFault(t, requirementsFile, dest); got != want {
			t.Errorf("%s: got %q, want %q", dest, got, want)
		}
	}
}

func isDocument(p string) bool {
	isData := func(dir string) bool {
		return slices.Contains([]string{"example-skills", "templates", "testdata"}, dir)
	}
	return path.Ext(p) == ".md" && !slices.ContainsFunc(strings.Split(p, "/"), isData)
}

// linkFault says what is wrong with a link of a file, "" if nothing is. No link is
// followed to the network.
func linkFault(t *testing.T, from, dest string) string {
	t.Helper()
	u, err := url.Parse(dest)
	switch {
	case err != nil:
		return err.Error()
	case u.Scheme != "" || u.Host != "":
		return ""
	}
	target := from
	if u.Path != "" {
		target = path.Join(path.Dir(from), u.Path)
	}
	if !filepath.IsLocal(target) {
		return "leads out of the repository"
	}
	if _, err := os.Stat(filepath.Join(root, target)); err != nil {
		return "leads to no file"
	}
	if u.Fragment != "" && !slices.Contains(skill.ParseMarkdown([]byte(read(t, target)), 0).Anchors, u.Fragment) {
		return "names no heading or anchor"
	}
	return ""
}
