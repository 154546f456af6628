package lint

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

func fileCases() []lintCase {
	return slices.Concat(pointerCases(), secretFileCases(), treeCases(), codePathCases(), scriptCases(), hygieneCases())
}

const lfsPointer = "version https://git-lfs.github.com/spec/v1\noid sha256:" +
	"4d7a214614ab2935c943f9e0ff69d22eadbb8f32b1258daaa5e2ca24d17e2393\nsize 12345\n"

func pointerCases() []lintCase {
	return []lintCase{
		{"A20 SKILL.md is a link as text", map[string]string{"x/SKILL.md": "../other/SKILL.md", "other/SKILL.md": manifest("other")}, []string{
			`x/SKILL.md:1:1 error files/link-as-text: the whole file is the path "../other/SKILL.md"`}},
		{"A20 SKILL.md is a link to nothing", map[string]string{"x/SKILL.md": "../gone/SKILL.md"}, []string{
			`x/SKILL.md:1:1 error files/link-as-text: "../gone/SKILL.md"`}},
		{"A20 file and folder as text", withBody("", "a.md", "references/b.md", "references/b.md", "b\n", "sub/c", "../references"), []string{
			`x/a.md:1:1 error files/link-as-text: "references/b.md", a symbolic link checked out as text`,
			`x/sub/c:1:1 error files/link-as-text: "../references"`}},
		{"A20 text that is no link", withBody("", "a.md", "b.md\n", "b.md", "b", "VERSION", "1.0", "c", "references", "references/d", "b.md d",
			"references/e", "d\nd", "references/f", "f"), nil},
		{"A20 LFS", withBody("", "logo.png", lfsPointer, "crlf.bin", strings.ReplaceAll(lfsPointer, "\n", "\r\n")), []string{
			`x/crlf.bin:1:1 error files/lfs-pointer: "x/crlf.bin" is a Git LFS pointer, not the file itself; run "git lfs pull"`,
			`x/logo.png:1:1 error files/lfs-pointer: "x/logo.png"`}},
		{"A20 LFS SKILL.md", map[string]string{"x/SKILL.md": lfsPointer}, []string{
			`x/SKILL.md:1:1 error files/lfs-pointer: `}},
		{"A20 about LFS", withBody("```\n"+lfsPointer+"```\n", "a.md", "version https://git-lfs.github.com/spec/v1\n"), nil},
	}
}

func secretFileCases() []lintCase {
	var cases []lintCase
	for name, what := range map[string]string{
		".env": "a file of environment secrets", "config/.env.local": "a file of environment secrets",
		"id_rsa": "a private SSH key", "keys/id_ed25519": "a private SSH key", ".netrc": "a file of login secrets",
		"a.P12": "a store of private keys",
	} {
		cases = append(cases, lintCase{"D65 " + name, withBody("", name, "KEY=abc\n"),
			[]string{fmt.Sprintf(`x/%s:1:1 error files/secret: %q is %s`, name, "x/"+name, what)}})
	}
	slices.SortFunc(cases, func(a, b lintCase) int { return strings.Compare(a.id, b.id) })
	return append(cases,
		lintCase{"D69", withBody("", ".env.example", "KEY=\n", ".env.sample", "\n", ".env.template", "\n", ".env.txt", "# A=b\nKEY=\nOTHER=\"\"\n", "id_rsa.pub", "ssh-rsa AAAA\n",
			"scripts/__init__.py", "", "references/README.md", "a\n", "Makefile", "all:\n", "environment", "a\n"), nil})
}

