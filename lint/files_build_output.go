package lint

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func filesBuildOutput() *Rule {
	return &Rule{
		ID:       "files/build-output",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A skill holds what a tool wrote and can write again: caches, compiled code, test coverage.",
			Why: "It is published with the skill, counts towards 512 files and 16 MiB, and changes the digest, and so users' approvals, " +
				"each time the tool runs. Only what is certainly output is reported; a dist directory may be shipped on purpose.",
			Bad:   "-- x/SKILL.md --\n...\nRun `pytest`.\n-- x/.pytest_cache/README.md --\n-- x/.pytest_cache/v/cache/lastfailed --\n{}",
			Good:  "-- x/SKILL.md --\n...\nRun `pytest`.\n-- x/.gitignore --\n.pytest_cache/",
			Cites: []string{"D70", "E5"},
		},
		Tree: checkBuildOutput,
	}
}

// checkBuildOutput reports each directory of output once, where it begins, and single
// files of a kind once for each directory.
func checkBuildOutput(p *Pass) {
	groups := make(map[string]*outputGroup)
	var order []string
	marked := markedDirs(p.Tree)
	var around outputDir
	last := "" // the directory that it is around
	for f := range p.askedFiles() {
		if dir := path.Dir(f.Path); dir != last {
			last, around = dir, outputAround(p.Tree, dir, marked)
		}
		at, what := outputAt(f, around)
		if what == "" {
			continue
		}
		key := at
		if at == f.Path {
			key = path.Dir(at) + "\x00" + what
		}
		if groups[key] == nil {
			groups[key] = &outputGroup{at: at, what: what}
			order = append(order, key)
		}
		groups[key].files++
	}
	for _, key := range order {
		p.Report(groups[key].finding())
	}
}

// outputGroup is output that one finding tells of.
type outputGroup struct {
	at, what string
	files    int
}

func (g *outputGroup) finding() diag.Diagnostic {
	many := ""
	if g.files > 1 {
		many = fmt.Sprintf(", %d files in all", g.files)
	}
	return diag.Diagnostic{File: g.at, Message: fmt.Sprintf(
		"%s is %s%s; remove it and name it in .gitignore, or exclude it in %s", quotedPath(g.at), g.what, many, skill.ConfigName)}
}

// outputAt returns the topmost directory of output that holds a file, or the file where
// it is output by itself, and what it is; "" for what is none.
func outputAt(f *skill.File, around outputDir) (at, what string) {
	if around.what != "" {
		return around.at, around.what
	}
	if what := outputFile(f); what != "" {
		return f.Path, what
	}
	return "", ""
}

// outputDir is a directory of output and what it is; the zero outputDir is none.
type outputDir struct{ at, what string }

// outputAround returns the topmost directory of output that a directory is, or is in. Of what
// is not marked, files need not be looked for.
func outputAround(t *skill.Tree, dir string, marked map[string]bool) outputDir {
	for end := range len(dir) + 1 {
		if end < len(dir) && dir[end] != '/' {
			continue
		}
		at, what := dir[:end], outputName(path.Base(dir[:end]))
		if what == "" && marked[at] {
			what = outputMark(t, at)
		}
		if what != "" {
			return outputDir{at, what}
		}
	}
	return outputDir{}
}

// markedDirs returns the directories, but for the root, that hold a file by which outputMark
// may know them.
func markedDirs(t *skill.Tree) map[string]bool {
	marked := make(map[string]bool)
	for _, f := range t.Files {
		switch dir := path.Dir(f.Path); path.Base(f.Path) {
		case "pyvenv.cfg", "CMakeCache.txt", ".rustc_info.json", "lcov.info", "CACHEDIR.TAG":
			marked[dir] = dir != "."
		case "pom.xml":
			marked[path.Join(dir, "target")] = true
		}
	}
	return marked
}

// outputName says what a directory is by its name alone, which no one gives to another.
func outputName(name string) string {
	switch name {
	case ".pytest_cache", ".mypy_cache", ".ruff_cache", ".hypothesis", ".pytype", ".nyc_output", ".sass-cache", ".parcel-cache",
		".turbo", ".gradle", ".ipynb_checkpoints":
		return "the cache of a tool"
	case ".tox", ".nox", "__pypackages__", "bower_components", "site-packages":
		return "a directory of installed packages"
	case ".next", ".nuxt", ".svelte-kit", ".docusaurus", ".eggs", "cdk.out", ".aws-sam":
		return "the output of a build"
	case "htmlcov":
		return "a report of test coverage"
	}
	if strings.HasSuffix(name, ".egg-info") || strings.HasSuffix(name, ".dist-info") {
		return "the record of a Python package that was built or installed"
	}
	return ""
}

// outputMark says what a directory is by a file that its tool puts into it.
func outputMark(t *skill.Tree, dir string) string {
	has := func(name string) bool { return t.File(dir+"/"+name) != nil }
	switch {
	case has("pyvenv.cfg"):
		return "a Python environment"
	case has("CMakeCache.txt"), has(".rustc_info.json"),
		path.Base(dir) == "target" && hasDir(t, dir+"/classes") && t.File(path.Join(path.Dir(dir), "pom.xml")) != nil:
		return "the output of a build"
	case has("lcov.info") && has("lcov-report/index.html"):
		return "a report of test coverage"
	}
	if tag := t.File(dir + "/CACHEDIR.TAG"); tag != nil && bytes.HasPrefix(tag.Content(), []byte(cacheSignature)) {
		return "the cache of a tool"
	}
	return ""
}

// cacheSignature begins a CACHEDIR.TAG, by which many tools mark what they can write again.
const cacheSignature = "Signature: 8a477f597d28d172789f06886806bc55"

// outputFile says what a single file is, by its name and for common extensions also by
// its bytes: ".obj" is also a form of 3D models, which is text.
func outputFile(f *skill.File) string {
	base := path.Base(f.Path)
	switch base {
	case ".coverage", "lcov.info":
		return "a record of test coverage"
	case ".eslintcache", ".stylelintcache":
		return "the cache of a tool"
	case "npm-debug.log", "yarn-error.log", "yarn-debug.log", "pnpm-debug.log":
		return "the log of a tool"
	}
	switch ext := strings.ToLower(path.Ext(base)); {
	case ext == ".tsbuildinfo":
		return "the cache of a tool"
	case ext == ".gcda", ext == ".gcno":
		return "a record of test coverage"
	case !f.IsText() && (ext == ".class" || ext == ".o" || ext == ".obj" || ext == ".pyo"):
		return "compiled code"
	}
	return ""
}
