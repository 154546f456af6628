package lint

import "regexp"

// secretKind is one form of credential that can be told from other text. A match of
// rest must follow one of the prefixes, and neither end may touch a letter or digit.
// Group 1 of rest, where there is one, is the random part; else all of rest is. Each
// repetition in rest has a bound, so that no text makes the search slow.
type secretKind struct {
	name     string   // as in "looks like NAME"
	prefixes []string // exact; cheap to search for
	rest     *regexp.Regexp
	open     bool // a real one may go on behind the match
}

// secretKinds lists the forms whose prefix and length leave little to chance. Public
// halves, hashes and plain passwords are left out on purpose: no pattern tells them
// from other text.
func secretKinds() []secretKind {
	kind := func(name, rest string, prefixes ...string) secretKind {
		return secretKind{name: name, prefixes: prefixes, rest: regexp.MustCompile(`\A(?:` + rest + `)`)}
	}
	atLeast := func(name, rest string, prefixes ...string) secretKind {
		k := kind(name, rest, prefixes...)
		k.open = true
		return k
	}
	return []secretKind{
		atLeast("a private key", privateKey, "-----BEGIN "),
		kind("an AWS access key", `[A-Z2-7]{16}`, "AKIA", "ASIA"),
		atLeast("a GitHub token", `[A-Za-z0-9]{36}`, "ghp_", "gho_", "ghu_", "ghs_", "ghr_"),
		kind("a GitHub token", `[A-Za-z0-9]{22}_[A-Za-z0-9]{59}`, "github_pat_"),
		atLeast("a GitLab token", `[A-Za-z0-9_-]{20}`, "glpat-", "gldt-", "glrt-"),
		atLeast("a Slack token", `[0-9]{9,14}-[0-9A-Za-z-]{20}`, "xoxb-", "xoxp-", "xoxa-", "xoxs-", "xoxr-"),
		atLeast("a Slack token", `[0-9]-[0-9A-Za-z-]{30}`, "xapp-"),
		kind("a Slack webhook", `T[0-9A-Z]{8,12}/B[0-9A-Z]{8,12}/([0-9A-Za-z]{24})`, "hooks.slack.com/services/"),
		atLeast("a Stripe key", `[0-9A-Za-z]{24}`, "sk_live_", "rk_live_", "sk_test_", "rk_test_"),
		kind("a Google API key", `[0-9A-Za-z_-]{35}`, "AIza"),
		kind("a Google OAuth secret", `[0-9A-Za-z_-]{28}`, "GOCSPX-"),
		kind("an npm token", `[0-9A-Za-z]{36}`, "npm_"),
		atLeast("a PyPI token", `[0-9A-Za-z_-]{50}`, "pypi-AgEIcHlwaS5vcmc"),
		atLeast("an OpenAI key", `[0-9A-Za-z_-]{40}`, "sk-proj-", "sk-svcacct-", "sk-admin-"),
		kind("an OpenAI key", `[0-9A-Za-z]{20}T3BlbkFJ[0-9A-Za-z]{20}|[0-9A-Za-z]{48}`, "sk-"),
		atLeast("an Anthropic key", `[0-9A-Za-z_-]{80}`, "sk-ant-api03-", "sk-ant-admin01-", "sk-ant-oat01-"),
		kind("an OpenRouter key", `[0-9a-f]{64}`, "sk-or-v1-"),
		kind("a Hugging Face token", `[A-Za-z0-9]{34}`, "hf_"),
		kind("a SendGrid key", `[0-9A-Za-z_-]{22}\.[0-9A-Za-z_-]{43}`, "SG."),
		kind("a DigitalOcean token", `[0-9a-f]{64}`, "dop_v1_", "doo_v1_"),
		kind("a Shopify token", `[0-9a-fA-F]{32}`, "shpat_", "shpss_", "shppa_"),
		kind("a Linear key", `[0-9A-Za-z]{40}`, "lin_api_"),
	}
}

// privateKey is a PEM block after its five hyphens: the label, header lines, and the
// start of real content, in a file or in a string with escaped line ends.
const privateKey = `(?:[A-Z0-9]{1,20} ){0,3}PRIVATE KEY(?: BLOCK)?-----` +
	`(?:\s|\\r|\\n){0,8}(?:[A-Za-z-]{1,20}: [^\n\\]{0,80}(?:\s|\\r|\\n){1,8}){0,3}` +
	`([A-Za-z0-9+/=]{40})`
