package lint

import (
	"strings"
	"testing"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func TestInstructionsPointAtWhatIsServed(t *testing.T) { // P10
	loaded := loadFiles(t, map[string]string{
		"acme/guide/SKILL.md": manifest("guide"), "acme/guide/a b.md": "x",
	}, skill.Options{})
	for text, want := range map[string]string{
		"": "",
		"Read skill://acme/guide/SKILL.md, then (skill://acme/guide/a%20b.md).": "",
		"See `skill://acme/guide/` or https://example.com/x.":                   "",
		"Read skill://acme/giude/SKILL.md.":                                     `"skill://acme/giude/SKILL.md", which the catalog does not serve; did you mean "skill://acme/guide/SKILL.md"?`,
		"Read skill://nowhere.":                                                 `"skill://nowhere", which the catalog does not serve; correct the URI or add the skill`,
	} {
		at := diag.Span{Start: 14, End: 15}
		found := Run(t.Context(), loaded, Config{Instructions: Instructions{Text: text, File: "skillpack.yaml", Span: at}})
		switch {
		case want == "" && len(found) > 0:
			t.Errorf("%q: found %v", text, found)
		case want == "":
		case len(found) != 1 || found[0].Rule != "catalog/instructions" || found[0].Severity != diag.Warning ||
			found[0].File != "skillpack.yaml" || found[0].Span != at || !strings.Contains(found[0].Message, want):
			t.Errorf("%q: found %v, want %s", text, found, want)
		}
	}
}
