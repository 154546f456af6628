package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"skillpack/internal/skill"
)

// listSkills walks skills/list and takes its entries in.
func (a *eraAudit) listSkills(ctx context.Context) {
	index, over := 0, false
	twice := map[string]json.RawMessage{}
	w := &walk{method: methodSkills, field: "skills", take: func(item, request json.RawMessage) {
		defer func() { index++ }()
		if index >= a.o.MaxSkills {
			over = true
			return
		}
		if s := a.takeEntry(item, index, request); s != nil && a.skills[s.URI] != nil {
			twice[s.URI] = request
		} else if s != nil {
			a.put(s)
		}
	}}
	w.run(ctx, a.caller)
	a.unsure = a.unsure || w.broken || over
	a.lists = append(a.lists, w)
	if over {
		a.out.add(subject{}, "P2", requestOf(methodSkills, nil), "skills/list has more than %d skills, of which only these were looked at; raise the limit to look at all", a.o.MaxSkills)
	}
	for _, uri := range slices.Sorted(maps.Keys(twice)) {
		if !w.broken { // else the same pages came again
			a.out.add(subject{uri, ""}, "H4", twice[uri], "skills/list has the entry %s more than once, expected each once", quote(uri))
		}
	}
}

// takeEntry reads an entry. Where it is invalid that is reported, and the skill is broken,
// or nil if it is not known which one.
func (a *eraAudit) takeEntry(raw json.RawMessage, index int, request json.RawMessage) *auditedSkill {
	s, fault := newAuditedSkill(raw)
	if s != nil {
		s.request = request
	}
	if fault == nil {
		return s
	}
	a.invalid[string(raw)] = true
	if s == nil {
		a.unsure = true
		a.out.add(subject{}, fault.Requirement, request, "entry %d: %s", index, fault.Reason)
		return nil
	}
	a.out.add(s.subject(""), fault.Requirement, request, "%s", fault.Reason)
	return s
}

// newAuditedSkill reads an entry and checks all of it that shows without reading a file.
// The skill is nil where the entry has no URI.
func newAuditedSkill(raw json.RawMessage) (*auditedSkill, *EntryError) {
	entry, err := ParseEntry(raw)
	var fault *EntryError
	if errors.As(err, &fault) {
		if fault.URI == "" {
			return nil, fault
		}
		return &auditedSkill{Entry: Entry{URI: fault.URI, Raw: raw}, broken: true}, fault
	}
	s := &auditedSkill{Entry: entry}
	s.front, err = parseJSON(entry.Frontmatter)
	if err != nil { // cannot be: ParseEntry took it
		return nil, &EntryError{Requirement: "E1", Reason: err.Error()}
	}
	s.name, _ = textField(s.front, "name")
	s.description, _ = textField(s.front, "description")
	wrong := checkRequired(s.front)
	if wrong == nil {
		return s, nil
	}
	s.broken = true
	return s, &EntryError{URI: s.URI, Requirement: wrong.requirement, Reason: wrong.Error(), Raw: raw}
}

// unlistedSkills asks for each SKILL.md that no listed entry is of (P3): those among the
// resources, and those that the catalog has.
func (a *eraAudit) unlistedSkills(ctx context.Context) {
	var uris []string
	for uri := range a.resources {
		if strings.HasSuffix(uri, manifestSuffix) && a.skills[uri] == nil {
			uris = append(uris, uri)
		}
	}
	if a.o.Against != nil {
		for _, e := range a.o.Against.Unlisted {
			if a.resources[e.URI] == nil && a.skills[e.URI] == nil {
				uris = append(uris, e.URI)
			}
		}
	}
	slices.Sort(uris)
	uris = uris[:min(len(uris), max(0, a.o.MaxSkills-len(a.skills)))]
	var mu sync.Mutex
	var found []*auditedSkill
	parallel(ctx, a.o.Concurrency, uris, func(uri string) {
		s, twin := a.unlisted(ctx, uri)
		mu.Lock()
		defer mu.Unlock()
		if twin {
			a.twins[uri] = true
		} else {
			found = append(found, s)
		}
	})
	for _, s := range found {
		a.put(s)
	}
}

