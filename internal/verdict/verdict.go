// Package verdict writes what an audit found: as text, as JSON and as JUnit XML.
//
// All words from a server are escaped, so that no report can steer a terminal.
package verdict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skillpack/internal/diag"
	"skillpack/verify"
)

// Options say what a writer prints.
type Options struct {
	Quiet  bool // leave out skills that do not fail
	Strict bool // an unverifiable skill fails too
	Color  bool // text alone
	// Ended says why the audit ended early, "" where it did not. The report then holds
	// what was found until then. Text leaves it to the caller to tell.
	Ended string
}

// Failed reports whether something was found, or, with strict, a skill is unverifiable.
func Failed(r *verify.Report, strict bool) bool {
	return !r.OK() || strict && Count(r).Unverifiable > 0
}

// Counts are the numbers of a report.
type Counts struct {
	Verified     int `json:"verified"`
	Failed       int `json:"failed"`
	Unverifiable int `json:"unverifiable"`
	Unchecked    int `json:"unchecked"`
	Findings     int `json:"findings"` // of skills and of the server
}

// Count counts what is in a report.
func Count(r *verify.Report) Counts {
	var c Counts
	for _, s := range r.Skills {
		switch s.Verdict {
		case verify.Verified:
			c.Verified++
		case verify.Unverifiable:
			c.Unverifiable++
		case verify.Unchecked:
			c.Unchecked++
		default:
			c.Failed++
		}
	}
	for range r.All() {
		c.Findings++
	}
	return c
}

// shown are the skills that are to be told of.
func (o Options) shown(skills []verify.SkillReport) []verify.SkillReport {
	if !o.Quiet {
		return skills
	}
	return slices.DeleteFunc(slices.Clone(skills), func(s verify.SkillReport) bool {
		return s.Verdict == verify.Verified || s.Verdict == verify.Unchecked || s.Verdict == verify.Unverifiable && !o.Strict
	})
}

// maxRequest is how many characters of a request are shown.
const maxRequest = 160

// request says in short what was asked: the method and its parameters, without the
// _meta that every request has.
func request(message json.RawMessage) string {
	var m struct {
		Method string                     `json:"method"`
		Params map[string]json.RawMessage `json:"params"`
	}
	if len(message) == 0 || json.Unmarshal(message, &m) != nil || m.Method == "" {
		return cut(diag.Printable(string(message)), maxRequest)
	}
	delete(m.Params, "_meta")
	text := m.Method
	if len(m.Params) > 0 {
		text += " " + compact(m.Params)
	}
	return cut(diag.Printable(text), maxRequest)
}

func compact(params map[string]json.RawMessage) string {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(params); err != nil {
		return ""
	}
	return strings.TrimSpace(b.String())
}

// cut shortens text to n characters.
func cut(text string, n int) string {
	if utf8.RuneCountInString(text) <= n {
		return text
	}
	return string([]rune(text)[:n]) + "…"
}

// sentence says what a finding is: where it is, where the message does not say so, and in
// which eras, where that is not in all that were audited.
func sentence(f verify.Finding, audited []verify.Era) string {
	text := f.Message
	if f.URI != "" && !strings.Contains(text, f.URI) {
		text = f.URI + ": " + text
	}
	if n := len(f.Eras); n > 0 && n < len(audited) {
		text += fmt.Sprintf(" (in %s alone)", join(f.Eras))
	}
	return diag.Printable(text)
}

func join(eras []verify.Era) string {
	words := make([]string, len(eras))
	for i, era := range eras {
		words[i] = string(era)
	}
	return strings.Join(words, " and ")
}
