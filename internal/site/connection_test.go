package site

import (
	"strings"
	"testing"
)

// A directory may have the name that the files of pages have.
func TestAddressOfADirectoryWithTheNameOfAPage(t *testing.T) {
	s := made(t, compiled(t, tree{"team/index.html/a/SKILL.md": "A.\n"}), Options{BaseURL: "https://skills.example.com/x/", Scoped: true})
	const want = "npx skills add https://skills.example.com/x/team/index.html --skill a<"
	if text := content(t, s, "skills/team/index.html/a/index.html"); !strings.Contains(text, want) {
		t.Errorf("the page lacks %q", want)
	}
}

// Without scripts the way to a page leads to the place in the index that has the prefix.
func TestCrumbsLeadToAPlaceInTheIndex(t *testing.T) {
	s := made(t, compiled(t, tree{"a/b c/one/SKILL.md": "A.\n", "z/SKILL.md": "Z.\n"}), Options{})
	const at = "in=a%2Fb%20c"
	if page := mainOf(t, s, "skills/a/b c/one/index.html"); !strings.Contains(page, `#`+at+`"`) {
		t.Errorf("no link to %s in\n%s", at, page)
	}
	if index := mainOf(t, s, indexName); !strings.Contains(index, `<a id="`+at+`">`) {
		t.Errorf("no place %s in\n%s", at, index)
	}
}

// Where all skills are unlisted there is nothing to filter, and no data to do it by.
func TestSiteOfACatalogThatListsNothing(t *testing.T) {
	s := made(t, compiled(t, tree{"a/SKILL.md": "A.\n"}, "a"), Options{BaseURL: "https://skills.example.com", Scoped: true, Legacy: true, Marketplace: true})
	for f := range s.Files() {
		if text := content(t, s, f.Path); strings.Contains(text, "skills/a/") {
			t.Errorf("%s names the skill", f.Path)
		}
	}
	if index := mainOf(t, s, indexName); !strings.Contains(index, "No skill is listed.") || strings.Contains(index, "<form") {
		t.Errorf("the index is\n%s", index)
	}
}
