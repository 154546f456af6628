package verify

import (
	"maps"
	"slices"
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
	Entry    Entry  // its files sorted by URI
	Manifest []byte // SKILL.md, checked: untrusted text (H9)
}

// Unload forgets a skill by the URI of its SKILL.md; its files can no longer be read,
// but for those that another loaded entry lists. It reports whether it was loaded.
func (s *Session) Unload(uri string) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	loaded, ok := s.skills[uri]
	if !ok {
		return false
	}
	delete(s.skills, uri)
	for _, ref := range loaded.Entry.Resources {
		if h := s.files[ref.URI]; h.times > 1 {
			s.files[ref.URI] = held{ref, h.times - 1}
		} else {
			delete(s.files, ref.URI)
		}
	}
	return true
}

// Collisions returns the names that several loaded skills share, with their URIs, sorted
// (H4). Tell them apart by URI, never by name.
func (s *Session) Collisions() map[string][]string {
	s.mu.Lock()
	defer s.mu.Unlock()
	names := map[string][]string{}
	for uri, loaded := range s.skills {
		names[loaded.Name] = append(names[loaded.Name], uri)
	}
	maps.DeleteFunc(names, func(_ string, uris []string) bool { return len(uris) == 1 })
	for _, uris := range names {
		slices.Sort(uris)
	}
	return names
}
