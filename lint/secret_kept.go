package lint

import (
	"strings"
	"sync"
)

// keptKinds lists the kinds whose form others keep up to date, in the set of gitleaks,
// by the id it has there. The marks are ours: they need no pattern to search for, and keep
// out what the set takes in besides, such as keys for tests. Left out are its rules for a
// random text near a word, and those whose form also fits what is no secret.
func keptKinds() []secretKind {
	set := sync.OnceValue(readTokenRules)
	kept := func(name, id string, marks ...string) secretKind { return keptKind(set, name, id, marks) }
	return []secretKind{
		kept("a GitHub token", "github-pat", "ghp_").summed(),
		kept("a GitHub token", "github-oauth", "gho_").summed(),
		kept("a GitHub token", "github-app-token", "ghu_", "ghs_").summed(),
		kept("a GitHub token", "github-fine-grained-pat", "github_pat_"),
		kept("a GitLab token", "gitlab-pat-routable", "glpat-"),
		kept("a GitLab token", "gitlab-pat", "glpat-"),
		kept("a GitLab token", "gitlab-runner-authentication-token-routable", "glrt-"),
		kept("a GitLab token", "gitlab-runner-authentication-token", "glrt-"),
		kept("a GitLab token", "gitlab-rrt", "GR1348941"),
		kept("a GitLab token", "gitlab-cicd-job-token", "glcbt-"),
		kept("a GitLab token", "gitlab-deploy-token", "gldt-"),
		kept("a GitLab token", "gitlab-feature-flag-client-token", "glffct-"),
		kept("a GitLab token", "gitlab-feed-token", "glft-"),
		kept("a GitLab token", "gitlab-incoming-mail-token", "glimt-"),
		kept("a GitLab token", "gitlab-kubernetes-agent-token", "glagent-"),
		kept("a GitLab token", "gitlab-oauth-app-secret", "gloas-"),
		kept("a GitLab token", "gitlab-ptt", "glptt-"),
		kept("a GitLab token", "gitlab-scim-token", "glsoat-"),

		kept("an npm token", "npm-access-token", "npm_"),
		kept("a PyPI token", "pypi-upload-token", "pypi-AgEIcHlwaS5vcmc").atLeast(100),
		kept("a RubyGems key", "rubygems-api-token", "rubygems_"),
		kept("a Clojars token", "clojars-api-token", "CLOJARS_"),
		kept("an Artifactory key", "artifactory-api-key", "AKCp"),
		kept("an Artifactory token", "artifactory-reference-token", "cmVmdGtu"),
		kept("a Harness key", "harness-api-key", "pat.", "sat."),

		kept("an OpenAI key", "openai-api-key", "sk-"),
		kept("an Anthropic key", "anthropic-api-key", "sk-ant-api03-"),
		kept("an Anthropic key", "anthropic-admin-api-key", "sk-ant-admin01-"),
		kept("a Hugging Face token", "huggingface-access-token", "hf_"),
		kept("a Hugging Face token", "huggingface-organization-api-token", "api_org_"),
		kept("a Perplexity key", "perplexity-api-key", "pplx-"),

		kept("an AWS access key", "aws-access-token", "AKIA", "ASIA", "ABIA", "ACCA"),
		kept("an Amazon Bedrock key", "aws-amazon-bedrock-api-key-long-lived", "ABSKQmVkcm9ja0FQSUtleS"),
		kept("a Google API key", "gcp-api-key", "AIza"),
		kept("an Azure secret", "azure-ad-client-secret", "Q~").begins(4),
		kept("an Alibaba Cloud key", "alibaba-access-key-id", "LTAI"),
		kept("a Cloudflare key", "cloudflare-origin-ca-key", "v1.0-"),
		kept("a Databricks token", "databricks-api-token", "dapi"),
		kept("a DigitalOcean token", "digitalocean-access-token", "doo_v1_"),
		kept("a DigitalOcean token", "digitalocean-pat", "dop_v1_"),
		kept("a DigitalOcean token", "digitalocean-refresh-token", "dor_v1_"),
		kept("a Fly.io token", "flyio-access-token", "fo1_", "fm1a_", "fm1r_", "fm2_"),
		kept("a Heroku key", "heroku-api-key-v2", "HRKU-AA"),
		kept("an OpenShift token", "openshift-user-token", "sha256~"),
		kept("a PlanetScale token", "planetscale-api-token", "pscale_tkn_"),
		kept("a PlanetScale token", "planetscale-oauth-token", "pscale_oauth_"),
		kept("a PlanetScale password", "planetscale-password", "pscale_pw_"),
		kept("a Pulumi token", "pulumi-api-token", "pul-"),
		kept("a Scalingo token", "scalingo-api-token", "tk-us-"),
		kept("a Terraform token", "hashicorp-tf-api-token", ".atlasv1.").begins(14),
		kept("a Vault token", "vault-service-token", "hvs."),
		kept("a Vault token", "vault-batch-token", "hvb."),

		kept("a Dynatrace token", "dynatrace-api-token", "dt0c01."),
		kept("a Grafana key", "grafana-api-key", "eyJrIjoi"),
		kept("a Grafana token", "grafana-cloud-api-token", "glc_eyJ"),
		kept("a Grafana token", "grafana-service-account-token", "glsa_"),
		kept("a Sentry token", "sentry-org-token", "sntrys_eyJpYXQiO"),
		kept("a Sentry token", "sentry-user-token", "sntryu_"),

		kept("a 1Password token", "1password-service-account-token", "ops_eyJ"),
		kept("an age key", "age-secret-key", "AGE-SECRET-KEY-1"),
		kept("a Doppler token", "doppler-api-token", "dp.pt."),
		kept("an Adobe secret", "adobe-client-secret", "p8e-"),
		kept("an Airtable token", "airtable-personnal-access-token", "pat").atLeast(82),
		kept("a Duffel token", "duffel-api-token", "duffel_live_"),
		kept("an EasyPost key", "easypost-api-token", "EZAK"),
		kept("a Frame.io token", "frameio-api-token", "fio-u-"),
		kept("a Linear key", "linear-api-key", "lin_api_"),
		kept("a Notion token", "notion-api-token", "ntn_"),
		kept("a Postman key", "postman-api-token", "PMAK-"),
		kept("a Prefect token", "prefect-api-token", "pnu_"),
		kept("a ReadMe key", "readme-api-token", "rdme_"),
		kept("a SendGrid key", "sendgrid-api-token", "SG."),
		kept("a Brevo key", "sendinblue-api-token", "xkeysib-"),
		kept("a Shippo token", "shippo-api-token", "shippo_live_"),
		kept("a Shopify token", "shopify-access-token", "shpat_"),
		kept("a Shopify token", "shopify-custom-access-token", "shpca_"),
		kept("a Shopify token", "shopify-private-app-access-token", "shppa_"),
		kept("a Shopify token", "shopify-shared-secret", "shpss_"),
		kept("a Slack token", "slack-app-token", "xapp-").atLeast(80),
		kept("a Slack token", "slack-config-access-token", "xoxe.xoxb-", "xoxe.xoxp-"),
		kept("a Slack token", "slack-config-refresh-token", "xoxe-"),
		kept("a Slack webhook", "slack-webhook-url", "hooks.slack.com/services/"),
		kept("a Square token", "square-access-token", "sq0atp-"),
		kept("a Stripe key", "stripe-access-token", "sk_live_", "rk_live_", "sk_prod_", "rk_prod_").atLeast(32),
	}
}

// keptKind is a kind of which a rule of the set knows the form. The set is read and the
// rule compiled when one of the marks first stands in a text.
func keptKind(set func() tokenRules, name, id string, marks []string) secretKind {
	form := sync.OnceValue(func() *tokenForm { return set().form(id) })
	return secretKind{name: name, rule: id, marks: marks, shortest: shortestToken, match: func(text string, mark int) (secretMatch, bool) {
		run := strings.TrimRight(text[:tokenEnd(text)], ".") // a sentence may end with the token
		if len(run) < shortestToken {
			return secretMatch{}, false
		}
		end := form().match(run)
		if end < mark {
			return secretMatch{}, false
		}
		return secretMatch{end, run[mark:end]}, true
	}}
}

// shortestToken is how many bytes the shortest token has.
const shortestToken = 20

// tokenEnd returns how many bytes of text, from its start, a token may hold.
func tokenEnd[text string | []byte](t text) int {
	for i := range len(t) {
		if !isWordByte(t[i]) && strings.IndexByte("-.+/=~", t[i]) < 0 {
			return i
		}
	}
	return len(t)
}
