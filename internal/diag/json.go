package diag

import (
	"encoding/json"
	"io"
)

// The JSON form of findings. Field names are a promise to scripts: docs/formats.md
// words it, and docs/findings.schema.json is its schema.
type (
	report struct {
		Version  int           `json:"version"`
		Findings []jsonFinding `json:"findings"`
		Errors   int           `json:"errors"`
		Warnings int           `json:"warnings"`
		Notes    int           `json:"notes"`
		Omitted  int           `json:"omitted,omitempty"`
	}
	jsonFinding struct {
		Rule     string `json:"rule"`
		Severity string `json:"severity"`
		Skill    string `json:"skill,omitempty"`
		jsonPlace
		Message  string        `json:"message"`
		Doc      string        `json:"doc,omitempty"`
		Related  []jsonRelated `json:"related,omitempty"`
		Fix      *jsonFix      `json:"fix,omitempty"`
		OtherFix *jsonFix      `json:"otherFix,omitempty"`
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
		Title  string      `json:"title"`
		Edits  []jsonEdit  `json:"edits"`
		Rename *jsonRename `json:"rename,omitempty"`
		Unsafe bool        `json:"unsafe,omitempty"`
	}
	jsonEdit struct {
		Start int    `json:"start"`
		End   int    `json:"end"`
		New   string `json:"new"`
	}
	jsonRename struct {
		From string `json:"from"`
		To   string `json:"to"`
	}
)

// WriteJSON prints findings as one JSON object: version 1, "findings" in order, and the
// counts "errors", "warnings", "notes" and "omitted", the first three of which count what
// was omitted too. Lines and columns are as in text; the edits of a fix are byte offsets.
func WriteJSON(w io.Writer, ds, omitted []Diagnostic, src Source) error {
	r := report{Version: 1, Findings: make([]jsonFinding, 0, len(ds)), Omitted: len(omitted)}
	r.Errors = Count(ds, Error) + Count(omitted, Error)
	r.Warnings = Count(ds, Warning) + Count(omitted, Warning)
	r.Notes = Count(ds, Note) + Count(omitted, Note)
	var l locator
	for i := range ds {
		r.Findings = append(r.Findings, toJSON(&ds[i], src, &l))
	}
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(r)
}

func toJSON(d *Diagnostic, src Source, l *locator) jsonFinding {
	f := jsonFinding{
		Rule: d.Rule, Severity: d.Severity.String(), Message: d.Message, Doc: d.Doc,
		Skill: d.Skill, jsonPlace: placeJSON(d.File, d.Span, src, l),
		Fix: fixJSON(d.Fix), OtherFix: fixJSON(d.OtherFix),
	}
	for _, r := range d.Related {
		f.Related = append(f.Related, jsonRelated{placeJSON(r.File, r.Span, src, &locator{}), r.Message})
	}
	return f
}

func placeJSON(file string, span Span, src Source, l *locator) jsonPlace {
	start, end := l.span(file, src(file), span)
	return jsonPlace{file, start.Line, start.Column, end.Line, end.Column}
}

func fixJSON(f *Fix) *jsonFix {
	if f == nil {
		return nil
	}
	out := &jsonFix{Title: f.Title, Edits: make([]jsonEdit, 0, len(f.Edits)), Unsafe: f.Unsafe}
	for _, e := range f.Edits {
		out.Edits = append(out.Edits, jsonEdit{e.Span.Start, e.Span.End, e.New})
	}
	if f.Rename != nil {
		out.Rename = &jsonRename{f.Rename.From, f.Rename.To}
	}
	return out
}
