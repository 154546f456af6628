package lint

import (
	"fmt"
	"strings"
	"testing"
	"testing/fstest"
)

func hygieneCases() []lintCase {
	return append(append(windowsNameCases(), scriptEndingCases()...), buildOutputCases()...)
}

func windowsNameCases() []lintCase {
	var cases []lintCase
	for name, fragment := range map[string]string{
		"con": "is that of a device", "Aux.md": "is that of a device", "nul.tar.gz": "is that of a device", "COM1": "is that of a device",
		"lpt9.txt": "is that of a device", "com¹": "is that of a device", "conin$": "is that of a device", "prn .md": "is that of a device",
		"a.": "ends in a dot or blank", "a ": "ends in a dot or blank", "a:b": "holds ':'", "a*": "holds '*'", "a<b>": "holds '<'",
		`a"b`: "holds '\"'", "a|b": "holds '|'", "a\x01": `holds '\x01'`,
	} {
		cases = append(cases, lintCase{"D78 Windows " + fmt.Sprintf("%q", name), withBody("", name, "a\n"), []string{
			"x/" + name + ":1:1 warning files/windows-name: " + fragment}})
	}
	long := strings.Repeat("l", 240)
	return append(cases,
		lintCase{"D78 Windows directory once", withBody("", "aux/a.md", "a\n", "aux/b/c.md", "a\n"), []string{
			`x/aux:1:1 warning files/windows-name: the name "aux" is that of a device on Windows, so the skill can be neither checked out nor stored there; rename it`}},
		lintCase{"D78 Windows allows", withBody("", "console.md", "a\n", "com", "a\n", "com10", "a\n", "auxiliary", "a\n", "lpt", "a\n", "a.con", "a\n",
			".nul", "a\n", " a", "a\n", "..a", "a\n", "a b.md", "a\n"), nil},
		lintCase{"D78 Windows path of 256", withBody("", long+"/"+strings.Repeat("m", 13), "a\n"), nil},
		lintCase{"D78 Windows path of 257", withBody("", long+"/"+strings.Repeat("m", 14), "a\n"), []string{
			"x/" + long + "/" + strings.Repeat("m", 14) + ":1:1 warning files/windows-name: the path has 257 characters, and at most 256"}})
}

func scriptEndingCases() []lintCase {
	return []lintCase{
		{"A3 script", withBody("", "a.py", "#!/usr/bin/env python3\r\nprint()\r\n"), []string{
			`x/a.py:1:23 warning files/script-line-endings: the line "#!/usr/bin/env python3" ends in CRLF`}},
		{"A3 shell script", withBody("", "a.sh", "set -e\ncd a\r\n", "b.BASH", "#!/bin/bash\ncd a\r\n"), []string{
			`x/a.sh:2:5 warning files/script-line-endings: the shell script has CRLF line endings`,
			`x/b.BASH:2:5 warning files/script-line-endings: the shell script has CRLF`}},
		{"A3 where CRLF does no harm", withBody("", "a.py", "print()\r\n", "b.bat", "echo\r\n", "c.js", "#!/usr/bin/env node\nlet a\r\n", "d.md", "a\r\n",
			"e.sh", "#!/bin/sh\necho\n", "f", "#!", "g", "#!a\r"), nil},
	}
}

func buildOutputCases() []lintCase {
	const tag = "Signature: 8a477f597d28d172789f06886806bc55\n# cache\n"
	const binary = "\xca\xfe\xba\xbe\x00"
	return []lintCase{
		{"D70 caches and output by name", withBody("", ".pytest_cache/v/a", "a\n", "scripts/.mypy_cache/b", "b\n", "a.egg-info/PKG-INFO", "a\n",
			"htmlcov/index.html", "<p>\n", ".next/a/.next/b.js", "a\n"), []string{
			`x/.next:1:1 warning files/build-output: "x/.next" is the output of a build; remove it and name it in .gitignore, or exclude it in skillpack.yaml`,
			`x/.pytest_cache:1:1 warning files/build-output: is the cache of a tool`,
			`x/a.egg-info:1:1 warning files/build-output: is the record of a Python package`,
			`x/htmlcov:1:1 warning files/build-output: is a report of test coverage`,
			`x/scripts/.mypy_cache:1:1 warning files/build-output: is the cache of a tool`}},
		{"D70 output by its mark", withBody("", "env/pyvenv.cfg", "home = /usr\n", "env/bin/python", "a\n", "target/.rustc_info.json", "{}\n",
			"cmake/CMakeCache.txt", "a\n", "cache/CACHEDIR.TAG", tag, "j/pom.xml", "<p/>\n", "j/target/classes/a.txt", "a\n",
			"cov/lcov.info", "TN:\n", "cov/lcov-report/index.html", "<p>\n"), []string{
			`x/cache:1:1 warning files/build-output: is the cache of a tool`,
			`x/cmake:1:1 warning files/build-output: is the output of a build`,
			`x/cov:1:1 warning files/build-output: is a report of test coverage, 2 files in all`,
			`x/env:1:1 warning files/build-output: is a Python environment, 2 files in all`,
			`x/j/target:1:1 warning files/build-output: is the output of a build`,
			`x/target:1:1 warning files/build-output: is the output of a build`}},
		{"D70 files of output", withBody("", "A.class", binary, "B.class", binary, "lib/C.class", binary, "a.o", binary, "a.obj", binary,
			"ts.tsbuildinfo", "{}\n", ".coverage", "a\n", ".eslintcache", "[]\n", "npm-debug.log", "a\n", "a.gcno", "a\n"), []string{
			`x/.coverage:1:1 warning files/build-output: is a record of test coverage, 2 files in all`,
			`x/.eslintcache:1:1 warning files/build-output: is the cache of a tool, 2 files in all`,
			`x/A.class:1:1 warning files/build-output: is compiled code, 4 files in all`,
			`x/lib/C.class:1:1 warning files/build-output: is compiled code;`,
			`x/npm-debug.log:1:1 warning files/build-output: is the log of a tool`}},
		{"D70 what may be shipped", withBody("", "dist/a.js", "a\n", "build/a.js", "a\n", "target/a.md", "a\n", "out/a.md", "a\n", "coverage/a.md", "a\n",
			"model.obj", "v 0 0 0\n", "a.class", "text\n", "CACHEDIR.TAG", "a\n", "cache/a.md", "a\n", "venv/a.md", "a\n", "a.whl", binary,
			"target/classes/a.md", "a\n", "lib/lcov.md", "a\n", ".cache/a.md", "a\n", "app.log", "a\n"), nil},
	}
}

