package verdict

import (
	"encoding/json"
	"io"

	"skillpack/internal/diag"
	"skillpack/verify"
)

// The JSON form of a report. Field names are a promise to scripts, which docs/verify.md
// words.
type (
	report struct {
		Version  int          `json:"version"`
		Target   string       `json:"target"`
		Label    string       `json:"label"`
		Eras     []verify.Era `json:"eras"`
		Verified bool         `json:"verified"`
		Error    string       `json:"error,omitempty"`
		Counts   Counts       `json:"counts"`
		Server   []finding    `json:"server"`
		Skills   []skill      `json:"skills"`
		Notes    []finding    `json:"notes"`
	}
	skill struct {
		URI      string         `json:"uri"`
		Name     string         `json:"name"`
		Unlisted bool           `json:"unlisted,omitempty"`
		Verdict  verify.Verdict `json:"verdict"`
		Files    int            `json:"files"`
		Bytes    int64          `json:"bytes"`
		Findings []finding      `json:"findings"`
	}
	finding struct {
		Requirement string          `json:"requirement"`
		Skill       string          `json:"skill,omitempty"`
		URI         string          `json:"uri,omitempty"`
		Message     string          `json:"message"`
		Eras        []verify.Era    `json:"eras,omitempty"`
		Request     json.RawMessage `json:"request,omitempty"`
	}
)

// WriteJSON prints a report as one JSON object, version 1. "verified" is what an exit
// code of 0 says; "error" is there where the audit ended early.
func WriteJSON(w io.Writer, r *verify.Report, o Options) error {
	out := report{
		Version: 1, Target: r.Target, Label: r.Label, Eras: append([]verify.Era{}, r.Eras...),
		Verified: o.Ended == "" && !Failed(r, o.Strict), Error: o.Ended, Counts: Count(r),
		Server: findings(r.Server), Skills: []skill{}, Notes: findings(r.Notes),
	}
	for _, s := range o.shown(r.Skills) {
		out.Skills = append(out.Skills, skill{s.URI, s.Name, s.Unlisted, s.Verdict, s.Files, s.Bytes, findings(s.Findings)})
	}
	return diag.WriteSafeJSON(w, out)
}

func findings(found []verify.Finding) []finding {
	out := make([]finding, len(found))
	for i, f := range found {
		out[i] = finding{f.Requirement, f.Skill, f.URI, f.Message, f.Eras, f.Request}
		if !json.Valid(f.Request) {
			out[i].Request = nil
		}
	}
	return out
}
