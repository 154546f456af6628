package lint

import (
	"hash/crc32"
	"strings"
	"testing"
	"unicode"
)

// secretSamples are credentials of every kind, in parts so that no scanner takes
// this file for one that leaks.
func secretSamples() map[string]string {
	const hex = "9f3c1a7be2d84056"
	hex64 := strings.Repeat(hex, 4)
	return map[string]string{
		"AKIA" + "Q7ZKX2LMN4PTRW6B":                                        "an AWS access key",
		"ASIA" + "Q7ZKX2LMN4PTRW6B":                                        "an AWS access key",
		checksummed("gh"+"p_", random[:30]):                                "a GitHub token",
		checksummed("gh"+"o_", random[:30]):                                "a GitHub token",
		checksummed("gh"+"u_", random[:30]):                                "a GitHub token",
		checksummed("gh"+"s_", random[:30]):                                "a GitHub token",
		checksummed("gh"+"r_", (random + random)[:70]):                     "a GitHub token",
		"github" + "_pat_" + random[:22] + "_" + random[3:62]:              "a GitHub token",
		"glpat" + "-" + random[:20]:                                        "a GitLab token",
		"glrt" + "-" + random[:20]:                                         "a GitLab token",
		"CCI" + "PAT_" + random[:22] + "_" + hex64[:40]:                    "a CircleCI token",
		"CCI" + "PRJ_" + random[:22] + "_" + hex64[:40]:                    "a CircleCI token",
		"dckr" + "_pat_" + random[:27]:                                     "a Docker Hub token",
		"xoxb" + "-2094857361-" + random[:24]:                              "a Slack token",
		"xapp" + "-1-A04QK7ZB2XM-2094857361482-" + hex64:                   "a Slack token",
		"hooks.slack.com/services/" + "T9Q2Z7K4B/B8M3X6W1P/" + random[:24]: "a Slack webhook",
		"sk_" + "live_" + random[:24]:                                      "a Stripe key",
		"rk_" + "live_" + random[:24]:                                      "a Stripe key",
		"wh" + "sec_" + random[:32]:                                        "a Stripe webhook secret",
		"sq0" + "csp-" + random[:43]:                                       "a Square secret",
		"AI" + "zaSyA" + random[:32]:                                       "a Google API key",
		"GOC" + "SPX-" + random[:28]:                                       "a Google OAuth secret",
		"npm" + "_" + random[:36]:                                          "an npm token",
		"pypi-" + "AgEIcHlwaS5vcmc" + (random + random)[:90]:               "a PyPI token",
		"ruby" + "gems_" + hex64[:48]:                                      "a RubyGems key",
		"dd" + "p_" + random[:36]:                                          "a Deno token",
		"dd" + "o_" + random[:36]:                                          "a Deno token",
		"sk-" + "proj-" + random[:20] + "T3Blbk" + "FJ" + random[20:40]:    "an OpenAI key",
		"sk-" + random[:20] + "T3Blbk" + "FJ" + random[20:40]:              "an OpenAI key",
		"sk-" + "ant-api03-" + random + random[:30]:                        "an Anthropic key",
		"sk-" + "ant-oat01-" + random + random[:30]:                        "an Anthropic key",
		"sk-" + "or-v1-" + hex64:                                           "an OpenRouter key",
		"pplx" + "-" + random[:48]:                                         "a Perplexity key",
		"xai" + "-" + (random + random)[:80]:                               "an xAI key",
		"xai" + "-token-" + (random + random)[:80]:                         "an xAI key",
		"hf" + "_" + withoutDigits(random + random)[:34]:                   "a Hugging Face token",
		"SG" + "." + random[:22] + "." + random[5:48]:                      "a SendGrid key",
		"dop" + "_v1_" + hex64:                                             "a DigitalOcean token",
		"doo" + "_v1_" + hex64:                                             "a DigitalOcean token",
		"HRKU" + "-" + random[:60]:                                         "a Heroku key",
		"ess" + "u_" + (random + random)[:92]:                              "an Elastic Cloud key",
		"sb" + "p_" + hex64[:40]:                                           "a Supabase token",
		"sb" + "_secret_" + random[:22] + "_" + random[40:48]:              "a Supabase key",
		"hvs" + "." + (random + random)[:90]:                               "a Vault token",
		"ops" + "_eyJ" + strings.Repeat(random, 5)[:255]:                   "a 1Password token",
		"PMAK" + "-" + hex64[:24] + "-" + hex64[:34]:                       "a Postman key",
		"shp" + "at_" + hex64[:32]:                                         "a Shopify token",
		"lin" + "_api_" + random[:40]:                                      "a Linear key",
		pem("PRIVATE KEY", "\n"):                                           "a private key",
		pem("OPENSSH PRIVATE KEY", `\n`):                                   "a private key",
		pem("RSA PRIVATE KEY", "\nProc-Type: 4,ENCRYPTED\n\n"):             "a private key",
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

func TestD65Secrets(t *testing.T) {
	for token, kind := range secretSamples() {
		t.Run(kind, func(t *testing.T) {
			found := lintFiles(t, withBody("", "a.txt", "x\nkey = \""+token+"\"\n"))
			checkFindings(t, found, []string{`x/a.txt:2:8 error files/secret: this looks like ` + kind})
			for _, d := range found.found {
				if strings.Contains(d.Message, token) {
					t.Errorf("the message repeats the secret: %s", d.Message)
				}
			}
			if kind != "a private key" { // hyphens bound it, and the rest of the block may be anywhere
				checkFindings(t, lintFiles(t, withBody("", "a.txt", "x"+token+"\n"+token[:len(token)-20]+"\n")), nil)
			}
		})
	}
}

func TestD65MadeUpSecrets(t *testing.T) {
	for _, text := range []string{
		"AKIA" + "IOSFODNN7EXAMPLE", "sk-xxxx", "ghp_your_token", "ghp_" + strings.Repeat("x", 36),
		"ghp_" + "1234567890abcdefghijklmnopqrstuvwxyz", "sk_" + "test_" + "EXAMPLE" + random[:20],
		"AI" + "zaSyA1B2C3D4E5F6G7H8I9J0K1L2M3N4O5P6Q", "npm_" + strings.Repeat("ab", 18), "hf_" + strings.Repeat("0", 34),
		"sk-ant-api03-...", "sk-ant-" + "api03-my-key-goes-here", "sk_" + "test_4eC39HqLyjWDarjtT1zdp7dc", "ghp_" + random[:36],
		"hvs." + "some_function_of_the_value_store", "key_" + strings.Repeat("9f3c1a7be2d84056", 4), "hf_" + withoutDigits(random)[:34] + "Config",
		"sk-" + random[:20], "xoxb-your-bot-token", "glpat-" + "REPLACE" + random[:20], "AKIA${KEY}",
		"-----BEGIN PRIVATE KEY-----\n...\n-----END PRIVATE KEY-----", "-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA...\n",
		"-----BEGIN PRIVATE KEY-----\n" + strings.Repeat("A", 64) + "\n",
		"-----BEGIN PUBLIC KEY-----\n" + random + "\n", "-----BEGIN CERTIFICATE-----\n" + random + "\n",
	} {
		t.Run(text[:min(10, len(text))], func(t *testing.T) {
			checkFindings(t, lintFiles(t, withBody("", "a.txt", text+"\n")), nil)
		})
	}
}

// Secrets come in the order of their place, and two of them on a line are two.
func TestD65SecretsInOrder(t *testing.T) {
	github, google := checksummed("gh"+"p_", random[:30]), "AI"+"zaSyA"+random[:32]
	checkFindings(t, lintFiles(t, withBody("", "a.txt", google+" "+github+"\n"+google+"\n")), []string{
		"x/a.txt:1:1 error files/secret: a Google API key",
		"x/a.txt:1:41 error files/secret: a GitHub token",
		"x/a.txt:2:1 error files/secret: a Google API key",
	})
}

func TestD65KeyFiles(t *testing.T) {
	checkFindings(t, lintFiles(t, withBody("",
		"cert.pem", "-----BEGIN CERTIFICATE-----\n"+random+"\n",
		"short.pem", "x\n-----BEGIN EC PRIVATE KEY-----\nMHcCAQ==\n-----END EC PRIVATE KEY-----\n",
		"real.key", pem("PRIVATE KEY", "\n")+"\n",
		"public.key", "-----BEGIN PUBLIC KEY-----\n"+random+"\n",
		"slides.key", "PK\x03\x04\x00PRIVATE KEY-----",
	)), []string{
		"x/real.key:1:1 error files/secret: a private key",
		"x/short.pem:2:1 error files/secret: a private key",
	})
}

// Text that almost matches everywhere takes time in proportion to its length.
func TestSecretsInHostileText(t *testing.T) {
	const size = 1 << 17
	for _, part := range []string{
		"xoxb-000000000-", "xoxb-" + strings.Repeat("1", 30), "-----BEGIN PRIVATE KEY-----A: ", "-----BEGIN ", "sk-proj-abc.", "ghp_", "sk-abc-", "sk-ant-", "SG.",
	} {
		if found := findSecrets(strings.Repeat(part, size/len(part))+"_", secretKinds()); len(found) > 0 {
			t.Errorf("%q repeated gives %d findings", part, len(found))
		}
	}
}
