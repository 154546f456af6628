package lint

import (
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"
)

func TestSourceTree(t *testing.T) {
	const text = `-- a/run.sh (executable) --
#!/bin/sh
-- a/esc.md (escaped) --
"a\r
\u202e\xff\\n
-- a\tb (escaped name, executable) --
-- f*.txt (2 files) --
x
-- big (5 bytes) --
ab
-- nul (3 bytes) --
-- many (repeats) --
a (x2)
b (x) (x1)
-- dir (directory) --
-- s (socket) --
-- l.txt -> ../x y (1).md --
`
	fsys, err := sourceTree(txtar.Parse([]byte(text)).Files)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, name := range slices.Sorted(maps.Keys(fsys)) {
		got = append(got, fmt.Sprintf("%q %v %q", name, fsys[name].Mode, fsys[name].Data))
	}
	want := []string{
		`"a\tb" -rwxr-xr-x ""`,
		`"a/esc.md" -rw-r--r-- "\"a\r\n\u202e\xff\\n\n"`,
		`"a/run.sh" -rwxr-xr-x "#!/bin/sh\n"`,
		`"big" -rw-r--r-- "ab\nab"`,
		`"dir" drwxr-xr-x ""`,
		`"f1.txt" -rw-r--r-- "x\n"`,
		`"f2.txt" -rw-r--r-- "x\n"`,
		`"l.txt" Lrwxrwxrwx "../x y (1).md"`,
		`"many" -rw-r--r-- "a\na\nb (x)\n"`,
		`"nul" -rw-r--r-- "\x00\x00\x00"`,
		`"s" Srw-r--r-- ""`,
	}
	if !slices.Equal(got, want) {
		t.Errorf("got\n%q\nwant\n%q", got, want)
	}
	if fsys["dir"].Mode&fs.ModeDir == 0 {
		t.Error("no directory")
	}
	for _, bad := range []string{"-- a (executible) --\n", "-- a (x bytes) --\n", "-- a (escaped) --\n\\q\n"} {
		if _, err := sourceTree(txtar.Parse([]byte(bad)).Files); err == nil {
			t.Errorf("%q is taken", bad)
		}
	}
}
