package sample

import (
	"math/rand/v2"
	"path"
	"strconv"
	"strings"
)

// maxBlock is more than any block of a text has in bytes.
const maxBlock = 4 << 10

// writer writes the content of one file.
type writer struct {
	*random
	b   []byte
	end int // where the content ends in b
}

func (w *writer) add(texts ...string) {
	for _, text := range texts {
		w.b = append(w.b, text...)
	}
}

func (w *writer) words(n int) {
	for i := range n {
		if i > 0 {
			w.add(" ")
		}
		w.add(w.word())
	}
}

// finish cuts what is too much behind start and writes plain words up to the end.
func (w *writer) finish(start int) {
	if len(w.b) > w.end {
		w.b = w.b[:min(start, w.end)]
	}
	for len(w.b) < w.end {
		w.add(w.word(), []string{" ", " ", " ", " ", " ", " ", " ", " ", "\n"}[w.IntN(9)])
	}
	w.b = w.b[:w.end]
	w.b[w.end-1] = '\n'
}

// markdown writes sections of markdown, with the links spread over them.
func (w *writer) markdown(links []string) {
	begin := len(w.b)
	w.add("# ", capital(w.word()), " ")
	w.words(2)
	w.add("\n\n## Overview\n\n")
	given, last := 0, len(w.b)
	for len(w.b) < w.end {
		last = len(w.b)
		// A link has about 40 bytes and its item as many words; the last stand early enough.
		due := (len(w.b) - begin + 600) * len(links) / max(w.end-begin-400, 1)
		if given < min(due, len(links)) {
			to := min(due, len(links), given+8)
			w.links(links[given:to])
			given = to
			continue
		}
		w.block()
	}
	w.finish(last)
}

// links writes a list of links.
func (w *writer) links(all []string) {
	for _, link := range all {
		if path.Ext(link) == ".md" && w.chance(0.1) && path.Base(link) != "SKILL.md" {
			link += "#overview"
		}
		w.add("- [", w.word(), " ", w.word(), "](", link, ")")
		if w.chance(0.5) {
			w.add(": ")
			w.words(2 + w.IntN(3))
		}
		w.add("\n")
	}
	w.add("\n")
}

// block writes one block of markdown and the empty line behind it.
func (w *writer) block() {
	switch w.pick(14, 34, 22, 6, 14, 5, 2) {
	case 0:
		w.add("##", []string{"", "#"}[w.IntN(2)], " ", capital(w.word()), " ")
		w.words(1 + w.IntN(3))
		w.add("\n")
	case 1:
		w.paragraph()
	case 2:
		w.list("- ")
	case 3:
		w.list("1. ")
	case 4:
		w.fence()
	case 5:
		w.table()
	case 6:
		w.add("> ")
		w.sentence()
		w.add("\n")
	}
	w.add("\n")
}

func (w *writer) paragraph() {
	for range 1 + w.IntN(4) {
		w.sentence()
		w.add(" ")
	}
	w.b[len(w.b)-1] = '\n'
}

// sentence writes a sentence with what authors put into one.
func (w *writer) sentence() {
	w.add(capital(w.word()), " ")
	w.words(2 + w.IntN(6))
	switch w.IntN(14) {
	case 0:
		w.add(" `", w.word(), "_", w.word(), "` ")
	case 1:
		w.add(" **", w.word(), " ", w.word(), "** ")
	case 2:
		w.add(" \"", w.word(), "\" — ")
	case 3:
		w.add(" ([", w.word(), "](https://example.com/", w.word(), "/", w.word(), ")) ")
	case 4:
		w.add(", don't ", w.word(), " → ")
	default:
		w.add(" ")
	}
	w.words(1 + w.IntN(6))
	w.add(".")
}

func (w *writer) list(mark string) {
	for range 2 + w.IntN(7) {
		w.add(mark)
		if w.chance(0.3) {
			w.add("**", capital(w.word()), "**: ")
		}
		w.words(2 + w.IntN(9))
		w.add("\n")
	}
}

func (w *writer) fence() {
	ending := []string{".sh", ".py", ".json", ".js"}[w.IntN(4)]
	w.add("```", map[string]string{".sh": "bash", ".py": "python", ".json": "json", ".js": "javascript"}[ending], "\n")
	for range 3 + w.IntN(14) {
		w.line(ending)
	}
	w.add("```\n")
}

func (w *writer) table() {
	columns := 2 + w.IntN(3)
	row := func(cell func()) {
		for range columns {
			w.add("| ")
			cell()
			w.add(" ")
		}
		w.add("|\n")
	}
	row(func() { w.add(capital(w.word())) })
	row(func() { w.add("---") })
	for range 2 + w.IntN(8) {
		row(func() { w.words(1 + w.IntN(3)) })
	}
}

// prose writes text that is not markdown.
func (w *writer) prose() {
	last := len(w.b)
	for len(w.b) < w.end {
		last = len(w.b)
		w.paragraph()
		w.add("\n")
	}
	w.finish(last)
}

// code writes lines of a language up to the end, where it is cut.
func (w *writer) code(ending string) {
	if ending == ".sh" || ending == ".py" {
		w.add("#!/usr/bin/env ", map[string]string{".sh": "bash", ".py": "python3"}[ending], "\n")
	}
	for len(w.b) < w.end {
		w.line(ending)
	}
	w.b = w.b[:w.end]
	w.b[w.end-1] = '\n'
}

// line writes one line of a language.
func (w *writer) line(ending string) {
	w.add("          "[:2*w.IntN(4)])
	a, b, number := w.word(), w.word(), strconv.Itoa(w.IntN(10000))
	switch ending {
	case ".py":
		w.add([]string{"def " + a + "_" + b + "(" + a + ", limit=" + number + "):", "if not " + a + ":", "return " + b + "[\"" + a + "\"]",
			a + " = " + b + ".get(\"" + a + "\", " + number + ")", "# " + a + " " + b + " " + a, ""}[w.IntN(6)])
	case ".sh":
		w.add([]string{"echo \"" + a + " $" + b + "\"", "for " + a + " in \"$@\"; do", "if [ -z \"$" + a + "\" ]; then", a + "=" + number, "# " + a + " the " + b}[w.IntN(5)])
	case ".json", ".toml", ".yaml":
		w.add("\"", a, "_", b, "\": \"", w.word(), " ", number, "\",")
	case ".csv":
		w.add(a, ",", b, ",", number, ",", w.word(), " ", w.word())
	case ".html", ".xml", ".svg", ".tmpl":
		w.add("<", a, " class=\"", b, "\">", w.word(), " ", number, "</", a, ">")
	case ".css":
		w.add(".", a, "-", b, " { margin: ", number, "px; }")
	default:
		w.add("const ", a, " = await ", b, "(\"", w.word(), "\", ", number, ");")
	}
	w.add("\n")
}

// binary writes what no text looks like.
func (w *writer) binary() {
	var seed [32]byte
	copy(seed[:], strconv.FormatUint(w.Uint64(), 10))
	start := len(w.b)
	w.b = w.b[:w.end]
	_, _ = rand.NewChaCha8(seed).Read(w.b[start:]) // never fails
	copy(w.b[start:], "\x89PNG\r\n\x1a\n\x00")
}

// words are those of which texts are made.
var words = strings.Fields(vocabulary)
