package e2e

import (
	"archive/tar"
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"maps"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// odd has names that tools for archives get wrong.
func odd() content {
	n := strings.Repeat
	files := content{
		"odd/SKILL.md":    "Has names that are hard to unpack.",
		"odd/run.sh":      "#!/bin/sh\necho hi\n",
		"odd/empty":       "",
		"odd/.hidden":     "h",
		"odd/in/SKILL.md": "Is inside another skill and a part of it.",
		"odd/in/x.bin":    "\x00\xff\x1f\x8b",
	}
	for _, name := range []string{
		"a b.md", " lead", "trail ", "dot.", "-dash", "--checkpoint=1", "@at", "~tilde", "#hash", "50%41", "é.md", "e\u0301x", "ü/ñ/😀",
		"a'b", `a"b`, "$(x)", "*", "?", "tab\tbed", "new\nline", "ref/c:x", "x/PaxHeaders/y", n("n", 100), n("p", 155) + "/" + n("m", 100),
		n("d/", 60) + "deep", n("é", 50),
	} {
		files["odd/"+name] = "content of " + name
	}
	for size := range 3 {
		files["odd/block/"+n("b", size+1)] = n("b", 511+size)
	}
	return files
}

// untar are ways to unpack an archive into a folder.
var untar = map[string]func(t *testing.T, archive, dir string){
	"GNU tar":             command("C.UTF-8", "tar", "-xzf"),
	"GNU tar, no locale":  command("C", "tar", "-xzf"),
	"bsdtar":              command("C.UTF-8", "bsdtar", "-xf"),
	"bsdtar, no locale":   command("C", "bsdtar", "-xf"),
	"Python":              python(""),
	"Python, data filter": python(", filter='data'"),
	"Go":                  untarInGo,
}

func command(locale, tool, flags string) func(*testing.T, string, string) {
	return func(t *testing.T, archive, dir string) {
		done := run(limit(t), []string{"PATH=" + os.Getenv("PATH"), "LC_ALL=" + locale}, tool, flags, archive, "-C", dir)
		if done.code != 0 || len(done.stderr) > 0 {
			t.Fatal(done)
		}
	}
}

func python(more string) func(*testing.T, string, string) {
	return func(t *testing.T, archive, dir string) {
		must(t, "python3", "-c", "import sys, tarfile\nwith tarfile.open(sys.argv[1], 'r:gz') as t: t.extractall(sys.argv[2]"+more+")", archive, dir)
	}
}

func untarInGo(t *testing.T, archive, dir string) {
	data, err := os.ReadFile(archive)
	if err != nil {
		t.Fatal(err)
	}
	z, err := gzip.NewReader(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	root, err := os.OpenRoot(dir)
	if err != nil {
		t.Fatal(err)
	}
	defer root.Close()
	for r := tar.NewReader(z); ; {
		h, err := r.Next()
		if errors.Is(err, io.EOF) {
			return
		}
		if err != nil {
			t.Fatal(err)
		}
		if h.Typeflag != tar.TypeReg {
			t.Fatalf("%q is of type %q", h.Name, h.Typeflag)
		}
		data, err := io.ReadAll(r)
		err = errors.Join(err, root.MkdirAll(filepath.Dir(h.Name), 0o755), root.WriteFile(h.Name, data, h.FileInfo().Mode()))
		if err != nil {
			t.Fatal(err)
		}
	}
}

// testArchives unpacks the archive of a skill with odd names: what comes out
// is what its manifest lists, byte by byte, and scripts can be run.
func testArchives(t *testing.T, p product) {
	files := odd()
	files["skillpack.yaml"] = "rules:\n  \"*\":\n    ignore: [\"**\"]\n"
	source := plant(t, files)
	site := siteOf(t, p.binary, catalogFor(t, p.binary, source))
	archive := filepath.Join(site, ".well-known", "agent-skills", "odd.tar.gz")
	want := filesIn(t, filepath.Join(source, "odd"))
	for name, unpack := range untar {
		t.Run(name, func(t *testing.T) {
			dir := t.TempDir()
			unpack(t, archive, dir)
			if got := filesIn(t, dir); !maps.Equal(got, want) {
				t.Errorf("unpacked %q, want %q", got, want)
			}
			for file, executable := range map[string]bool{"run.sh": true, "SKILL.md": false} {
				info, err := os.Stat(filepath.Join(dir, file))
				if err != nil {
					t.Fatal(err)
				}
				if got := info.Mode()&0o100 != 0; got != executable {
					t.Errorf("%s has mode %v", file, info.Mode())
				}
			}
		})
	}
}
