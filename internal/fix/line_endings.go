package fix

import (
	"slices"

	"skillpack/internal/diag"
)

// OfLineEndings reports whether a rule speaks of the line endings of a whole file, so that
// Options.LineEndings mends what it finds. Its findings carry no fix, since it is the project that chooses: line endings are
// changed when asked, and a .gitattributes is the other way.
func OfLineEndings(rule string) bool {
	return slices.Contains([]string{"text/line-endings", "text/carriage-return", "files/script-line-endings"}, rule)
}

// lineEndingsFix ends every line with LF: it deletes the CR of CRLF and replaces one
// that stands alone. It returns nil for a file without CR.
func lineEndingsFix(data []byte) *diag.Fix {
	fix := &diag.Fix{Title: "end lines with LF"}
	for i, c := range data {
		if c != '\r' {
			continue
		}
		e := diag.Edit{Span: diag.Span{Start: i, End: i + 1}, New: "\n"}
		if i+1 < len(data) && data[i+1] == '\n' {
			e.New = ""
		}
		fix.Edits = append(fix.Edits, e)
	}
	if fix.Edits == nil {
		return nil
	}
	return fix
}