func treeCases() []lintCase {
	var ten = map[string]string{}
	for i := range 10 {
		ten[fmt.Sprintf("s%d/SKILL.md", i)] = manifest(fmt.Sprintf("s%d", i)) + "[a](a.md)\n"
		ten[fmt.Sprintf("s%d/a.md", i)] = "a\n"
	}
	delete(ten, "s3/a.md")
	return []lintCase{
		{"D62", map[string]string{"x/skill.md": manifest("x"), "y1/SKILL.md": manifest("y1")}, []string{
			`x/skill.md:1:1 error files/skill-md: `}},
		{"D67", map[string]string{"group/SKILL.md": manifest("group"), "group/child/SKILL.md": manifest("child"), "group/child/a.md": "a\n"},
			[]string{`group/SKILL.md:2:7 note catalog/nested: "group/child"`}},
		{"D68", map[string]string{"SKILL.md": manifest("x") + "[a](references/a.md)\n", "references/a.md": "[s](../SKILL.md)\n", "b.txt": "b\n"}, nil},
		{"D70", withBody("", ".git/config", "ghp_"+random[:36], ".DS_Store", "a", "node_modules/a/.env", "A=b", "__pycache__/a.pyc", "a", ".venv/b", "b"), nil},
		{"D74", ten, []string{`s3/SKILL.md:6:5 error links/missing: "a.md"`}},
		{"D78", withBody("[1](a%20b.md) [2](a%23b) [3](a%3Fb) [4](a%25) [5](%2520) [6](<{name}>) [7](a+b@c) [8](<'q'>) [9](cafe%CC%81) [10](-x) ["+
			"11]("+strings.Repeat("l", 200)+"/"+strings.Repeat("m", 200)+")\n",
			"a b.md", "a\n", "a#b", "a\n", "a?b", "a\n", "a%", "a\n", "%20", "a\n", "{name}", "a\n", "a+b@c", "a\n", "'q'", "a\n",
			"cafe\u0301", "a\n", "-x", "a\n", strings.Repeat("l", 200)+"/"+strings.Repeat("m", 200), "a\n"), []string{
			`x/a?b:1:1 warning files/windows-name: the name "a?b" holds '?'`,
			"x/" + strings.Repeat("l", 200) + "/" + strings.Repeat("m", 200) + ":1:1 warning files/windows-name: the path has 403 characters",
		}},
		{"D78 collision", withBody("", "Form.md", "a\n", "form.md", "a\n"), []string{`x/form.md:1:1 error files/collision: `}},
		{"D78 backslash", withBody("", `a\b.md`, "a\n"), []string{`x/a\b.md:1:1 error files/name: `}},
		{"D80", withBody("[1](bom.md) [2](latin1.md) [3](a.png) [4](empty.md)\n", "bom.md", "\ufeff", "latin1.md", "caf\xe9 [a](b.md)\n",
			"png.md", "\x89PNG\r\n\x1a\n\x00", "a.png", "{}\n", "empty.md", ""), nil},
	}
}