// unlisted asks for a skill that is not listed. The skill is broken where there is none;
// twin says that the entry is that of a listed skill that was found invalid.
func (a *eraAudit) unlisted(ctx context.Context, uri string) (_ *auditedSkill, twin bool) {
	s := &auditedSkill{Entry: Entry{URI: uri}, unlisted: true, broken: true}
	raw, request := a.get(ctx, uri, "the skill whose SKILL.md it serves")
	if raw == nil {
		return s, false
	}
	parsed, fault := newAuditedSkill(raw)
	switch {
	case a.invalid[string(raw)]:
		return nil, true
	case parsed == nil || parsed.URI != uri && fault == nil:
		a.out.add(s.subject(""), "P3", request, "skills/get answers an entry of another URI, expected that of %s", quote(uri))
		return s, false
	case fault != nil:
		a.out.add(s.subject(""), fault.Requirement, request, "%s", fault.Reason)
		return s, false
	}
	parsed.unlisted, parsed.request = true, request
	return parsed, false
}

// get asks for an entry and reports where there is none.
func (a *eraAudit) get(ctx context.Context, uri, what string) (raw, request json.RawMessage) {
	of := subject{uri, ""}
	reply := a.ask(ctx, methodSkill, map[string]any{"uri": uri}, of)
	if reply == nil {
		return nil, nil
	}
	if reply.refusal != nil {
		a.refused(methodSkill, reply, of, what)
		return nil, nil
	}
	if raw = reply.members["skill"]; raw == nil {
		a.out.add(of, "P3", reply.request, "skills/get: the result has no \"skill\", expected the entry")
	}
	if _, ok := reply.members["nextCursor"]; ok {
		a.out.add(subject{}, "P3", reply.request, "skills/get: the result has a \"nextCursor\", expected none")
	}
	return raw, reply.request
}

// compareGet asks for a listed skill and reports where the answer is not its entry in the
// listing (P3).
func (a *eraAudit) compareGet(ctx context.Context, s *auditedSkill) {
	raw, request := a.get(ctx, s.URI, "a skill that it lists")
	if raw == nil || string(raw) == string(s.Raw) {
		return
	}
	if d := compareEntries(s.Raw, raw); d != "" {
		a.out.add(s.subject(""), "P3", request, "skills/get differs from skills/list: %s", d)
	}
}

// compareEntries says where two entries differ, "" where they are equal in content.
func compareEntries(listed, got json.RawMessage) string {
	l, err := parseJSON(listed)
	if err != nil {
		return "the listed entry has no single reading: " + err.Error()
	}
	g, err := parseJSON(got)
	if err != nil {
		return "the entry has no single reading: " + err.Error()
	}
	c := &comparison{}
	c.value("", whatCounts(l), whatCounts(g))
	return c.words("skills/list", "skills/get")
}

// whatCounts returns the members of an entry that the extension knows, its files in the
// order of their URIs: they are a set.
func whatCounts(entry *skill.Value) *skill.Value {
	counts := &skill.Value{Kind: entry.Kind, Text: entry.Text, Items: entry.Items}
	for _, f := range entry.Fields {
		switch f.Key {
		case "resources":
			files := *f.Value
			files.Items = slices.SortedStableFunc(slices.Values(files.Items), func(a, b *skill.Value) int {
				return strings.Compare(uriIn(a), uriIn(b))
			})
			counts.Fields = append(counts.Fields, skill.Field{Key: f.Key, Value: &files})
		case "uri", "frontmatter":
			counts.Fields = append(counts.Fields, f)
		}
	}
	return counts
}

// uriIn returns the "uri" of an object, "" where it has none that is text.
func uriIn(v *skill.Value) string {
	uri, _ := textField(v, "uri")
	return uri
}

// maxShownDifferences is how many differences a message shows.
const maxShownDifferences = 5

// words names the differences, with names for the two sides.
func (c *comparison) words(entry, manifest string) string {
	var parts []string
	for _, d := range c.found[:min(len(c.found), maxShownDifferences)] {
		parts = append(parts, fmt.Sprintf("%s: %s has %s, %s has %s", d.Path, entry, d.Entry, manifest, d.Manifest))
	}
	if more := len(c.found) - maxShownDifferences; more > 0 {
		parts = append(parts, count(more, "more difference"))
	}
	return strings.Join(parts, "; ")
}