func TestF8LongText(t *testing.T) {
	const sentence = "word word word word word word word word word word\n" // 10 words and half a token
	long, short := strings.Repeat(sentence, 2500), strings.Repeat(sentence, 2300)
	checkFindings(t, lintFiles(t, withBody("", "a.md", long, "b.txt", short, "c.csv", long, "LICENSE.txt", long, "tests/data/d.txt", long, "e.py", long)), []string{
		`x/a.md:1:1 note files/long-text: "x/a.md" has about 26300 tokens, and common hosts read at most 25000 at a time`})
}

func TestD72Large(t *testing.T) {
	checkFindings(t, lintMap(t, fstest.MapFS{
		"x/a.bin": {Data: make([]byte, 1<<20)}, "x/b.bin": {Data: make([]byte, 1<<20+1)}, "x/c.json": {Data: []byte(strings.Repeat("[],\n", 1<<19))},
	}, Config{}), []string{
		`x/b.bin:1:1 note files/large: "x/b.bin" has 1.0 MiB, and a host gets it in one message, as 1.3 MiB of base64; make it smaller`,
		`x/c.json:1:1 note files/large: "x/c.json" has 2.0 MiB, and a host gets it in one message, as text; make it smaller`,
	})
}

func TestDuplicates(t *testing.T) {
	big, other := strings.Repeat("the same\n", 200), strings.Repeat("as well\n", 200)
	tree := func(more map[string]string) map[string]string {
		files := map[string]string{"a/SKILL.md": manifest("a"), "b/SKILL.md": manifest("b"), "c/SKILL.md": manifest("c"),
			"a/lib/one.md": big, "a/lib/two.md": other}
		for name, content := range more {
			files[name] = content
		}
		return files
	}
	t.Run("D64 copies in two skills", func(t *testing.T) {
		l := lintFiles(t, tree(map[string]string{"b/one.md": big, "b/again.md": big, "c/x/two.md": other, "c/two.md": other}))
		checkFindings(t, l, []string{
			`a/lib/one.md:1:1 note files/duplicate: this file is also in another skill, as "../../b/again.md" (1800 bytes in each); change the copies`,
			`a/lib/two.md:1:1 note files/duplicate: this file is also in another skill, as "../../c/two.md" (1600 bytes in each)`})
		if r := l.found[0].Related; len(r) != 1 || r[0].File != "b/again.md" {
			t.Errorf("got %v", r)
		}
	})
	t.Run("D64 a copied directory is one finding", func(t *testing.T) {
		l := lintFiles(t, tree(map[string]string{"b/lib/one.md": big, "b/lib/two.md": other, "c/one.md": big, "c/two.md": other}))
		checkFindings(t, l, []string{
			`a/lib/one.md:1:1 note files/duplicate: this file and 1 more of the skill are also in 2 other skills, as "../../b/lib/one.md" (3400 bytes in each)`})
		if r := l.found[0].Related; len(r) != 4 {
			t.Errorf("got %v", r)
		}
	})
	t.Run("D64 nothing to say", func(t *testing.T) {
		checkFindings(t, lintFiles(t, tree(map[string]string{"a/copy.md": big, "b/small.md": big[:1023], "c/small.md": big[:1023],
			"b/LICENSE": strings.Repeat("MIT\n", 500), "c/LICENSE": strings.Repeat("MIT\n", 500)})), nil)
	})
	t.Run("D64 a link is no copy", func(t *testing.T) {
		checkFindings(t, lintMap(t, fstest.MapFS{"a/SKILL.md": file(manifest("a")), "a/lib/one.md": file(big), "x/one.md": link("../a/lib/one.md"),
			"x/lib": link("../a/lib")}, Config{}), nil)
	})
	t.Run("D67 nested skills", func(t *testing.T) {
		off := Config{Ignore: []Ignore{{Rule: "catalog/nested", Paths: "**"}}}
		checkFindings(t, lintMap(t, fstest.MapFS{"x/one.md": file(big), "x/z/SKILL.md": file(manifest("z")), "x/z/one.md": file(big)}, off), nil)
	})
	t.Run("D72 related places have a limit", func(t *testing.T) {
		more := map[string]string{}
		for i := range 30 {
			more[fmt.Sprintf("s%02d/SKILL.md", i)], more[fmt.Sprintf("s%02d/one.md", i)] = manifest(fmt.Sprintf("s%02d", i)), big
		}
		found := lintFiles(t, tree(more)).found
		if len(found) != 1 || len(found[0].Related) != copiesShown {
			t.Errorf("got %v", found)
		}
	})
}
