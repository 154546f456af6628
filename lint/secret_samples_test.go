package lint

import (
	"hash/crc32"
	"strings"
	"unicode"
)

// secretSamples are credentials of every kind, in parts so that no scanner takes
// this file for one that leaks.
func secretSamples() map[string]string {
	const hex = "9f3c1a7be2d84056"
	hex64, lower, upper := strings.Repeat(hex, 4), strings.ToLower(random), strings.ToUpper(random)
	return map[string]string{
		"AKIA" + "Q7ZKX2LMN4PTRW6B":                                                           "an AWS access key",
		"ASIA" + "Q7ZKX2LMN4PTRW6B":                                                           "an AWS access key",
		checksummed("gh"+"p_", random[:30]):                                                   "a GitHub token",
		checksummed("gh"+"o_", random[:30]):                                                   "a GitHub token",
		checksummed("gh"+"u_", random[:30]):                                                   "a GitHub token",
		checksummed("gh"+"s_", random[:30]):                                                   "a GitHub token",
		checksummed("gh"+"r_", (random + random)[:70]):                                        "a GitHub token",
		"github" + "_pat_" + random[:22] + "_" + random[3:62]:                                 "a GitHub token",
		"glpat" + "-" + random[:20]:                                                           "a GitLab token",
		"glrt" + "-" + random[:20]:                                                            "a GitLab token",
		"CCI" + "PAT_" + random[:22] + "_" + hex64[:40]:                                       "a CircleCI token",
		"CCI" + "PRJ_" + random[:22] + "_" + hex64[:40]:                                       "a CircleCI token",
		"dckr" + "_pat_" + random[:27]:                                                        "a Docker Hub token",
		"xoxb" + "-2094857361-" + random[:24]:                                                 "a Slack token",
		"xapp" + "-1-A04QK7ZB2XM-2094857361482-" + hex64:                                      "a Slack token",
		"hooks.slack.com/services/" + "T9Q2Z7K4B/B8M3X6W1P/" + random[:24]:                    "a Slack webhook",
		"sk_" + "live_" + random[:24]:                                                         "a Stripe key",
		"rk_" + "live_" + random[:24]:                                                         "a Stripe key",
		"wh" + "sec_" + random[:32]:                                                           "a Stripe webhook secret",
		"sq0" + "csp-" + random[:43]:                                                          "a Square secret",
		"AI" + "zaSyA" + random[:32]:                                                          "a Google API key",
		"GOC" + "SPX-" + random[:28]:                                                          "a Google OAuth secret",
		"npm" + "_" + random[:36]:                                                             "an npm token",
		"pypi-" + "AgEIcHlwaS5vcmc" + (random + random)[:90]:                                  "a PyPI token",
		"ruby" + "gems_" + hex64[:48]:                                                         "a RubyGems key",
		"dd" + "p_" + random[:36]:                                                             "a Deno token",
		"dd" + "o_" + random[:36]:                                                             "a Deno token",
		"sk-" + "proj-" + random[:20] + "T3Blbk" + "FJ" + random[20:40]:                       "an OpenAI key",
		"sk-" + random[:20] + "T3Blbk" + "FJ" + random[20:40]:                                 "an OpenAI key",
		"sk-" + "ant-api03-" + (random + random)[:93] + "AA":                                  "an Anthropic key",
		"sk-" + "ant-admin01-" + (random + random)[:93] + "AA":                                "an Anthropic key",
		"sk-" + "ant-oat01-" + random + random[:30]:                                           "an Anthropic key",
		"sk-" + "or-v1-" + hex64:                                                              "an OpenRouter key",
		"pplx" + "-" + random[:48]:                                                            "a Perplexity key",
		"xai" + "-" + (random + random)[:80]:                                                  "an xAI key",
		"xai" + "-token-" + (random + random)[:80]:                                            "an xAI key",
		"hf" + "_" + withoutDigits(random + random)[:34]:                                      "a Hugging Face token",
		"SG" + "." + random[:22] + "." + random[5:48]:                                         "a SendGrid key",
		"dop" + "_v1_" + hex64:                                                                "a DigitalOcean token",
		"doo" + "_v1_" + hex64:                                                                "a DigitalOcean token",
		"HRKU" + "-AA" + random[:58]:                                                          "a Heroku key",
		"ess" + "u_" + (random + random)[:92]:                                                 "an Elastic Cloud key",
		"sb" + "p_" + hex64[:40]:                                                              "a Supabase token",
		"sb" + "_secret_" + random[:22] + "_" + random[40:48]:                                 "a Supabase key",
		"hvs" + "." + (random + random)[:90]:                                                  "a Vault token",
		"ops" + "_eyJ" + strings.Repeat(random, 5)[:255]:                                      "a 1Password token",
		"PMAK" + "-" + hex64[:24] + "-" + hex64[:34]:                                          "a Postman key",
		"glpat" + "-" + random[:27] + ".9f" + hex[:7]:                                         "a GitLab token",
		"glrt" + "-t3_" + random[:28] + ".9f" + hex[:7]:                                       "a GitLab token",
		"GR" + "1348941" + random[:20]:                                                        "a GitLab token",
		"glcbt" + "-9f3_" + random[:20]:                                                       "a GitLab token",
		"gldt" + "-" + random[:20]:                                                            "a GitLab token",
		"glffct" + "-" + random[:20]:                                                          "a GitLab token",
		"glft" + "-" + random[:20]:                                                            "a GitLab token",
		"glimt" + "-" + random[:25]:                                                           "a GitLab token",
		"glagent" + "-" + random[:50]:                                                         "a GitLab token",
		"gloas" + "-" + hex64:                                                                 "a GitLab token",
		"glptt" + "-" + hex64[:40]:                                                            "a GitLab token",
		"glsoat" + "-" + random[:20]:                                                          "a GitLab token",
		"CLO" + "JARS_" + lower[:60]:                                                          "a Clojars token",
		"AK" + "Cp" + (random + random)[:69]:                                                  "an Artifactory key",
		"cmVm" + "dGtu" + random[:56]:                                                         "an Artifactory token",
		"pat" + "." + random[:22] + "." + random[:24] + "." + random[30:50]:                   "a Harness key",
		"sat" + "." + random[:22] + "." + random[:24] + "." + random[30:50]:                   "a Harness key",
		"sk-" + "proj-" + (random + random)[:74] + "T3Blbk" + "FJ" + (random + random)[20:94]: "an OpenAI key",
		"api" + "_org_" + withoutDigits(random + random)[:34]:                                 "a Hugging Face token",
		"ABSK" + "QmVkcm9ja0FQSUtleS" + (random + random)[:110]:                               "an Amazon Bedrock key",
		random[4:7] + "8Q~" + random[:34]:                                                     "an Azure secret",
		"LT" + "AI" + random[:20]:                                                             "an Alibaba Cloud key",
		"v1.0" + "-" + hex64[:24] + "-" + strings.Repeat(hex64, 3)[:146]:                      "a Cloudflare key",
		"da" + "pi" + hex64[:32]:                                                              "a Databricks token",
		"dor" + "_v1_" + hex64:                                                                "a DigitalOcean token",
		"fo1" + "_" + random[:43]:                                                             "a Fly.io token",
		"fm1r" + "_" + (random + random)[:110]:                                                "a Fly.io token",
		"sha256" + "~" + random[:43]:                                                          "an OpenShift token",
		"pscale" + "_tkn_" + random[:43]:                                                      "a PlanetScale token",
		"pscale" + "_oauth_" + random[:43]:                                                    "a PlanetScale token",
		"pscale" + "_pw_" + random[:43]:                                                       "a PlanetScale password",
		"pul" + "-" + hex64[:40]:                                                              "a Pulumi token",
		"tk-us" + "-" + random[:48]:                                                           "a Scalingo token",
		random[:14] + ".atl" + "asv1." + (random + random)[:67]:                               "a Terraform token",
		"hvb" + "." + strings.Repeat(random, 3)[:150]:                                         "a Vault token",
		"dt0" + "c01." + random[:24] + "." + (random + random)[:64]:                           "a Dynatrace token",
		"eyJr" + "Ijoi" + (random + random)[:80]:                                              "a Grafana key",
		"glc" + "_eyJ" + random[:35]:                                                          "a Grafana token",
		"glsa" + "_" + random[:32] + "_" + hex[:8]:                                            "a Grafana token",
		"sntrys" + "_eyJpYXQiO" + random[:40] + "LCJyZWdpb25fdXJs" + random[:40] + "_" + random[:43]: "a Sentry token",
		"sntryu" + "_" + hex64: "a Sentry token",
		"AGE-SECRET" + "-KEY-1" + strings.Repeat("QPZRY9X8GF2TVDW0S3JN54KHCE6MUA7L", 2)[:58]: "an age key",
		"dp.pt" + "." + random[:43]:                            "a Doppler token",
		"p8e" + "-" + hex64[:32]:                               "an Adobe secret",
		"pat" + random[:14] + "." + hex64:                      "an Airtable token",
		"duffel" + "_live_" + random[:43]:                      "a Duffel token",
		"EZ" + "AK" + random[:54]:                              "an EasyPost key",
		"fio" + "-u-" + (random + random)[:64]:                 "a Frame.io token",
		"ntn" + "_20948573614" + random[:35]:                   "a Notion token",
		"pnu" + "_" + random[:36]:                              "a Prefect token",
		"rdme" + "_" + (lower + lower)[:70]:                    "a ReadMe key",
		"xkeysib" + "-" + hex64 + "-" + lower[:16]:             "a Brevo key",
		"shippo" + "_live_" + hex64[:40]:                       "a Shippo token",
		"shp" + "ca_" + hex64[:32]:                             "a Shopify token",
		"shp" + "pa_" + hex64[:32]:                             "a Shopify token",
		"shp" + "ss_" + hex64[:32]:                             "a Shopify token",
		"xoxp" + "-20948573614725-" + random[:24]:              "a Slack token",
		"xoxa" + "-2-2094857361-" + random[:24]:                "a Slack token",
		"xoxe" + ".xoxp-1-" + strings.Repeat(upper, 5)[:163]:   "a Slack token",
		"xoxe" + "-1-" + strings.Repeat(upper, 5)[:146]:        "a Slack token",
		"sq0" + "atp-" + random[:22]:                           "a Square token",
		"shp" + "at_" + hex64[:32]:                             "a Shopify token",
		"lin" + "_api_" + random[:40]:                          "a Linear key",
		pem("PRIVATE KEY", "\n"):                               "a private key",
		pem("OPENSSH PRIVATE KEY", `\n`):                       "a private key",
		pem("RSA PRIVATE KEY", "\nProc-Type: 4,ENCRYPTED\n\n"): "a private key",
	}
}

// checksummed is a GitHub token: its last six characters are a checksum of those before.
func checksummed(prefix, random string) string {
	const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
	sum := crc32.ChecksumIEEE([]byte(random))
	end := ""
	for range 6 {
		end = string(digits[sum%62]) + end
		sum /= 62
	}
	return prefix + random + end
}

// withoutDigits is a text without its digits.
func withoutDigits(s string) string {
	return strings.Map(func(r rune) rune {
		if unicode.IsDigit(r) {
			return -1
		}
		return r
	}, s)
}

// pem is the head of a PEM block as openssl and ssh-keygen write them, runs of "A"
// and all.
func pem(label, newline string) string {
	return "-----BEGIN " + label + "-----" + newline + "b3BlbnNzaC1rZXktdjEAAAAABG5vbmUAAAAEbm9uZQAAAAAAAAABAAAAMwAAAAtzc2gtZW"
}