func codePathCases() []lintCase {
	return []lintCase{
		{"L87 code", withBody("Run `scripts/extract.py`, see `references/a.md` and ``assets/b.tex``.\n"), []string{
			"x/SKILL.md:6:6 warning links/code-path: \"scripts/extract.py\" does not exist in the skill; add the file or correct the path",
			`x/SKILL.md:6:32 warning links/code-path: "references/a.md"`,
			`x/SKILL.md:6:55 warning links/code-path: "assets/b.tex"`}},
		{"L87 code after the nearest verb", withBody("Create slides, then run `scripts/extract.py`\n"), inBody(26,
			`warning links/code-path: "scripts/extract.py"`)},
		{"L87 code near", withBody("`./scripts/extract.py`\n", "scripts/extracts.py", "a\n"), inBody(2,
			`warning links/code-path: "./scripts/extract.py" does not exist in the skill; did you mean "scripts/extracts.py"`)},
		{"L87 code in a command", withBody("Run `python scripts/extract.py --all in.pdf`\n"), inBody(13,
			`warning links/code-path: "scripts/extract.py"`)},
		{"L87 code in a shell block", withBody("```bash\n$ python3 -u scripts/a.py x\n./scripts/b.sh\nuv run scripts/a.py\n```\n"), []string{
			`x/SKILL.md:7:14 warning links/code-path: "scripts/a.py" does not exist`,
			`x/SKILL.md:8:1 warning links/code-path: "./scripts/b.sh" does not exist`}},
		{"L79 code in blocks that is not run", withBody("```bash\n# scripts/a.sh\ntool --file scripts/b.sh\n${ROOT}/scripts/c.sh\npython my.py \\\n  scripts/d.py\n"+
			"cd project\nscripts/e.sh\n```\n\n```python\nscripts/f.py\n```\n\n```\npython scripts/g.py\n```\n\n```sh\nscripts/h.sh\n```\n", "scripts/h.sh", "#!/bin/sh\n"), []string{
			`x/SKILL.md:25:1 warning files/script: "scripts/h.sh"`}},
		{"L87 code in a folder that the skill has", withBody("See `templates/b.md` and `rules/c.md`\n", "templates/a.md", "a\n"), inBody(6,
			`warning links/code-path: "templates/b.md"`)},
		{"L87 code outside the skill", map[string]string{"p/x/SKILL.md": manifest("x") + "`scripts/a.py`\n", "p/scripts/a.py": "a\n"}, []string{
			`p/x/SKILL.md:6:2 warning links/code-path: "scripts/a.py" does not exist in the skill, and "../scripts/a.py" is not published with it`}},
		{"L79 plans", withBody("## Optional improvements\n\n### 2. Add a script\n\n**File:** `scripts/add.sh`\n\n## Use\n\n`scripts/use.sh`\n"), []string{
			`x/SKILL.md:14:2 warning links/code-path: "scripts/use.sh"`}},
		{"L79 the repository's own scripts, to install the skill", map[string]string{"p/x/SKILL.md": manifest("x") +
			"## Installation\n\n### Any tool\n\n```bash\n./scripts/convert.sh --skill x\nsh scripts/gone.sh\n```\n\n## Use\n\n```bash\n./scripts/convert.sh\n```\n",
			"scripts/convert.sh": "a\n"}, []string{
			`p/x/SKILL.md:12:4 warning links/code-path: "scripts/gone.sh" does not exist in the skill; add`,
			`p/x/SKILL.md:18:1 warning links/code-path: "./scripts/convert.sh" does not exist in the skill, and "../../scripts/convert.sh" is not published`}},
		{"L87 the file of a skill that is named far away", map[string]string{"x/SKILL.md": manifest("x") + "See `other`.\n" + strings.Repeat("\n", 300) + "`scripts/a.py`\n",
			"other/SKILL.md": manifest("other"), "other/scripts/a.py": "a\n"}, []string{
			`x/SKILL.md:307:2 warning links/code-path: "scripts/a.py" does not exist in the skill, but in the skill "other"; if that is meant, name it beside the path`}},
		{"L87 the file of a skill that is not named", map[string]string{"x/SKILL.md": manifest("x") + "In another x: `scripts/a.py`\n",
			"other/SKILL.md": manifest("other"), "other/scripts/a.py": "a\n", "sub/x/SKILL.md": manifest("x", "license: MIT"), "sub/x/scripts/a.py": "a\n"}, []string{
			`x/SKILL.md:2:7 warning name/duplicate: `, `x/SKILL.md:6:16 warning links/code-path: in the skill; add the file`}},
		{"L79 a skill for work on plugins", map[string]string{"plugin-audit/SKILL.md": manifest("plugin-audit") + "`scripts/a.py`\n"}, nil},
		{"L87 code that is there", withBody("`scripts/a.py` `./scripts/a.py#L3` `python scripts/a.py:` `references/`\n",
			"scripts/a.py", "a\n", "references/b.md", "`c.md` `references/c.md` `scripts/a.py`\n", "references/c.md", "a\n",
			"sub/d.md", "`scripts/e.py`\n", "sub/scripts/e.py", "a\n"), nil},
		{"L79 paths of the reader's project", withBody("`src/app.ts` `docs/README.md` `tests/a_test.go` `lib/x.py` `config/x.yaml` `data/x.csv` "+
			"`templates/x.html` `examples/a.py`\n", "src/b.ts", "b\n", "docs/c.md", "c\n", "data/d.csv", "d\n"), nil},
		{"L79 patterns and placeholders", withBody("`references/type-*.md` `scripts/<name>.py` `scripts/{x}.sh` `$DIR/scripts/a.py` `scripts/...` " +
			"`references/[topic].md` `https://a.b/scripts/a.py` `scripts/script.py` `scripts/your-script.py` `references/lesson_X.md` `../scripts/a.py` " +
			"`scripts/foo.py` `assets/` `scripts/a` `/scripts/a.py` `scripts/a.py=1.x` `scripts//a.py`\n"), nil},
		{"L79 examples and files to make", withBody("A `scripts/rotate.py` would help\n\n**Examples**: `references/finance.md` for finance\n\n"+
			"Create `references/notes.md`\n\nCopy `scripts/a.py` to `scripts/b.py`\n\nFor example `scripts/c.py`\n\n`references/config.json` `scripts/me.session`\n",
			"scripts/a.py", "a\n"), nil},
		{"L79 paths of something larger", withBody("In `${PLUGIN}/scripts/` (and `scripts/a.py`)\n\n`scripts/b.py` at the plugin root\n\nSee the audit skill's `scripts/c.py`\n"), nil},
		{"L79 the file of a skill that is named", map[string]string{"x/SKILL.md": manifest("x") + "see `other`'s\n`references/a.md`\n",
			"other/SKILL.md": manifest("other"), "other/references/a.md": "a\n"}, nil},
		{"L79 a template", withBody("", "assets/a.md", "`scripts/b.py`\n", "skill-template.md", "`scripts/b.py`\n"), nil},
		{"L79 code of the enclosing skill", map[string]string{"x/SKILL.md": manifest("x"), "x/scripts/a.py": "a\n",
			"x/z/SKILL.md": manifest("z") + "`scripts/a.py`\n"}, []string{`x/SKILL.md:2:7 note catalog/nested: "x/z"`}},
	}
}

