package verify

import (
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

// checkFields checks the fields of a frontmatter that the format knows (F3, F4, F5).
func checkFields(front *skill.Value) *EntryError {
	for _, f := range front.Fields {
		if requirement, fault := fieldFault(f); fault != "" {
			return &EntryError{Requirement: requirement, Reason: fault}
		}
	}
	return nil
}

// fieldFault says what is wrong with a field and what that breaks.
func fieldFault(f skill.Field) (requirement, fault string) {
	switch f.Key {
	case "name":
		if faults := protocol.NameFaults(f.Value.Text); len(faults) > 0 {
			return "F3", fmt.Sprintf("the name %s %s", quote(f.Value.Text), strings.Join(faults, ", "))
		}
	case "description":
		return "F4", lengthFault(f, maxDescription)
	case "compatibility":
		return "F5", lengthFault(f, maxCompatibility)
	case "license", "allowed-tools":
		if f.Value.Kind != skill.String {
			return "F5", fmt.Sprintf("%q is %s, expected a text", f.Key, describe(f.Value))
		}
	case "metadata":
		return "F5", metadataFault(f.Value)
	}
	return "", ""
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
