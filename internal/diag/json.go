package diag

import (
	"encoding/json"
	"io"
	"path"
)

// The JSON form of findings. Field names are a promise to scripts.
type (
	report struct {
		Version  int           `json:"version"`
		Findings []jsonFinding `json:"findings"`
		Errors   int           `json:"errors"`
		Warnings int           `json:"warnings"`
		Notes    int           `json:"notes"`
	}
	jsonFinding struct {
		Rule     string `json:"rule"`
		Severity string `json:"severity"`
		jsonPlace
		Message string        `json:"message"`
		Doc     string        `json:"doc,omitempty"`
		Related []jsonRelated `json:"related,omitempty"`
		Fix     *jsonFix      `json:"fix,omitempty"`
	}
	jsonPlace struct {
		File      string `json:"file"`
		Line      int    `json:"line"`
		Column    int    `json:"column"`
		EndLine   int    `json:"endLine"`
		EndColumn int    `json:"endColumn"`
	}
	jsonRelated struct {
		jsonPlace
		Message string `json:"message"`
	}
	jsonFix struct {
		Title string     `json:"title"`
		Edits []jsonEdit `json:"edits"`
	}
	jsonEdit struct {
		Start int    `json:"start"`
		End   int    `json:"end"`
		New   string `json:"new"`
	}
)

// WriteJSON prints findings as one JSON object: version 1, "findings" in order,
// and the counts "errors", "warnings" and "notes". Lines and columns are as in
// text; the edits of a fix are byte offsets. Paths have base before them.
func WriteJSON(w io.Writer, ds []Diagnostic, src Source, base string) error {
	r := report{
		Version: 1, Findings: make([]jsonFinding, 0, len(ds)),
		Errors: Count(ds, Error), Warnings: Count(ds, Warning), Notes: Count(ds, Note),
	}
	var l locator
	for i := range ds {
		r.Findings = append(r.Findings, toJSON(&ds[i], src, base, &l))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

func toJSON(d *Diagnostic, src Source, base string, l *locator) jsonFinding {
	f := jsonFinding{
		Rule: d.Rule, Severity: d.Severity.String(), Message: d.Message, Doc: d.Doc,
		jsonPlace: placeJSON(d.File, d.Span, src, base, l),
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, jsonRelated{placeJSON(r.File, r.Span, src, base, &locator{}), r.Message})
	}
	if d.Fix != nil {
		f.Fix = &jsonFix{Title: d.Fix.Title}
		for _, e := range d.Fix.Edits {
			f.Fix.Edits = append(f.Fix.Edits, jsonEdit{e.Span.Start, e.Span.End, e.New})
		}
	}
	return f
}

func placeJSON(file string, span Span, src Source, base string, l *locator) jsonPlace {
	data := src(file)
	start := l.position(file, data, span.Start)
	within := *l // the next finding may start before this one ends
	end := within.position(file, data, max(span.End, span.Start))
	return jsonPlace{path.Join(base, file), start.Line, start.Column, end.Line, end.Column}
}
