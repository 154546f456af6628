package site

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

func TestPathsThatCollide(t *testing.T) {
	for _, c := range []struct {
		name  string
		paths []string
		want  []string // pieces of the error; nil for none
	}{
		{"none", []string{"a/b", "a/c", "ab", "b"}, nil},
		{"folders by case are one folder", []string{"A/x", "a/y"}, nil},
		{"by case", []string{"view/A/index.html", "view/a/index.html"}, []string{`"view/A/index.html"`, `"view/a/index.html"`, "case"}},
		{"by Unicode form", []string{"u\u0308", "\u00fc"}, []string{"\"u\u0308\"", "\"\u00fc\""}},
		{"a file and a folder", []string{"skills/a/index.html", "skills/a/index.html/index.html"}, []string{`"skills/a/index.html"`, `"skills/a/index.html/index.html"`, "folder"}},
		{"a file and a folder by case", []string{"A/b/c/d", "a/B"}, []string{`"A/b/c/d"`, `"a/B"`}},
	} {
		t.Run(c.name, func(t *testing.T) {
			slices.Sort(c.paths)
			var files []File
			for _, p := range c.paths {
				files = append(files, File{Path: p})
			}
			err := checkPaths(files, len("/dist"))
			if (err == nil) != (c.want == nil) {
				t.Fatalf("error %v", err)
			}
			for _, piece := range c.want {
				if !strings.Contains(err.Error(), piece) {
					t.Errorf("error %q lacks %s", err, piece)
				}
			}
		})
	}
}

func TestPathsThatASystemCannotHave(t *testing.T) {
	for _, c := range []struct{ name, path, system, want string }{
		{"plain", "a/b.md", "linux", ""},
		{"a name at the limit", strings.Repeat("x", 255), "linux", ""},
		{"a name too long", "a/" + strings.Repeat("ü", 128), "linux", "256 bytes"},
		{"a path too long", strings.Repeat("abc/", 1100) + "x", "linux", "4095"},
		{"a path too long on macOS", strings.Repeat("abc/", 300) + "x", "darwin", "1023"},
		{"signs that Linux has", `a:b"c?/x.`, "linux", ""},
		{"signs that Windows lacks", "a/b:c", "windows", `"b:c"`},
		{"a device of Windows", "a/aux.md", "windows", `"aux.md"`},
		{"a numbered device", "com1", "windows", `"com1"`},
		{"no device", "com10/auxx/console", "windows", ""},
		{"a dot at the end", "a./b", "windows", `"a."`},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := unwritable(c.path, len("/dist"), c.system)
			if (got == "") != (c.want == "") || !strings.Contains(got, c.want) {
				t.Errorf("unwritable = %q, want a text with %q", got, c.want)
			}
		})
	}
}

func TestWriteFindsBadPathsBeforeItWrites(t *testing.T) {
	long := strings.Repeat("n", 200) + "/" + strings.Repeat("m", 250)
	for _, c := range []struct {
		name string
		src  tree
		want []string
	}{
		{"by case", tree{"x/SKILL.md": "Do it.\n", "x/A.md": "1\n", "x/a.md": "2\n"}, []string{"view/x/A.md/index.html", "view/x/a.md/index.html"}},
		{"long names that fit", tree{"x/SKILL.md": "Do it.\n", "x/" + long: "1\n"}, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			parent := t.TempDir()
			_, err := made(t, compiled(t, c.src), Options{}).Write(t.Context(), filepath.Join(parent, "dist"), WriteOptions{})
			if (err == nil) != (c.want == nil) {
				t.Fatalf("error %v", err)
			}
			for _, piece := range c.want {
				if !strings.Contains(err.Error(), piece) {
					t.Errorf("error %q lacks %q", err, piece)
				}
			}
			if err != nil && len(names(t, parent)) > 0 {
				t.Errorf("left %q", names(t, parent))
			}
		})
	}
}
