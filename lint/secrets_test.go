package lint

import (
	"strings"
	"testing"
)

// secretSamples are credentials of every kind, in parts so that no scanner takes
// this file for one that leaks.
func secretSamples() map[string]string {
	const hex = "9f3c1a7be2d84056"
	return map[string]string{
		"AKIA" + "Q7ZKX2LMN4PTRW6B":                                        "an AWS access key",
		"gh" + "p_" + random[:36]:                                          "a GitHub token",
		"github" + "_pat_" + random[:22] + "_" + random[3:62]:              "a GitHub token",
		"glpat" + "-" + random[:20]:                                        "a GitLab token",
		"xoxb" + "-2094857361-" + random[:24]:                              "a Slack token",
		"xapp" + "-1-" + random[:40]:                                       "a Slack token",
		"hooks.slack.com/services/" + "T9Q2Z7K4B/B8M3X6W1P/" + random[:24]: "a Slack webhook",
		"sk_" + "live_" + random[:24]:                                      "a Stripe key",
		"AI" + "za" + random[:35]:                                          "a Google API key",
		"GOC" + "SPX-" + random[:28]:                                       "a Google OAuth secret",
		"npm" + "_" + random[:36]:                                          "an npm token",
		"pypi-" + "AgEIcHlwaS5vcmc" + random[:55]:                          "a PyPI token",
		"sk-" + "proj-" + random[:48]:                                      "an OpenAI key",
		"sk-" + random[:20] + "T3Blbk" + "FJ" + random[20:40]:              "an OpenAI key",
		"sk-" + "ant-api03-" + random + random[:30]:                        "an Anthropic key",
		"sk-" + "or-v1-" + strings.Repeat(hex, 4):                          "an OpenRouter key",
		"hf" + "_" + random[:34]:                                           "a Hugging Face token",
		"SG" + "." + random[:22] + "." + random[5:48]:                      "a SendGrid key",
		"dop" + "_v1_" + strings.Repeat(hex, 4):                            "a DigitalOcean token",
		"shp" + "at_" + strings.Repeat(hex, 2):                             "a Shopify token",
		"lin" + "_api_" + random[:40]:                                      "a Linear key",
		pem("PRIVATE KEY", "\n"):                                           "a private key",
		pem("OPENSSH PRIVATE KEY", `\n`):                                   "a private key",
		pem("RSA PRIVATE KEY", "\nProc-Type: 4,ENCRYPTED\n\n"):             "a private key",
	}
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
		"sk-ant-api03-...", "xoxb-your-bot-token", "glpat-" + "REPLACE" + random[:20], "AKIA${KEY}",
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
	github, google := "gh"+"p_"+random[:36], "AI"+"za"+random[:35]
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
		"xoxb-000000000-", "xoxb-" + strings.Repeat("1", 30), "-----BEGIN PRIVATE KEY-----A: ", "-----BEGIN ", "sk-proj-abc.", "ghp_",
	} {
		if found := findSecrets(strings.Repeat(part, size/len(part))+"_", secretKinds()); len(found) > 0 {
			t.Errorf("%q repeated gives %d findings", part, len(found))
		}
	}
}
