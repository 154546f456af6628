package verify

import (
	"errors"
	"fmt"
	"strings"
	"unicode/utf8"

	"skillpack/internal/protocol"
	"skillpack/internal/skill"
)

// Greatest lengths of fields, in code points (F4, F5).
const (
	maxDescription   = 1024
	maxCompatibility = 500
)

// checkRequired checks the fields that every skill has (F3, F4).
func checkRequired(front *skill.Value) *entryFault {
	for _, f := range front.Fields {
		switch f.Key {
		case "name":
			if faults := protocol.NameFaults(f.Value.Text); len(faults) > 0 {
				return &entryFault{"F3", fmt.Errorf("the name %s %s", quote(f.Value.Text), strings.Join(faults, ", "))}
			}
		case "description":
			if fault := lengthFault(f, maxDescription); fault != "" {
				return &entryFault{"F4", errors.New(fault)}
			}
		}
	}
	return nil
}

// optionalFault says what is wrong with the other fields that the format knows (F5).
func optionalFault(front *skill.Value) string {
	for _, f := range front.Fields {
		fault := ""
		switch f.Key {
		case "compatibility":
			fault = lengthFault(f, maxCompatibility)
		case "license", "allowed-tools":
			if f.Value.Kind != skill.String {
				fault = fmt.Sprintf("%q is %s, expected a text", f.Key, describe(f.Value))
			}
		case "metadata":
			fault = metadataFault(f.Value)
		}
		if fault != "" {
			return fault
		}
	}
	return ""
}

// checkOptional reports what is wrong with optional fields, where they are those of
// SKILL.md: else that is all there is to say.
func (a *eraAudit) checkOptional() {
	for _, s := range a.sortedSkills() {
		f := a.files[s.URI]
		if s.differs || f != nil && f.wrong {
			continue
		}
		if fault := optionalFault(s.front); fault != "" {
			a.out.add(s.subject(""), "F5", s.request, "%s", fault)
		}
	}
}

// lengthFault says what is wrong with a field that must be a text of 1 to most characters.
func lengthFault(f skill.Field, most int) string {
	n := utf8.RuneCountInString(f.Value.Text)
	switch {
	case f.Value.Kind != skill.String:
		return fmt.Sprintf("%q is %s, expected a text", f.Key, describe(f.Value))
	case strings.TrimSpace(f.Value.Text) == "":
		return fmt.Sprintf("%q is blank, expected a text", f.Key)
	case n > most:
		return fmt.Sprintf("%q has %d characters, expected at most %d", f.Key, n, most)
	}
	return ""
}

func metadataFault(v *skill.Value) string {
	if v.Kind != skill.Map {
		return fmt.Sprintf("\"metadata\" is %s, expected a mapping of texts", describe(v))
	}
	for _, f := range v.Fields {
		if f.Value.Kind != skill.String {
			return fmt.Sprintf("%s is %s, expected a text", fieldPath("metadata", f.Key), describe(f.Value))
		}
	}
	return ""
}
