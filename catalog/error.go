package catalog

import (
	"bytes"
	"fmt"
)

// Error says why bytes are not a catalog: the first fault and its place.
type Error struct {
	File    string // as given to Open; "" from Decode
	Offset  int64  // of the fault, in bytes
	Line    int    // of the fault, 1-based; 0 where the file was refused unread
	Message string // what was found, what was expected, what to do
}

// Error returns the place and the message, as "FILE: line N (byte N): MESSAGE".
func (e *Error) Error() string {
	place := fmt.Sprintf("byte %d", e.Offset)
	if e.Line > 0 {
		place = fmt.Sprintf("line %d (byte %d)", e.Line, e.Offset)
	}
	if e.File != "" {
		place = e.File + ": " + place
	}
	return place + ": " + e.Message
}

// errorAt returns an Error at an offset of b.
func errorAt(b []byte, offset int, message string) *Error {
	return &Error{
		Offset:  int64(offset),
		Line:    bytes.Count(b[:offset], []byte{'\n'}) + 1,
		Message: message,
	}
}

// section is a part of a catalog.
type section int

const (
	inServer section = iota
	inSkills
	inUnlisted
	inResources
	inDirectories
	inContents
	sectionCount
)

var sectionNames = [...]string{"server", "skills", "unlisted", "resources", "directories", "contents"}

// fault is what is wrong with one item of a catalog, wherever its bytes are.
type fault struct {
	in    section
	index int
	err   error
}

// inItem makes a fault of an error in an item; nil stays nil.
func inItem(in section, index int, err error) *fault {
	if err == nil {
		return nil
	}
	return &fault{in, index, err}
}

func (f *fault) Error() string {
	if f.in == inServer {
		return fmt.Sprintf("catalog: server: %v", f.err)
	}
	return fmt.Sprintf("catalog: %s[%d]: %v", sectionNames[f.in], f.index, f.err)
}

func (f *fault) Unwrap() error { return f.err }
