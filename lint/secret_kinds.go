package lint

import (
	"regexp"
	"slices"
	"sync"
)

// secretKind is one form of credential that can be told from other text. It holds one of
// the marks, and neither end may touch a letter or digit.
type secretKind struct {
	name   string   // as in "looks like NAME"
	rule   string   // of the kept set, "" for a form of our own
	marks  []string // exact; cheap to search for
	before int      // bytes of a credential that stand before its mark
	// match tells whether a credential stands at the start of a text, of which the given
	// number of bytes ends with the mark. Whatever the text, it takes bounded time.
	match func(text string, mark int) (secretMatch, bool)
	open  bool // a real one may go on behind the match
	// shortest is how many characters of a token any credential of the kind begins with; at
	// least shortestToken, or 0 where blanks may be among them.
	shortest int
	with     string // where shortest is 0, what stands in each credential, and seldom elsewhere
}

// secretMatch is how much of a text the credential at its start takes at least, in bytes,
// and the part of it that no person makes up.
type secretMatch struct {
	end    int
	random string
}

// secretKinds lists the forms whose mark and length leave little to chance. Public
// halves, hashes, plain passwords and keys that vendors print in their documentation, such
// as Stripe's for tests, are left out on purpose: no pattern tells them from other text.
func secretKinds() []secretKind { return slices.Concat(ownKinds(), keptKinds()) }

// ownKinds lists what keptKinds lacks: forms that its set does not know, or only some of,
// or only in a way that also fits other text.
func ownKinds() []secretKind {
	return []secretKind{
		ownKind("a private key", privateKey, "-----BEGIN ").goesOn().spaced("PRIVATE KEY"),
		ownKind("a GitHub token", `[0-9A-Za-z]{76}`, "ghr_").summed(),
		ownKind("a CircleCI token", `[0-9A-Za-z]{22}_[0-9a-f]{40}`, "CCIPAT_", "CCIPRJ_"),
		ownKind("a Docker Hub token", `[0-9A-Za-z_-]{27}`, "dckr_pat_"),
		ownKind("a Deno token", `[0-9A-Za-z]{36}`, "ddp_", "ddo_"),
		ownKind("an OpenAI key", `[0-9A-Za-z_-]{20}T3BlbkFJ[0-9A-Za-z_-]{20}`, "sk-proj-"),
		ownKind("an Anthropic key", `[0-9A-Za-z_-]{80}`, "sk-ant-oat01-", "sk-ant-ort01-", "sk-ant-sid01-").goesOn(),
		ownKind("an OpenRouter key", `[0-9a-f]{64}`, "sk-or-v1-"),
		ownKind("an xAI key", `[0-9A-Za-z]{80}`, "xai-", "xai-token-"),
		ownKind("an Elastic Cloud key", `[0-9A-Za-z_-]{90}`, "essu_").goesOn(),
		ownKind("a Supabase token", `[0-9a-f]{40}`, "sbp_"),
		ownKind("a Supabase key", `[0-9A-Za-z_-]{31}`, "sb_secret_").goesOn(),
		ownKind("a Slack token", `[0-9]{9,14}-[0-9A-Za-z-]{20}`, "xoxb-", "xoxp-", "xoxa-", "xoxa-2-", "xoxr-", "xoxs-").goesOn(),
		ownKind("a Stripe webhook secret", `[0-9A-Za-z]{32}`, "whsec_"),
		ownKind("a Square secret", `[0-9A-Za-z_-]{43}`, "sq0csp-"),
		ownKind("a Google OAuth secret", `[0-9A-Za-z_-]{28}`, "GOCSPX-"),
	}
}

// ownKind is a kind of which rest must follow a mark. Group 1 of rest, where there is
// one, is the random part; else all of rest is. Each repetition in rest has a bound, so
// that no text makes the search slow.
func ownKind(name, rest string, marks ...string) secretKind {
	re := sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\A(?:` + rest + `)`) })
	return secretKind{name: name, marks: marks, shortest: shortestToken, match: func(text string, mark int) (secretMatch, bool) {
		m := re().FindStringSubmatchIndex(text[mark:])
		if m == nil {
			return secretMatch{}, false
		}
		return secretMatch{mark + m[1], text[mark+m[len(m)-2] : mark+m[len(m)-1]]}, true
	}}
}

// begins returns the kind with so many bytes of a credential before its mark.
func (k secretKind) begins(bytes int) secretKind {
	k.before = bytes
	return k
}

// atLeast returns the kind with the demand that so many bytes of a token's characters
// stand together, for a form that also takes in what documentation abbreviates.
func (k secretKind) atLeast(bytes int) secretKind {
	k.shortest = bytes
	return k
}

// spaced returns the kind with no demand that characters of a token stand together, but
// one for what is cheap to search for.
func (k secretKind) spaced(with string) secretKind {
	k.shortest, k.with = 0, with
	return k
}

// goesOn returns the kind with no demand on what follows a match.
func (k secretKind) goesOn() secretKind {
	k.open = true
	return k
}

// summed returns the kind with the demand that the random part ends in its checksum.
func (k secretKind) summed() secretKind {
	match := k.match
	k.match = func(text string, mark int) (secretMatch, bool) {
		m, ok := match(text, mark)
		return m, ok && endsInChecksum(m.random)
	}
	return k
}

// privateKey is a PEM block after its five hyphens: the label, header lines, and the
// start of real content, in a file or in a string with escaped line ends.
const privateKey = `(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----` +
	`(?:\s|\\r|\\n){0,8}(?:[A-Za-z-]{1,20}: [^\n\\]{0,80}(?:\s|\\r|\\n){1,8}){0,3}` +
	`([A-Za-z0-9+/=]{40})`
