package verify

import (
	"cmp"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"sync"
)

// maxFindings bounds the findings of one era that are told in full. Nobody reads further,
// and a hostile server could make each cost memory.
const maxFindings = 10_000

// subject is what a finding is of; both are "" for the server.
type subject struct{ skill, uri string }

// findingKey tells one finding from another, in whatever era it was found.
type findingKey struct {
	subject
	requirement, message string
}

// found is a finding and the skills, beside its own, that fail by it (M7).
type found struct {
	Finding
	also       []string
	unanswered bool // all there is to it is a call without an answer
}

func (f *found) key() findingKey {
	return findingKey{subject{f.Skill, f.URI}, f.Requirement, f.Message}
}

// findings collects what is found, each once. It may be used concurrently.
type findings struct {
	mu    sync.Mutex
	items map[findingKey]*found
	era   Era
}

func newFindings(era Era) *findings {
	return &findings{items: map[findingKey]*found{}, era: era}
}

// add adds a finding.
func (f *findings) add(s subject, requirement string, request json.RawMessage, format string, args ...any) {
	f.share(nil, s, requirement, request, format, args...)
}

// share adds a finding that makes other skills fail too.
func (f *findings) share(also []string, s subject, requirement string, request json.RawMessage, format string, args ...any) {
	f.take(&found{also: also, Finding: Finding{
		Requirement: requirement, Skill: s.skill, URI: s.uri, Request: request,
		Message: fmt.Sprintf(format, args...),
	}})
}

// unanswered adds that a call had no answer.
func (f *findings) unanswered(s subject, requirement string, request json.RawMessage, err error) {
	f.take(&found{unanswered: true, Finding: Finding{
		Requirement: requirement, Skill: s.skill, URI: s.uri, Request: request, Message: err.Error(),
	}})
}

// take adds a finding of this era.
func (f *findings) take(one *found) {
	if f.era != "" {
		one.Eras = []Era{f.era}
	}
	f.mu.Lock()
	defer f.mu.Unlock()
	f.put(one)
}

// put adds a finding, or its eras to the one that is there.
func (f *findings) put(one *found) {
	if same, ok := f.items[one.key()]; ok {
		same.unanswered = same.unanswered && one.unanswered
		for _, era := range one.Eras {
			if !slices.Contains(same.Eras, era) {
				same.Eras = append(same.Eras, era)
			}
		}
		return
	}
	if len(f.items) < maxFindings || one.Message == leftOut {
		f.items[one.key()] = one
		return
	}
	for _, skill := range append([]string{one.Skill}, one.also...) {
		f.put(&found{unanswered: one.unanswered, Finding: Finding{Requirement: one.Requirement, Skill: skill, Message: leftOut, Eras: one.Eras}})
	}
}

// leftOut stands for the findings of a skill over maxFindings, for no skill with a fault
// may count as verified.
const leftOut = "more is wrong than is told: the report is full"

// sorted returns all findings by skill, URI and requirement.
func (f *findings) sorted() []*found {
	return slices.SortedFunc(maps.Values(f.items), func(a, b *found) int {
		return cmp.Or(cmp.Compare(a.Skill, b.Skill), cmp.Compare(a.URI, b.URI),
			cmp.Compare(a.Requirement, b.Requirement), cmp.Compare(a.Message, b.Message))
	})
}
