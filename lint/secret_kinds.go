package lint

import "regexp"

// secretKind is one form of credential that can be told from other text. It begins with
// one of the prefixes, and neither end may touch a letter or digit.
type secretKind struct {
	name     string   // as in "looks like NAME"
	prefixes []string // exact; cheap to search for
	// match tells whether a credential stands at the start of a text, of which the given
	// number of bytes is the prefix. Whatever the text, it takes bounded time.
	match func(text string, prefix int) (secretMatch, bool)
	open  bool // a real one may go on behind the match
}

// secretMatch is how much of a text the credential at its start takes at least, in bytes,
// and the part of it that no person makes up. Where there is no credential, end is how
// far none begins.
type secretMatch struct {
	end    int
	random string
}

// secretKinds lists the forms whose prefix and length leave little to chance. Public
// halves, hashes, plain passwords and keys that vendors print in their documentation, such
// as Stripe's for tests, are left out on purpose: no pattern tells them from other text.
func secretKinds() []secretKind { return append(ownKinds(), keptKinds()...) }

// ownKinds lists what keptKinds lacks: forms that it finds only beside a second value,
// and those of vendors that it does not know.
func ownKinds() []secretKind {
	return []secretKind{
		ownKind("a private key", privateKey, "-----BEGIN ").goesOn(),
		ownKind("an AWS access key", `[A-Z2-7]{16}`, "AKIA", "ASIA"),
		ownKind("a GitLab token", `[A-Za-z0-9_-]{20}`, "gldt-", "glrt-").goesOn(),
		ownKind("a Slack token", `[0-9]{9,14}-[0-9A-Za-z-]{20}`, "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xoxr-").goesOn(),
		ownKind("a Slack webhook", `T[0-9A-Z]{8,12}/B[0-9A-Z]{8,12}/([0-9A-Za-z]{24})`, "hooks.slack.com/services/"),
		ownKind("a Google OAuth secret", `[0-9A-Za-z_-]{28}`, "GOCSPX-"),
		ownKind("a DigitalOcean token", `[0-9a-f]{64}`, "doo_v1_", "dor_v1_"),
		ownKind("a Supabase key", `[A-Za-z0-9_-]{31}`, "sb_secret_").goesOn(),
		ownKind("a Shopify token", `[0-9a-fA-F]{32}`, "shpat_", "shpss_", "shppa_"),
		ownKind("a Linear key", `[0-9A-Za-z]{40}`, "lin_api_"),
	}
}

// ownKind is a kind of which rest must follow a prefix. Group 1 of rest, where there is
// one, is the random part; else all of rest is. Each repetition in rest has a bound, so
// that no text makes the search slow.
func ownKind(name, rest string, prefixes ...string) secretKind {
	re := regexp.MustCompile(`\A(?:` + rest + `)`)
	return secretKind{name: name, prefixes: prefixes, match: func(text string, prefix int) (secretMatch, bool) {
		m := re.FindStringSubmatchIndex(text[prefix:])
		if m == nil {
			return secretMatch{}, false
		}
		return secretMatch{prefix + m[1], text[prefix+m[len(m)-2] : prefix+m[len(m)-1]]}, true
	}}
}

// goesOn returns the kind with no demand on what follows a match.
func (k secretKind) goesOn() secretKind {
	k.open = true
	return k
}

// privateKey is a PEM block after its five hyphens: the label, header lines, and the
// start of real content, in a file or in a string with escaped line ends.
const privateKey = `(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----` +
	`(?:\s|\\r|\\n){0,8}(?:[A-Za-z-]{1,20}: [^\n\\]{0,80}(?:\s|\\r|\\n){1,8}){0,3}` +
	`([A-Za-z0-9+/=]{40})`
