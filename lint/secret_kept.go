package lint

import (
	"slices"
	"strings"

	"github.com/google/osv-scalibr/veles"
	"github.com/google/osv-scalibr/veles/secrets/anthropicapikey"
	"github.com/google/osv-scalibr/veles/secrets/circleci"
	"github.com/google/osv-scalibr/veles/secrets/denopat"
	"github.com/google/osv-scalibr/veles/secrets/digitaloceanapikey"
	"github.com/google/osv-scalibr/veles/secrets/dockerhubpat"
	"github.com/google/osv-scalibr/veles/secrets/elasticcloudapikey"
	"github.com/google/osv-scalibr/veles/secrets/gcpapikey"
	"github.com/google/osv-scalibr/veles/secrets/github"
	"github.com/google/osv-scalibr/veles/secrets/gitlabpat"
	"github.com/google/osv-scalibr/veles/secrets/grokxaiapikey"
	"github.com/google/osv-scalibr/veles/secrets/hashicorpvault"
	"github.com/google/osv-scalibr/veles/secrets/herokuplatformkey"
	"github.com/google/osv-scalibr/veles/secrets/huggingfaceapikey"
	"github.com/google/osv-scalibr/veles/secrets/npmjsaccesstoken"
	"github.com/google/osv-scalibr/veles/secrets/onepasswordkeys"
	"github.com/google/osv-scalibr/veles/secrets/openai"
	"github.com/google/osv-scalibr/veles/secrets/openrouter"
	"github.com/google/osv-scalibr/veles/secrets/perplexityapikey"
	"github.com/google/osv-scalibr/veles/secrets/postmanapikey"
	"github.com/google/osv-scalibr/veles/secrets/pypiapitoken"
	"github.com/google/osv-scalibr/veles/secrets/rubygemsapikey"
	"github.com/google/osv-scalibr/veles/secrets/sendgrid"
	"github.com/google/osv-scalibr/veles/secrets/slacktoken"
	"github.com/google/osv-scalibr/veles/secrets/squareapikey"
	"github.com/google/osv-scalibr/veles/secrets/stripeapikeys"
	"github.com/google/osv-scalibr/veles/secrets/supabase"
)

