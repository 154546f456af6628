package verify

import (
	"context"
	"errors"
	"fmt"
	"io/fs"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// Read returns the bytes of a file that a loaded entry lists, checked against the entry
// that was loaded: size, then digest (H1). Any other URI is ErrUnlisted, and no request
// is made for it (H3), whatever a directory lists (H10). The bytes are the caller's.
func (s *Session) Read(ctx context.Context, uri string) ([]byte, error) {
	s.mu.Lock()
	h, ok := s.files[uri]
	s.mu.Unlock()
	if !ok {
		return nil, fmt.Errorf("%q: %w by any loaded skill; load the skill that lists it", uri, ErrUnlisted)
	}
	return s.fetch(ctx, h.ref)
}

// fetch returns the checked bytes of a file, from the cache where it has them.
func (s *Session) fetch(ctx context.Context, ref catalog.Ref) ([]byte, error) {
	if data, ok := s.cached(ref); ok {
		return data, nil
	}
	file, err := s.client.ReadSkillURI(withLimit(ctx, ref.Size), ref.URI)
	if errors.Is(err, ErrTooLarge) {
		return nil, fmt.Errorf("%q: %w of %d bytes: %w", ref.URI, ErrSize, ref.Size, err)
	}
	if err != nil {
		return nil, err
	}
	if err := CheckBytes(ref, file.Data); err != nil {
		return nil, err
	}
	if s.options.Cache != nil {
		s.warn(s.options.Cache.put(s.client.Label(), ref, file.Data))
	}
	return file.Data, nil
}

// cached returns the bytes of a file where the cache has them.
func (s *Session) cached(ref catalog.Ref) ([]byte, bool) {
	if s.options.Cache == nil {
		return nil, false
	}
	data, err := s.options.Cache.get(s.client.Label(), ref)
	if !errors.Is(err, fs.ErrNotExist) {
		s.warn(err)
	}
	return data, err == nil
}

func (s *Session) warn(err error) {
	if err != nil && s.options.Warn != nil {
		s.options.Warn(err)
	}
}

// CheckBytes fails unless the bytes of a file are those that an entry promised: ErrSize
// before ErrDigest (H1).
func CheckBytes(ref catalog.Ref, data []byte) error {
	if size := int64(len(data)); size != ref.Size {
		return fmt.Errorf("%q: %w: it has %d bytes, expected %d", ref.URI, ErrSize, size, ref.Size)
	}
	if digest := protocol.Digest(data); digest != ref.Digest {
		return fmt.Errorf("%q: %w: it has %s, expected %s", ref.URI, ErrDigest, digest, ref.Digest)
	}
	return nil
}
