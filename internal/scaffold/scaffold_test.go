package scaffold

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
)

var want = map[string][]string{
	"minimal":    {"SKILL.md"},
	"references": {"SKILL.md", "references/example.md", "references/rules.md"},
	"scripts":    {"SKILL.md", "scripts/check.sh"},
}

func TestTemplates(t *testing.T) {
	got := Templates()
	if !slices.Equal(got, []string{"minimal", "references", "scripts"}) {
		t.Errorf("Templates() = %q", got)
	}
	if !slices.Contains(got, Default) {
		t.Errorf("the default template %q is not among %q", Default, got)
	}
}

func TestWrite(t *testing.T) {
	for template, files := range want {
		t.Run(template, func(t *testing.T) {
			dir := filepath.Join(t.TempDir(), "not", "there")
			got, err := Write(dir, "release-notes", template)
			if err != nil {
				t.Fatal(err)
			}
			var paths []string
			for _, f := range files {
				paths = append(paths, filepath.Join(dir, "release-notes", filepath.FromSlash(f)))
			}
			if !slices.Equal(got, paths) {
				t.Errorf("Write returned %q, want %q", got, paths)
			}
			if on := filesBelow(t, dir); !slices.Equal(on, paths) {
				t.Errorf("on disk are %q, want %q", on, paths)
			}
			for _, p := range paths {
				checkFile(t, p)
			}
		})
	}
}

// checkFile checks what every file of a starter must be: filled in, ended by a
// line break, executable exactly if it is a script, and then with a shebang.
func checkFile(t *testing.T, path string) {
	t.Helper()
	text := readFile(t, path)
	if strings.Contains(text, "{{") || strings.Contains(text, "<no value>") || !strings.HasSuffix(text, "\n") {
		t.Errorf("%s is not filled in or lacks its last line break:\n%s", path, text)
	}
	script := filepath.Base(filepath.Dir(path)) == "scripts"
	if script != strings.HasPrefix(text, "#!") {
		t.Errorf("%s: a script = %v, but it begins %.10q", path, script, text)
	}
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	if executable := info.Mode()&0o100 != 0; runtime.GOOS != "windows" && executable != script {
		t.Errorf("%s has mode %v, want executable = %v", path, info.Mode(), script)
	}
}

func TestWriteFillsIn(t *testing.T) {
	// N45: a name that YAML would read as a number or a boolean is still text.
	for name, title := range map[string]string{
		"release-notes": "# Release notes\n",
		"12306":         "# 12306\n",
		"yes":           "# Yes\n",
	} {
		dir := t.TempDir()
		if _, err := Write(dir, name, Default); err != nil {
			t.Fatal(err)
		}
		text := readFile(t, filepath.Join(dir, name, "SKILL.md"))
		if !strings.HasPrefix(text, "---\nname: \""+name+"\"\n") || !strings.Contains(text, "\n"+title) {
			t.Errorf("the starter %q begins:\n%.300s", name, text)
		}
	}
}

// The skill's directories are as open as the umask allows, not as private as the
// temporary directory that they come from.
func TestWriteDirectoryMode(t *testing.T) {
	dir := t.TempDir()
	plain := filepath.Join(dir, "plain")
	if err := os.Mkdir(plain, 0o777); err != nil {
		t.Fatal(err)
	}
	if _, err := Write(dir, "a", Default); err != nil {
		t.Fatal(err)
	}
	if got, want := mode(t, filepath.Join(dir, "a")), mode(t, plain); got != want {
		t.Errorf("the skill's directory has mode %v, want %v", got, want)
	}
}

func TestWriteRefusesNames(t *testing.T) {
	// N57, N58, and names that would leave the directory.
	for name, words := range map[string][]string{
		"PDF-Tools":             {`"PDF-Tools"`, "upper-case", `"pdf-tools" would pass`},
		"a--b":                  {`doubles "-"`, `"a-b" would pass`},
		"-a":                    {"starts", `"a" would pass`},
		"a-":                    {"ends", `"a" would pass`},
		"my skill":              {`" "`, `"my-skill" would pass`},
		"café":                  {`"é"`, `"cafe" would pass`},
		"../up":                 {`".", "/"`, `"up" would pass`},
		"":                      {"empty"},
		"..":                    {`"."`},
		strings.Repeat("a", 65): {"65 characters", "would pass"},
	} {
		dir := t.TempDir()
		_, err := Write(filepath.Join(dir, "skills"), name, Default)
		wantUsageError(t, err, words...)
		wantEmpty(t, dir)
	}
}

