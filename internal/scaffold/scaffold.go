// Package scaffold writes a starter skill: one of the templates of package
// templates, filled in with the name of the new skill.
package scaffold

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"text/template"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/templates"
)

// Default is the template for somebody who names none.
const Default = "minimal"

const templateExt = ".tmpl"

// UsageError is a request that cannot be met as it was made: a name that F3
// refuses, an unknown template, a target that exists. Its text says how to ask.
type UsageError string

func (e UsageError) Error() string { return string(e) }

// Templates returns the names of the templates, sorted.
func Templates() []string {
	entries, err := fs.ReadDir(templates.Scaffold(), ".")
	if err != nil {
		panic(err) // embedded data cannot fail to be read
	}
	names := make([]string, len(entries))
	for i, e := range entries {
		names[i] = e.Name()
	}
	return names
}

// Write makes the skill dir/name from a template and returns the files written,
// sorted, each as dir joined with its path. dir is made where it is missing.
//
// Nothing that exists is ever replaced, and a skill is there in full or not at all.
// A request that cannot be met is a UsageError; nothing has been written then.
// Other errors are failures of the file system.
func Write(dir, name, template string) ([]string, error) {
	if err := checkName(name); err != nil {
		return nil, err
	}
	if err := checkTemplate(template); err != nil {
		return nil, err
	}
	target := filepath.Join(dir, name)
	if err := checkAbsent(target); err != nil {
		return nil, err
	}
	written, err := render(template, name)
	if err != nil {
		return nil, err
	}
	if err := place(dir, target, written); err != nil {
		return nil, err
	}
	paths := make([]string, len(written))
	for i, f := range written {
		paths[i] = filepath.Join(target, filepath.FromSlash(f.path))
	}
	return paths, nil
}

func checkName(name string) error {
	faults := protocol.NameFaults(name)
	if len(faults) == 0 {
		return nil
	}
	message := fmt.Sprintf("the name %q %s", name, strings.Join(faults, " and "))
	if plain := protocol.PlainName(name); plain != "" {
		message += fmt.Sprintf("; %q would pass", plain)
	}
	return UsageError(message)
}

func checkTemplate(name string) error {
	known := Templates()
	if slices.Contains(known, name) {
		return nil
	}
	message := fmt.Sprintf("there is no template %q; the templates are %s", name, strings.Join(known, ", "))
	if near := diag.Nearest(name, known); near != "" {
		message += fmt.Sprintf("; did you mean %q?", near)
	}
	return UsageError(message)
}

func checkAbsent(target string) error {
	switch _, err := os.Lstat(target); {
	case err == nil:
		return UsageError(fmt.Sprintf("%q exists and is not overwritten; choose another name or directory", target))
	case errors.Is(err, fs.ErrNotExist):
		return nil
	default:
		return err
	}
}

// file is one file of a new skill; path is below the skill's directory.
type file struct {
	path    string
	content []byte
}

// mode is what the template would have said had embedding kept modes.
func (f file) mode() fs.FileMode {
	if path.Base(path.Dir(f.path)) == "scripts" {
		return 0o777
	}
	return 0o666
}

// render returns the files of a template, filled in, sorted by path.
func render(templateName, skill string) ([]file, error) {
	root, err := fs.Sub(templates.Scaffold(), templateName)
	if err != nil {
		return nil, err
	}
	values := newValues(skill)
	var files []file
	err = fs.WalkDir(root, ".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		data, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		if bare, ok := strings.CutSuffix(name, templateExt); ok {
			name = bare
			if data, err = fill(data, values); err != nil {
				return err
			}
		}
		files = append(files, file{name, data})
		return nil
	})
	return files, err
}

// values is what a template can speak of.
type values struct {
	Name  string // as in the frontmatter
	Title string // the name as a heading
}

func newValues(name string) values {
	words := strings.ReplaceAll(name, "-", " ")
	return values{Name: name, Title: strings.ToUpper(words[:1]) + words[1:]}
}

func fill(text []byte, v values) ([]byte, error) {
	t, err := template.New("starter").Option("missingkey=error").Parse(string(text))
	if err != nil {
		return nil, err
	}
	var b bytes.Buffer
	err = t.Execute(&b, v)
	return b.Bytes(), err
}
