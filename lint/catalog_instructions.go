package lint

import (
	"fmt"
	"regexp"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// Instructions is the server's text for clients (P10), with its place.
type Instructions struct {
	Text string // "" for none
	File string // path below the root
	Span diag.Span
}

func catalogInstructions() *Rule {
	return &Rule{
		ID:       "catalog/instructions",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "The instructions for clients point at a URI that the catalog does not serve.",
			Why:     "A model that follows the pointer gets an error, and the skill that was meant is not found.",
			Bad:     "-- skillpack.yaml --\ninstructions: Start with skill://catalog-giude/SKILL.md.\n-- catalog-guide/SKILL.md --\n...\n# Guide\n",
			Good:    "-- skillpack.yaml --\ninstructions: Start with skill://catalog-guide/SKILL.md.\n-- catalog-guide/SKILL.md --\n...\n# Guide\n",
			Cites:   []string{"P10"},
		},
		Tree: checkInstructions,
	}
}

func checkInstructions(p *Pass) {
	in := p.Instructions
	if in.Text == "" {
		return
	}
	known := publishedURIs(p.Tree)
	served := map[string]bool{}
	for _, uri := range known {
		served[uri] = true
	}
	for _, uri := range mentionedURIs(p.Tree.Scheme, in.Text) {
		normal, err := protocol.NormalURI(uri)
		if err != nil || !served[normal] {
			p.Report(diag.Diagnostic{File: in.File, Span: in.Span, Message: missingURI(uri, known)})
		}
	}
}

func missingURI(uri string, known []string) string {
	message := fmt.Sprintf("the instructions point at %q, which the catalog does not serve", uri)
	if near := diag.Nearest(uri, known); near != "" {
		return message + fmt.Sprintf("; did you mean %q?", near)
	}
	return message + "; correct the URI or add the skill"
}

// mentionedURIs returns the URIs of a scheme in running text, without the
// punctuation that ends a sentence.
func mentionedURIs(scheme, text string) []string {
	uri := regexp.MustCompile(regexp.QuoteMeta(scheme) + "://[^\\s<>\"'`()\\[\\]{}]+")
	found := uri.FindAllString(text, -1)
	for i := range found {
		found[i] = strings.TrimRight(found[i], ".,;:!?*_/")
	}
	return found
}

// publishedURIs returns the URIs of every skill's SKILL.md first, then of every
// other file and directory of a skill.
func publishedURIs(t *skill.Tree) []string {
	var manifests, others []string
	for _, s := range t.Skills {
		manifests = append(manifests, t.URI(s.Manifest.Path))
		others = append(others, t.URI(s.Dir))
		for _, dir := range s.Dirs {
			others = append(others, t.URI(dir))
		}
		for _, f := range s.Files {
			others = append(others, t.URI(f.Path))
		}
	}
	return append(manifests, others...)
}