func TestWriteUnknownTemplate(t *testing.T) {
	dir := t.TempDir()
	_, err := Write(dir, "a", "script")
	wantUsageError(t, err, `"script"`, "minimal, references, scripts", `did you mean "scripts"?`)
	_, err = Write(dir, "a", "something-else")
	wantUsageError(t, err, "minimal, references, scripts")
	if strings.Contains(err.Error(), "did you mean") {
		t.Errorf("a far word got a suggestion: %v", err)
	}
	for _, name := range []string{"", ".", "../scaffold", "minimal/SKILL.md.tmpl"} {
		_, err = Write(dir, "a", name)
		wantUsageError(t, err, "minimal, references, scripts")
	}
	wantEmpty(t, dir)
}

func TestWriteNeverOverwrites(t *testing.T) {
	for name, occupy := range map[string]func(target string) error{
		"a file":            func(p string) error { return os.WriteFile(p, []byte("mine"), 0o600) },
		"a full directory":  func(p string) error { return os.MkdirAll(filepath.Join(p, "mine"), 0o700) },
		"an empty one":      func(p string) error { return os.Mkdir(p, 0o700) },
		"a dangling link":   func(p string) error { return os.Symlink("nowhere", p) },
		"a skill just made": func(p string) error { _, err := Write(filepath.Dir(p), "a", "scripts"); return err },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			target := filepath.Join(dir, "a")
			if err := occupy(target); err != nil {
				t.Fatal(err)
			}
			before := everything(t, dir)
			_, err := Write(dir, "a", "minimal")
			wantUsageError(t, err, "exists", "not overwritten")
			if after := everything(t, dir); !slices.Equal(before, after) {
				t.Errorf("before:\n%q\nafter:\n%q", before, after)
			}
		})
	}
}

// What appears between the look and the rename is kept too, and the half-done work
// is cleared away.
func TestPlaceLosesNothing(t *testing.T) {
	for name, occupy := range map[string]func(target string) error{
		"a file":           func(p string) error { return os.WriteFile(p, []byte("mine"), 0o600) },
		"a full directory": func(p string) error { return os.MkdirAll(filepath.Join(p, "mine"), 0o700) },
	} {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			target := filepath.Join(dir, "a")
			if err := occupy(target); err != nil {
				t.Fatal(err)
			}
			before := everything(t, dir)
			err := place(dir, target, []file{{"SKILL.md", []byte("new")}})
			wantUsageError(t, err, "appeared", "not overwritten")
			if after := everything(t, dir); !slices.Equal(before, after) {
				t.Errorf("before:\n%q\nafter:\n%q", before, after)
			}
		})
	}
}

func TestWriteReportsFailure(t *testing.T) {
	dir := t.TempDir()
	notDir := filepath.Join(dir, "file")
	if err := os.WriteFile(notDir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	_, err := Write(notDir, "a", Default)
	if usage := *new(UsageError); err == nil || errors.As(err, &usage) {
		t.Errorf("writing below a file gave %v, want a failure that is no usage error", err)
	}
}

func wantUsageError(t *testing.T, err error, words ...string) {
	t.Helper()
	if usage := *new(UsageError); !errors.As(err, &usage) {
		t.Fatalf("got %v, want a usage error", err)
	}
	for _, w := range words {
		if !strings.Contains(err.Error(), w) {
			t.Errorf("the error %q lacks %q", err, w)
		}
	}
}

func wantEmpty(t *testing.T, dir string) {
	t.Helper()
	if left := everything(t, dir); len(left) != 1 {
		t.Errorf("something was written: %q", left)
	}
}

// everything describes each name below dir, with mode and content.
func everything(t *testing.T, dir string) []string {
	t.Helper()
	var all []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := entry.Info()
		line := path + " " + info.Mode().String()
		if info.Mode().IsRegular() {
			line += " " + readFile(t, path)
		}
		all = append(all, line)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func filesBelow(t *testing.T, dir string) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(dir, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && !entry.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func mode(t *testing.T, path string) fs.FileMode {
	t.Helper()
	info, err := os.Stat(path)
	if err != nil {
		t.Fatal(err)
	}
	return info.Mode()
}
