package verify

import (
	"errors"
	"fmt"
	"strings"
)

// What a careful host refuses. Every refusal of a Session wraps exactly one of these,
// with what was found and what was expected; tell them apart by errors.Is. An error
// that wraps none is one of a Client's.
var (
	// ErrEntry: the entry is not of the form of E2, E3 and E4.
	ErrEntry = errors.New("the entry is invalid")
	// ErrName: the directory is not called as the skill is (H4).
	ErrName = errors.New("the name is not the directory's")
	// ErrLimit: the skill has more files or bytes than hosts accept (H5).
	ErrLimit = errors.New("the skill is over the limits")
	// ErrDynamic: nothing of a dynamic skill can be verified (H7).
	ErrDynamic = errors.New("the skill is dynamic")
	// ErrSize: a file has another size than its entry says (H1).
	ErrSize = errors.New("wrong size")
	// ErrDigest: a file has other bytes than its entry says (H1).
	ErrDigest = errors.New("wrong digest")
	// ErrFrontmatter: SKILL.md says other things than its entry (H2). The error is a
	// *FrontmatterError.
	ErrFrontmatter = errors.New("the frontmatter differs")
	// ErrUnlisted: no loaded entry lists the file (H3, H10).
	ErrUnlisted = errors.New("the file is not listed")
	// ErrChanged: the entry disagrees with one that is held, so that an approval of
	// that one does not cover it (H6).
	ErrChanged = errors.New("the entry changed")
)

// FrontmatterError is an ErrFrontmatter with every difference.
type FrontmatterError struct {
	URI         string // of SKILL.md
	Differences []Difference
}

func (e *FrontmatterError) Error() string {
	const shown = 5
	var lines []string
	for _, d := range e.Differences[:min(shown, len(e.Differences))] {
		lines = append(lines, d.String())
	}
	if more := len(e.Differences) - shown; more > 0 {
		lines = append(lines, fmt.Sprintf("and %d more", more))
	}
	return fmt.Sprintf("%q: %v: %s", e.URI, ErrFrontmatter, strings.Join(lines, "; "))
}

// Is reports whether target is ErrFrontmatter.
func (e *FrontmatterError) Is(target error) bool { return target == ErrFrontmatter }

// Is reports whether target is the sentinel error of what the entry breaks.
func (e *EntryError) Is(target error) bool { return target == e.sentinel() }

func (e *EntryError) sentinel() error {
	switch e.Requirement {
	case "E5", "H5":
		return ErrLimit
	case "H4":
		return ErrName
	default:
		return ErrEntry
	}
}
