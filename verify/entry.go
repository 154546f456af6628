package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// Entry is a skill as skills/list and skills/get describe it, in a form without fault.
type Entry struct {
	URI         string          // of SKILL.md
	Frontmatter json.RawMessage // an object, as sent
	Dynamic     bool            // its resources are "dynamic": nothing can be verified (H7)
	Resources   []catalog.Ref   // in the order sent, nil where Dynamic
	Raw         json.RawMessage // all of it, as sent
}

// EntryError says what is wrong with the form of an entry. Others in the same listing
// may be right.
type EntryError struct {
	Index       int             // in the whole walk of a listing, from 0
	URI         string          // "" where there is none
	Requirement string          // the id of what it breaks first
	Reason      string          // what was found and what was expected
	Raw         json.RawMessage // the entry, as sent
}

func (e *EntryError) Error() string {
	if e.URI == "" {
		return fmt.Sprintf("entry %d: %s [%s]", e.Index, e.Reason, e.Requirement)
	}
	return fmt.Sprintf("entry %d, %.300q: %s [%s]", e.Index, e.URI, e.Reason, e.Requirement)
}

// entryFault is a fault of an entry, with the id of the requirement that it breaks.
type entryFault struct {
	requirement string
	error
}

// ParseEntry reads an entry and checks all that can be known from it alone: its form (E1
// to E4), its limits (H5) and its name (H4). The error is an *EntryError with the first fault.
func ParseEntry(raw json.RawMessage) (Entry, error) {
	p := entryParser{entry: Entry{Raw: raw}}
	if fault := p.parse(raw); fault != nil {
		return p.entry, &EntryError{URI: p.entry.URI, Requirement: fault.requirement, Reason: fault.Error(), Raw: raw}
	}
	return p.entry, nil
}

type entryParser struct {
	entry Entry
	name  string // of the frontmatter
	root  string // the URI of the skill's directory
}

func (p *entryParser) parse(raw json.RawMessage) *entryFault {
	fields, err := members(raw)
	if err != nil {
		return &entryFault{"E2", err}
	}
	// The uri comes first, so that all further faults can name it.
	if p.entry.URI, err = text(fields, "uri"); err != nil {
		return &entryFault{"E2", err}
	}
	if err := p.place(); err != nil {
		return &entryFault{"M2", err}
	}
	if fault := p.frontmatter(fields["frontmatter"]); fault != nil {
		return fault
	}
	if err := p.named(); err != nil {
		return &entryFault{"H4", err}
	}
	return p.resources(fields["resources"])
}

// place checks that the uri is that of a SKILL.md in a directory.
func (p *entryParser) place() error {
	root, isManifest := strings.CutSuffix(p.entry.URI, "/"+protocol.ManifestName)
	if !isManifest {
		return fmt.Errorf("its uri does not end in %q", "/"+protocol.ManifestName)
	}
	if err := uriFault(root); err != nil {
		return fmt.Errorf("its uri is not of the form scheme://path/to/%s: %w", protocol.ManifestName, err)
	}
	p.root = root
	return nil
}

// frontmatter checks that the frontmatter is an object that every host reads alike (E1),
// with a name and a description (F2).
func (p *entryParser) frontmatter(raw json.RawMessage) *entryFault {
	if len(raw) == 0 || raw[0] != '{' {
		return &entryFault{"E1", fmt.Errorf("its frontmatter is %s, expected an object", shown(raw))}
	}
	value, err := parseJSON(raw)
	if err == nil {
		err = portable(value)
	}
	if err != nil {
		return &entryFault{"E1", fmt.Errorf("its frontmatter: %w", err)}
	}
	p.entry.Frontmatter = raw
	if p.name, err = textField(value, "name"); err == nil {
		_, err = textField(value, "description")
	}
	if err != nil {
		return &entryFault{"F2", err}
	}
	return nil
}

// textField returns the string that a field of the frontmatter must be.
func textField(v *skill.Value, key string) (string, error) {
	i := slices.IndexFunc(v.Fields, func(f skill.Field) bool { return f.Key == key })
	if i < 0 {
		return "", fmt.Errorf("its frontmatter has no %s", key)
	}
	if field := v.Fields[i].Value; field.Kind != skill.String {
		return "", fmt.Errorf("its frontmatter has as %s %s, expected a string", key, describe(field))
	}
	return v.Fields[i].Value.Text, nil
}

// named checks that the directory is called as the skill is (H4).
func (p *entryParser) named() error {
	_, path, err := protocol.SplitURI(p.root)
	if last := path[strings.LastIndexByte(path, '/')+1:]; err == nil && last != p.name {
		return fmt.Errorf("its directory is called %s, expected %s as the skill", quote(last), quote(p.name))
	}
	return err
}

// portable refuses what some hosts cannot hold: a number that is no finite double, and a
// key "__proto__" (C).
func portable(v *skill.Value) error {
	switch v.Kind {
	case skill.Number:
		if !finite(v.Text) {
			return fmt.Errorf("it has the number %s, expected one that is finite as a double", quote(v.Text))
		}
	case skill.List:
		for _, item := range v.Items {
			if err := portable(item); err != nil {
				return err
			}
		}
	case skill.Map:
		for _, field := range v.Fields {
			if field.Key == "__proto__" {
				return errors.New(`it has the key "__proto__", which makes clients refuse the whole listing`)
			}
			if err := portable(field.Value); err != nil {
				return err
			}
		}
	}
	return nil
}