// keptKinds lists the kinds whose form others keep up to date. The number of bytes behind
// the prefix is ours: it keeps out what documentation abbreviates. Left out
// are detectors whose prefix also begins words, such as "s." and "cio", or whose form has
// no prefix.
func keptKinds() []secretKind {
	return []secretKind{
		keptKind("a GitHub token", 36, github.NewClassicPATDetector(), "ghp_"),
		keptKind("a GitHub token", 36, github.NewOAuthTokenDetector(), "gho_"),
		keptKind("a GitHub token", 36, github.NewAppU2SDetector(), "ghu_"),
		keptKind("a GitHub token", 36, github.NewAppS2STokenDetector(), "ghs_"),
		keptKind("a GitHub token", 76, github.NewAppRefreshTokenDetector(), "ghr_"),
		keptKind("a GitHub token", 82, github.NewFineGrainedPATDetector(), "github_pat_"),
		openKind("a GitLab token", 20, gitlabpat.NewDetector(), "glpat-"),
		keptKind("a CircleCI token", 63, circleci.NewPersonalAccessTokenDetector(), "CCIPAT_"),
		keptKind("a CircleCI token", 63, circleci.NewProjectTokenDetector(), "CCIPRJ_"),
		keptKind("a Docker Hub token", 27, dockerhubpat.NewDetector(), "dckr_pat_"),
		keptKind("an npm token", 36, npmjsaccesstoken.NewDetector(), "npm_"),
		openKind("a PyPI token", 85, pypiapitoken.NewDetector(), "pypi-AgEIcHlwaS5vcmc"),
		keptKind("a RubyGems key", 48, rubygemsapikey.NewDetector(), "rubygems_"),
		keptKind("a Deno token", 36, denopat.NewUserTokenDetector(), "ddp_"),
		keptKind("a Deno token", 36, denopat.NewOrgTokenDetector(), "ddo_"),

		openKind("an OpenAI key", 40, openai.NewDetector(), "sk-"),
		openKind("an Anthropic key", 80, anthropicapikey.NewDetector(), "sk-ant-"),
		openKind("an OpenRouter key", 64, openrouter.NewDetector(), "sk-or-v1-"),
		keptKind("a Hugging Face token", 34, huggingfaceapikey.NewDetector(), "hf_"),
		keptKind("a Perplexity key", 48, perplexityapikey.NewDetector(), "pplx-"),
		keptKind("an xAI key", 80, grokxaiapikey.NewManagementKeyDetector(), "xai-token-"),
		keptKind("an xAI key", 80, grokxaiapikey.NewAPIKeyDetector(), "xai-"),

		keptKind("a Google API key", 35, gcpapikey.NewDetector(), "AIza"),
		keptKind("a DigitalOcean token", 64, digitaloceanapikey.NewDetector(), "dop_v1_"),
		keptKind("a Heroku key", 60, herokuplatformkey.NewSecretKeyDetector(), "HRKU-"),
		openKind("an Elastic Cloud key", 90, elasticcloudapikey.NewDetector(), "essu_"),
		keptKind("a Supabase token", 40, supabase.NewPATDetector(), "sbp_"),
		openKind("a Vault token", 90, hashicorpvault.NewTokenDetector(), "hvs.", "hvb."),
		openKind("a 1Password token", 250, onepasswordkeys.NewServiceTokenDetector(), "ops_eyJ"),
		keptKind("a Postman key", 59, postmanapikey.NewAPIKeyDetector(), "PMAK-"),

		openKind("a Slack token", 90, slacktoken.NewAppLevelTokenDetector(), "xapp-"),
		keptKind("a SendGrid key", 66, sendgrid.NewDetector(), "SG."),
		openKind("a Stripe key", 24, stripeapikeys.NewSecretKeyDetector(), "sk_live_"),
		openKind("a Stripe key", 24, stripeapikeys.NewRestrictedKeyDetector(), "rk_live_"),
		keptKind("a Stripe webhook secret", 32, stripeapikeys.NewWebhookSecretDetector(), "whsec_"),
		keptKind("a Square secret", 43, squareapikey.NewOAuthApplicationSecretDetector(), "sq0csp-"),
	}
}

// keptKind is a kind of which a detector knows the form, and of which just so many bytes
// follow the prefix.
func keptKind(name string, length int, d veles.Detector, prefix string) secretKind {
	return secretKind{name: name, prefixes: []string{prefix}, match: func(text string, prefix int) (secretMatch, bool) {
		end := prefix + length
		if tokenEnd(text) < end {
			return secretMatch{}, false
		}
		_, starts := d.Detect([]byte(text[:end]))
		return secretMatch{end, text[prefix:end]}, slices.Contains(starts, 0)
	}}
}

// openKind is a kind of which a detector knows the form, and of which at least so many
// bytes follow a prefix. A detector tells where a token begins but not its end, so all
// of a run of characters is taken for the token; and it has searched the whole run, so
// that where it found nothing no other prefix of the run needs to be tried.
func openKind(name string, least int, d veles.Detector, prefixes ...string) secretKind {
	return secretKind{name: name, prefixes: prefixes, open: true, match: func(text string, prefix int) (secretMatch, bool) {
		run := text[:tokenEnd(text)]
		if len(run) < prefix+least {
			return secretMatch{}, false
		}
		_, starts := d.Detect([]byte(run))
		if len(starts) == 0 {
			return secretMatch{end: len(run) / 2}, false // what the end of text cuts off may be found later
		}
		return secretMatch{len(run), run[prefix:]}, slices.Contains(starts, 0)
	}}
}

// tokenEnd returns how many bytes of text, from its start, a token may hold.
func tokenEnd(text string) int {
	for i := range len(text) {
		if !isWordByte(text[i]) && !strings.ContainsRune("-.+/=", rune(text[i])) {
			return i
		}
	}
	return len(text)
}
