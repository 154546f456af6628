// Package templates embeds the data that skillpack writes out: starter skills under
// scaffold/ and the pages of a site under site/. It holds no logic.
//
// scaffold/ has one directory a starter. In it a file whose name ends in ".tmpl" is
// a text/template over .Name and .Title, written without that ending;
// any other file is copied as it is. The ending also keeps the starters from being
// taken for skills of this repository. Embedding drops file modes, so a rule stands
// in for them: everything in a directory named "scripts" is executable.
package templates

import (
	"embed"
	"io/fs"
)

//go:embed all:scaffold all:site
var files embed.FS

// Scaffold returns the starter skills, one directory each.
func Scaffold() fs.FS { return sub("scaffold") }

// Site returns the pages of a site, html/template, and its style sheet and script.
func Site() fs.FS { return sub("site") }

func sub(dir string) fs.FS {
	fsys, err := fs.Sub(files, dir)
	if err != nil {
		panic(err) // the name is a valid path
	}
	return fsys
}
