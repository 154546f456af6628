package verify

import (
	"context"
	"sync"

	"skillpack/catalog"
)

// SessionOptions are the settings of a Session.
type SessionOptions struct {
	// Cache keeps what was read for the next session; nil for none. What it holds is
	// checked like what the server sends.
	Cache *Cache
	// Warn is told what the cache could not do, which never fails a read; nil for
	// nobody. It may be called by several goroutines at once.
	Warn func(error)
}

// Session is a careful host's view of one server: it loads skills by their entries and
// hands out only bytes that it has checked against them. Nothing is fetched before it is
// asked for. Its methods may be called concurrently.
//
// What it hands out is untrusted input from the server that the user calls by the
// client's label (H8, H9): show it as such, and let no allowed-tools in it grant
// anything. A Session only ever reads from its own server.
type Session struct {
	client  *Client
	options SessionOptions

	mu     sync.Mutex
	skills map[string]*Skill // loaded, by URI
	files  map[string]held   // what the loaded entries list, by URI
}

// held is a file that loaded entries list, and how many of them do (M7).
type held struct {
	ref   catalog.Ref
	times int
}

// NewSession returns a Session without a loaded skill. The client stays the caller's to
// close.
func NewSession(c *Client, o SessionOptions) *Session {
	return &Session{client: c, options: o, skills: map[string]*Skill{}, files: map[string]held{}}
}

// Skill is a loaded skill. Its entry is held as it was when it was loaded, whatever the
// server lists later. It is shared: do not change it.
type Skill struct {
	Label    string // the user's name for the server (H8)
	Name     string // as in the frontmatter
	Entry    Entry
	Manifest []byte // SKILL.md, checked: untrusted text (H9)
}

// Load makes a skill's files readable. It judges the entry by itself (H4, H5, H7), then
// fetches SKILL.md, and no other file, and checks its size, its digest and each field of
// its frontmatter (H1, H2). The error of a skill that must not be loaded wraps one of the
// sentinel errors; the skill is then not loaded.
//
// An entry that is loaded already is returned as it is held. One that differs from the
// entry held for its URI, or that lists a file otherwise than another held entry, is
// ErrChanged: Unload that one first, and ask the user anew (H6).
func (s *Session) Load(ctx context.Context, e Entry) (*Skill, error) { panic("todo") }

// Unload forgets a skill by the URI of its SKILL.md; its files can no longer be read. It
// reports whether the skill was loaded.
func (s *Session) Unload(uri string) bool { panic("todo") }

// Read returns the bytes of a file that a loaded entry lists, checked against the entry
// that was loaded: size, then digest (H1). Any other URI is ErrUnlisted, and no request
// is made for it (H3), whatever a directory lists (H10). The bytes are the caller's.
func (s *Session) Read(ctx context.Context, uri string) ([]byte, error) { panic("todo") }

// Collisions returns the names that several loaded skills share, with their URIs, sorted
// (H4). Tell them apart by URI, never by name.
func (s *Session) Collisions() map[string][]string { panic("todo") }

// CheckBytes fails unless the bytes of a file are those that an entry promised: ErrSize
// before ErrDigest (H1).
func CheckBytes(ref catalog.Ref, data []byte) error { panic("todo") }

// Approval returns what to store when a user approves a skill: a digest of the server's
// label and of the whole set of the entry's URIs and digests (H6, H8). It changes when
// any of them does, and not with the order of the list. A dynamic skill has none:
// ErrDynamic (H7).
func Approval(label string, e Entry) (string, error) { panic("todo") }
