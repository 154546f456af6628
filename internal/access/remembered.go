package access

import (
	"crypto/sha256"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
)

const (
	// rememberFor bounds how long a token outlives the removal of its key.
	rememberFor   = time.Minute
	maxRemembered = 4096
)

// remembered holds what is known of tokens that were verified within the last minute,
// so that a client's requests do not each cost a signature. Only who has a valid token
// gets into it. Its zero value is empty.
type remembered struct {
	mu     sync.Mutex
	tokens map[[sha256.Size]byte]memory
}

type memory struct {
	info  *auth.TokenInfo
	until time.Time
}

// get returns what is known of the token with a hash, or nil.
func (r *remembered) get(hash [sha256.Size]byte) *auth.TokenInfo {
	r.mu.Lock()
	defer r.mu.Unlock()
	m := r.tokens[hash]
	if m.info == nil || time.Now().Before(m.until) {
		return m.info
	}
	delete(r.tokens, hash)
	return nil
}

// put remembers a token, but not past its end, and forgets any one where it is full.
func (r *remembered) put(hash [sha256.Size]byte, info *auth.TokenInfo) {
	until := time.Now().Add(rememberFor)
	if end := info.Expiration.Add(clockSkew); end.Before(until) {
		until = end
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.tokens == nil {
		r.tokens = map[[sha256.Size]byte]memory{}
	}
	if len(r.tokens) >= maxRemembered {
		for other := range r.tokens {
			delete(r.tokens, other)
			break
		}
	}
	r.tokens[hash] = memory{info, until}
}
