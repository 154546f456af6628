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

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// Bounds of a snapshot, which is held in memory.
const (
	snapshotSkills = 10_000
	snapshotBytes  = 1 << 30
)

// Snapshot reads a whole server into a frozen catalog, as a careful host would: every
// entry, every byte of every file against its size and digest, and every frontmatter
// (H1, H2, H4, H5). The first thing that is wrong ends it with an error: a catalog can
// hold nothing else. That a skill is dynamic is ErrDynamic; a file of resources/list that
// its skill does not list is ErrUnlisted; more than 10,000 skills or 1 GiB are ErrLimit.
//
// The unlisted skills are those whose SKILL.md resources/list names; empty directories
// are known where the server lets directories be read. How long listings may be kept and
// for whom is told in the modern era alone; otherwise it is not at all, "private".
func Snapshot(ctx context.Context, c *Client) (*catalog.Catalog, error) {
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	s := &snapshot{client: c, session: NewSession(c, SessionOptions{}), fail: cancel}
	for _, step := range []func(context.Context) error{s.entries, s.resources, s.load, s.complete, s.read, s.directories, s.settings} {
		if err := step(ctx); err != nil {
			return nil, err
		}
	}
	frozen, err := catalog.Freeze(s.assemble())
	if err != nil {
		return nil, fmt.Errorf("no catalog can hold what the server serves: %w", err)
	}
	return frozen, nil
}

// snapshot is one run of Snapshot.
type snapshot struct {
	client  *Client
	session *Session
	fail    context.CancelCauseFunc

	listed, unlisted []Entry
	described        map[string]Resource  // by URI, as resources/list has them
	refs             []catalog.Ref        // each file once, by URI
	names            map[string][2]string // name and description of each SKILL.md, by URI
	contents         map[string][]byte    // by digest
	empty            []string             // directories without a file
	server           catalog.Server

	mu sync.Mutex
}

// entries walks the listing.
func (s *snapshot) entries(ctx context.Context) error {
	seen := map[string]bool{}
	for e, err := range s.client.ListSkills(ctx) {
		if err != nil {
			return err
		}
		if seen[e.URI] {
			return fmt.Errorf("%q is listed twice: %w", e.URI, ErrEntry)
		}
		if seen[e.URI] = true; len(seen) > snapshotSkills {
			return fmt.Errorf("more than %d skills: %w", snapshotSkills, ErrLimit)
		}
		s.listed = append(s.listed, e)
	}
	return nil
}

// resources walks resources/list and asks for the skills that only it tells of.
func (s *snapshot) resources(ctx context.Context) error {
	s.described = map[string]Resource{}
	for r, err := range s.client.ListResources(ctx) {
		if err != nil {
			return err
		}
		if len(s.described) > snapshotSkills*protocol.MaxFiles {
			return fmt.Errorf("more than %d resources: %w", snapshotSkills*protocol.MaxFiles, ErrLimit)
		}
		s.described[r.URI] = r
	}
	listed := map[string]bool{}
	for _, e := range s.listed {
		listed[e.URI] = true
	}
	for _, uri := range slices.Sorted(maps.Keys(s.described)) {
		if listed[uri] || !strings.HasSuffix(uri, manifestSuffix) {
			continue
		}
		e, err := s.client.GetSkill(ctx, uri)
		if refusal := (*jsonrpc.Error)(nil); errors.As(err, &refusal) {
			continue // a file that happens to be called so
		}
		if err != nil {
			return err
		}
		if s.unlisted = append(s.unlisted, e); len(s.listed)+len(s.unlisted) > snapshotSkills {
			return fmt.Errorf("more than %d skills: %w", snapshotSkills, ErrLimit)
		}
	}
	return nil
}

// load loads every skill, which reads each SKILL.md, and learns its files.
func (s *snapshot) load(ctx context.Context) error {
	s.names, s.contents = map[string][2]string{}, map[string][]byte{}
	each(ctx, s.fail, slices.Concat(s.listed, s.unlisted), func(e Entry) error {
		loaded, err := s.session.Load(ctx, e)
		if err != nil {
			return err
		}
		front, err := parseJSON(e.Frontmatter)
		if err != nil {
			return err
		}
		description, _ := textField(front, "description") // Load checked that it has one
		s.mu.Lock()
		defer s.mu.Unlock()
		s.names[e.URI] = [2]string{loaded.Name, description}
		s.contents[manifestRef(loaded.Entry).Digest] = loaded.Manifest
		s.refs = append(s.refs, loaded.Entry.Resources...)
		return nil
	})
	slices.SortFunc(s.refs, byURI)
	s.refs = slices.Compact(s.refs) // what nested skills share is equal, or Load refuses it
	var size int64
	for _, ref := range s.refs {
		if size += ref.Size; size > snapshotBytes {
			return fmt.Errorf("more than %d bytes: %w", snapshotBytes, ErrLimit)
		}
	}
	return context.Cause(ctx)
}

// complete fails for a file that resources/list has in a skill's directory, but no
// manifest (E3): an approval would not cover it.
func (s *snapshot) complete(context.Context) error {
	known := map[string]bool{}
	for _, ref := range s.refs {
		known[ref.URI] = true
	}
	tops := map[string]bool{}
	for _, top := range s.tops() {
		tops[top] = true
	}
	for _, uri := range slices.Sorted(maps.Keys(s.described)) {
		if known[uri] || s.described[uri].MIMEType == protocol.DirectoryType {
			continue
		}
		for dir := parentOf(uri); dir != ""; dir = parentOf(dir) {
			if tops[dir] {
				return fmt.Errorf("%q: %w by the skill in %q, but resources/list has it", uri, ErrUnlisted, dir)
			}
		}
	}
	return nil
}

// each does something with all items, some at a time, until one of them fails, which
// ends everything under the context.
func each[T any](ctx context.Context, fail context.CancelCauseFunc, items []T, do func(T) error) {
	parallel(ctx, defaultConcurrency, items, func(item T) {
		if err := do(item); err != nil {
			fail(err)
		}
	})
}

// read reads every file that is not known yet.
func (s *snapshot) read(ctx context.Context) error {
	each(ctx, s.fail, s.refs, func(ref catalog.Ref) error {
		if _, loaded := s.names[ref.URI]; loaded {
			return nil
		}
		data, err := s.session.Read(ctx, ref.URI)
		if err != nil {
			return err
		}
		s.mu.Lock()
		defer s.mu.Unlock()
		s.contents[ref.Digest] = data
		return nil
	})
	return context.Cause(ctx)
}

// settings takes what the server says of itself.
func (s *snapshot) settings(ctx context.Context) error {
	s.server = catalog.Server{Name: s.client.Label(), Instructions: s.client.Instructions(), CacheScope: "private"}
	if info := s.client.session.InitializeResult().ServerInfo; info != nil && info.Name != "" {
		s.server.Name, s.server.Version = info.Name, info.Version
	}
	if s.client.Era() != Modern {
		return nil
	}
	return s.client.ask(ctx, methodSkills, nil, func(fields map[string]json.RawMessage) error {
		var err error
		if s.server.TTLMs, err = wholeNumber(fields, "ttlMs"); err == nil {
			s.server.CacheScope, err = text(fields, "cacheScope")
		}
		return err
	})
}
