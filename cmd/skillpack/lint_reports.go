package main

import (
	"os"
	"path/filepath"

	"skillpack/internal/diag"
	"skillpack/lint"
)

// tool is what reports say of this program.
func tool() diag.Tool {
	t := diag.Tool{Name: "skillpack", Version: version()}
	for _, r := range lint.Rules() {
		t.Rules = append(t.Rules, diag.RuleInfo{
			ID: r.ID, Severity: r.Severity, Opinion: r.Opinion, Summary: r.Doc.Summary, Why: r.Doc.Why,
			Help: lint.Explain(r), Markdown: lint.Markdown(r),
		})
	}
	return t
}

// repositoryPaths returns how a reader of reports on a repository knows a file: by its path
// below the root of the repository where GitHub says what that is, and otherwise below
// the current directory. What is elsewhere keeps its path.
func repositoryPaths() func(file string) string {
	workspace := os.Getenv("GITHUB_WORKSPACE")
	directory := workspace
	if workspace == "" {
		directory = "."
	}
	root, err := rootOf(directory)
	known := map[string]string{}
	return func(file string) string {
		if err != nil || workspace == "" && !filepath.IsAbs(file) {
			return file
		}
		if known[file] == "" {
			known[file] = file
			if inside := below(root, file); inside != "" {
				known[file] = inside
			}
		}
		return known[file]
	}
}