func scriptCases() []lintCase {
	const sh = "#!/bin/sh\n"
	return []lintCase{
		{"D76", withBody("Run `scripts/a.sh`\n", "scripts/a.sh", sh), inBody(6,
			`warning files/script: "scripts/a.sh" is run by its path alone, but has no run bit, and the catalog cannot carry file modes; name the interpreter, as in "bash scripts/a.sh"`)},
		{"D76 neither", withBody("`./scripts/a.py`\n", "scripts/a.py", "a\n"), inBody(2,
			`warning files/script: has no run bit and no "#!" line, and the catalog cannot carry file modes; name the interpreter, as in "python3 ./scripts/a.py"`)},
		{"D76 with arguments", withBody("`scripts/a.rb in.txt`\n", "scripts/a.rb", sh), inBody(2, `warning files/script: "ruby scripts/a.rb"`)},
		{"D76 without extension", withBody("`scripts/check in.txt`\n", "scripts/check", sh), inBody(2, `warning files/script: name the interpreter, in the text`)},
		{"D76 in a shell block", withBody("```bash\n# comment\nscripts/a.sh x # y\n$ ./scripts/b.sh\n```\n\n```\n./scripts/c.sh\n```\n",
			"scripts/a.sh", sh, "scripts/b.sh", sh, "scripts/c.sh", sh), []string{
			`x/SKILL.md:8:1 warning files/script: "scripts/a.sh"`,
			`x/SKILL.md:9:3 warning files/script: "./scripts/b.sh"`,
			`x/SKILL.md:13:1 warning files/script: "./scripts/c.sh"`}},
		{"D76 once", withBody("```sh\nscripts/a.sh\n```\n\nRun `scripts/a.sh`\n", "scripts/a.sh", sh, "b.md", "Run `scripts/a.sh`\n"), []string{
			`x/SKILL.md:7:1 warning files/script: "scripts/a.sh"`}},
		{"D76 from the file's folder", withBody("", "tools/a.md", "Run `./b.js`\n", "tools/b.js", "a\n"), []string{
			`x/tools/a.md:1:6 warning files/script: "./b.js"`}},
		{"D76 named or run by an interpreter", withBody("`scripts/a.sh` does it. Run `bash scripts/a.sh`. See `scripts/a.md x`\n\n"+
			"```sh\nbash scripts/a.sh\npython \\\n  scripts/a.sh\n```\n\n```text\nscripts/a.sh\n```\n\n```\nscripts/a.sh\n```\n",
			"scripts/a.sh", sh, "scripts/a.md", "a\n"), nil},
		{"D76 made executable by the text", withBody("Run `scripts/a.sh` and run `scripts/c.sh`.\n\n```sh\nchmod +x scripts/*.sh\n./scripts/b.sh\n```\n",
			"scripts/a.sh", sh, "scripts/b.sh", sh, "scripts/c.sh", "a\n"), inBody(29, `warning files/script: "scripts/c.sh" is run by its path alone, but has no "#!" line`)},
		{"D76 of another repository", withBody("```sh\ngit clone https://a.b/c\ncd c\n./setup.sh\n```\n", "setup.sh", sh), nil},
		{"D76 shown how to run elsewhere", withBody("Run `scripts/a.py`\n\n```sh\nscripts/b.sh x\n```\n", "scripts/a.py", sh, "scripts/b.sh", sh,
			"usage.md", "`uv run python -u <skill>/scripts/a.py x`\n"), []string{
			`x/SKILL.md:9:1 warning files/script: "scripts/b.sh"`}},
	}
}

// random is what no person would make up.
const random = "Zk3vQ9tB7xLw2RfY8mJcD5sHnPa4GeU6iKyTqW1oVzXb0MlCjEdNhFrSgApOuI"

func TestInterpreterOf(t *testing.T) {
	for _, c := range [][2]string{
		{"a.sh", "bash"}, {"a.BASH", "bash"}, {"a.zsh", "zsh"}, {"a.py", "python3"}, {"a.mjs", "node"}, {"a.ts", "npx tsx"},
		{"a.rb", "ruby"}, {"a.pl", "perl"}, {"a.php", "php"}, {"a.ps1", "pwsh"}, {"scripts/a", ""}, {"a.md", ""},
	} {
		if got := interpreterOf(c[0]); got != c[1] {
			t.Errorf("%s: got %q, want %q", c[0], got, c[1])
		}
	}
}
