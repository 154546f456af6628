package verify

import (
	"encoding/json"
	"fmt"

	"skillpack/catalog"
)

// Entry is a skill as skills/list and skills/get describe it, of valid form (E1 to E5).
type Entry struct {
	URI         string          // of SKILL.md
	Frontmatter json.RawMessage // an object, as sent
	Dynamic     bool            // resources is "dynamic": nothing can be verified (H7)
	Resources   []catalog.Ref   // in the order sent; nil where Dynamic
	Raw         json.RawMessage // the whole entry, as sent
}

// EntryError says that an entry is invalid. The listing around it may be good.
type EntryError struct {
	Index       int             // in the whole walk, from 0; 0 of skills/get
	URI         string          // "" where it has none
	Requirement string          // the id of what it breaks
	Reason      string          // what was found and what was expected
	Raw         json.RawMessage // the entry, as sent
}

func (e *EntryError) Error() string {
	return fmt.Sprintf("entry %d: %s [%s]", e.Index, e.Reason, e.Requirement)
}

// ParseEntry reads an entry and checks its form from itself alone (E1 to E5, H4, H5).
// The error is an *EntryError.
func ParseEntry(raw json.RawMessage) (Entry, error) { panic("todo") }
