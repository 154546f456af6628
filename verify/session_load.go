package verify

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"unicode/utf8"

	"skillpack/catalog"
)

// Load makes a skill's files readable. It judges the entry by itself (H4, H5, H7), then
// fetches SKILL.md, and no other file, and checks its size, its digest and each field of
// its frontmatter (H1, H2). The error of a skill that must not be loaded wraps one of the
// sentinel errors; the skill is then not loaded.
//
// An entry that is loaded already is returned as it is held. One that differs from the
// entry held for its URI, or that lists a file otherwise than another held entry, is
// ErrChanged: Unload that one first, and ask the user anew (H6). The entry has to be of
// the Session's own server (H8).
func (s *Session) Load(ctx context.Context, e Entry) (*Skill, error) {
	if err := checkLoadable(e); err != nil {
		return nil, err
	}
	e = own(e)
	if loaded, err := s.holding(e); loaded != nil || err != nil {
		return loaded, err
	}
	manifest, err := s.fetch(ctx, manifestRef(e))
	if err != nil {
		return nil, err
	}
	if err := checkFrontmatter(e, manifest); err != nil {
		return nil, err
	}
	return s.hold(&Skill{Label: s.client.Label(), Name: nameOf(e), Entry: e, Manifest: manifest})
}

// checkLoadable fails unless the entry by itself may be loaded. It does not trust that
// the entry came from a Client.
func checkLoadable(e Entry) error {
	if e.Dynamic {
		return fmt.Errorf("%q: %w: its files have no digests and nothing of it can be verified", e.URI, ErrDynamic)
	}
	raw, err := encodeEntry(e)
	if err != nil {
		return fmt.Errorf("%q: %w: %w", e.URI, ErrEntry, err)
	}
	var invalid *EntryError
	if _, err := ParseEntry(raw); !errors.As(err, &invalid) {
		return err
	}
	return fmt.Errorf("%q: %w: %s", e.URI, invalid.sentinel(), invalid.Reason)
}

// encodeEntry writes the parts of an entry that count. It refuses a URI that JSON would
// change.
func encodeEntry(e Entry) (json.RawMessage, error) {
	refs := make([]map[string]any, len(e.Resources))
	for i, r := range e.Resources {
		if !utf8.ValidString(r.URI) {
			return nil, fmt.Errorf("its resource %d: its uri %q is not UTF-8", i, r.URI)
		}
		refs[i] = map[string]any{"uri": r.URI, "digest": r.Digest, "size": r.Size}
	}
	if !utf8.ValidString(e.URI) {
		return nil, errors.New("its uri is not UTF-8")
	}
	return json.Marshal(map[string]any{"uri": e.URI, "frontmatter": e.Frontmatter, "resources": refs})
}

// own returns a copy of an entry that shares no memory with it, its files sorted by URI.
func own(e Entry) Entry {
	e.Frontmatter, e.Raw = bytes.Clone(e.Frontmatter), bytes.Clone(e.Raw)
	e.Resources = slices.SortedFunc(slices.Values(e.Resources), byURI)
	return e
}

func byURI(a, b catalog.Ref) int { return strings.Compare(a.URI, b.URI) }

// manifestRef returns what a loadable entry says of its SKILL.md.
func manifestRef(e Entry) catalog.Ref {
	i, _ := slices.BinarySearchFunc(e.Resources, e.URI, func(r catalog.Ref, uri string) int { return cmp.Compare(r.URI, uri) })
	return e.Resources[i]
}

func checkFrontmatter(e Entry, manifest []byte) error {
	if found := Compare(e.Frontmatter, manifest); found != nil {
		return &FrontmatterError{URI: e.URI, Differences: found}
	}
	return nil
}

// nameOf returns the name of a loadable entry whose frontmatter was compared.
func nameOf(e Entry) string {
	front, err := parseJSON(e.Frontmatter)
	if err != nil {
		return ""
	}
	name, _ := textField(front, "name")
	return name
}

// holding returns the loaded skill of an entry, nil for none.
func (s *Session) holding(e Entry) (*Skill, error) {
	s.mu.Lock()
	loaded := s.skills[e.URI]
	s.mu.Unlock()
	if loaded == nil {
		return nil, nil
	}
	return loaded.as(e)
}

// as returns the skill if an entry says the same of it as the one that is held.
func (l *Skill) as(e Entry) (*Skill, error) {
	if !slices.Equal(l.Entry.Resources, e.Resources) {
		return nil, fmt.Errorf("%q: %w since it was loaded: %s; unload it first, and have it approved anew", e.URI, ErrChanged, changedFile(l.Entry.Resources, e.Resources))
	}
	if err := checkFrontmatter(e, l.Manifest); err != nil {
		return nil, err
	}
	return l, nil
}

// changedFile names the first difference of two sorted lists of files.
func changedFile(before, after []catalog.Ref) string {
	i := 0
	for i < min(len(before), len(after)) && before[i] == after[i] {
		i++
	}
	switch {
	case i == len(after) || i < len(before) && before[i].URI < after[i].URI:
		return fmt.Sprintf("%q is no longer listed", before[i].URI)
	case i == len(before) || after[i].URI < before[i].URI:
		return fmt.Sprintf("%q is new", after[i].URI)
	default:
		return fmt.Sprintf("%q was %s of %d bytes and is %s of %d", after[i].URI, before[i].Digest, before[i].Size, after[i].Digest, after[i].Size)
	}
}

// hold makes a checked skill a loaded one, unless another goroutine was first or what it
// lists is held otherwise.
func (s *Session) hold(loaded *Skill) (*Skill, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if first := s.skills[loaded.Entry.URI]; first != nil {
		return first.as(loaded.Entry)
	}
	for _, ref := range loaded.Entry.Resources {
		if h, ok := s.files[ref.URI]; ok && h.ref != ref {
			return nil, fmt.Errorf("%q: %w: a loaded skill lists %q as %s of %d bytes, this one as %s of %d; unload that one first", loaded.Entry.URI, ErrChanged, ref.URI, h.ref.Digest, h.ref.Size, ref.Digest, ref.Size)
		}
	}
	for _, ref := range loaded.Entry.Resources {
		s.files[ref.URI] = held{ref, s.files[ref.URI].times + 1}
	}
	s.skills[loaded.Entry.URI] = loaded
	return loaded, nil
}
