package lint

import (
	"bytes"
	"fmt"
	"path"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func filesScriptLineEndings() *Rule {
	return &Rule{
		ID:       "files/script-line-endings",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A script has CRLF line endings where they keep it from running.",
			Why: "On Unix the carriage return becomes part of the interpreter's name in a \"#!\" line, and of every command in a shell script: " +
				"\"bad interpreter\", \"command not found\".",
			Bad:   "-- x/SKILL.md --\n...\nRun `bash check.sh`.\n-- x/check.sh (escaped) --\n#!/bin/bash\\r\necho checked\\r",
			Good:  "-- x/SKILL.md --\n...\nRun `bash check.sh`.\n-- x/check.sh --\n#!/bin/bash\necho checked",
			Cites: []string{"D76", "A3"},
		},
		File: checkScriptLineEndings,
	}
}

func checkScriptLineEndings(p *Pass, f *skill.File) {
	content := p.content(f)
	first, _, more := bytes.Cut(content, []byte("\n"))
	if more && bytes.HasPrefix(first, []byte("#!")) && bytes.HasSuffix(first, []byte("\r")) {
		p.At(f, diag.Span{Start: len(first) - 1, End: len(first) + 1}, fmt.Sprintf(
			"the line %s ends in CRLF, so Unix looks for an interpreter whose name ends in a carriage return; save the file with LF",
			quoted(string(first[:len(first)-1]))))
		return
	}
	if at := bytes.Index(content, []byte("\r\n")); at >= 0 && isShellScript(f.Path) {
		p.At(f, diag.Span{Start: at, End: at + 2}, "the shell script has CRLF line endings, and a shell takes the carriage return "+
			"for a part of the command; save the file with LF")
	}
}

func isShellScript(p string) bool {
	switch strings.ToLower(path.Ext(p)) {
	case ".sh", ".bash", ".zsh", ".ksh":
		return true
	}
	return false
}
