package verify

import (
	"encoding/json"
	"iter"
)

// Verdict is what an audit says of one skill.
type Verdict string

const (
	// Verified: every byte was read and is what the entry says, and nothing else is wrong.
	Verified Verdict = "verified"
	// Failed: there is at least one finding.
	Failed Verdict = "failed"
	// Unverifiable: the skill is dynamic and nothing is wrong with its form (H7).
	Unverifiable Verdict = "unverifiable"
	// Unchecked: the audit ended early, before every file was read and checked in each era.
	// Nothing is known of the skill.
	Unchecked Verdict = "unchecked"
)

// Finding is one failure. Its texts come from the server in part: what prints them must
// escape controls.
type Finding struct {
	Requirement string          // the id of what is broken, such as "H1"
	Skill       string          // the URI of the SKILL.md of the skill that it is of, "" for the server
	URI         string          // of the file or directory that it is of, "" for none
	Message     string          // what was found and what was expected
	Request     json.RawMessage // the message whose answer shows it; nil where there is none
	Eras        []Era           // in which it was found; nil of a catalog
}

// Report is the outcome of an audit. It is the caller's.
type Report struct {
	Target string // as the user named it; set by the caller of Audit
	Label  string // the user's name for the server (H8)
	Eras   []Era  // that were audited, in order
	Server []Finding
	Skills []SkillReport // sorted by URI
	// Notes are no failures: names that collide (E6), eras that the server does not speak.
	Notes []Finding
}

// SkillReport is what an audit found of one skill.
type SkillReport struct {
	URI      string // of SKILL.md
	Name     string // of the frontmatter, "" where it has none
	Unlisted bool   // served, but not in skills/list
	Verdict  Verdict
	Listed   int   // how many files its entry lists
	Files    int   // that were read and checked
	Bytes    int64 // of these files
	// Findings are those of this skill, and of skills inside it whose files are also its
	// own (M7).
	Findings []Finding
}

// All yields every finding once, those of the server first.
func (r *Report) All() iter.Seq[Finding] {
	return func(yield func(Finding) bool) {
		for _, f := range r.Server {
			if !yield(f) {
				return
			}
		}
		for _, s := range r.Skills {
			for _, f := range s.Findings {
				if f.Skill == s.URI && !yield(f) {
					return
				}
			}
		}
	}
}

// OK reports whether nothing failed. Skills that are unverifiable do not fail.
func (r *Report) OK() bool {
	for range r.All() {
		return false
	}
	return true
}
