package lint

import (
	"bytes"
	"cmp"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
)

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

// What a search of every place finds is found, whatever stands around it.
func TestD65SecretsAnywhere(t *testing.T) {
	kinds := secretKinds()
	marks := newSecretMarks(kinds)
	samples := slices.Sorted(maps.Keys(secretSamples()))
	between := []string{" ", " ", "\n", "\r\n", "é", "!", "\"", "a", "_", "(", "", "\x00", "\x7f", "–", "word and word ", "https://example.com/a_long.path/of-it", strings.Repeat(" ", 30)}
	random := rand.New(rand.NewPCG(1, 2))
	all := 0
	for range 2000 {
		var b strings.Builder
		for range random.IntN(40) {
			b.WriteString(between[random.IntN(len(between))])
			if sample := samples[random.IntN(len(samples))]; random.IntN(8) == 0 {
				b.WriteString(sample[:len(sample)-random.IntN(2)*random.IntN(len(sample))])
			}
		}
		text := []byte(b.String())
		var want []secret
		for at := range text {
			for i := range kinds {
				for _, mark := range kinds[i].marks {
					if bytes.HasPrefix(text[at:], []byte(mark)) {
						want = kinds[i].findAt(text, at, mark, want)
					}
				}
			}
		}
		slices.SortStableFunc(want, func(a, b secret) int { return cmp.Compare(a.span.Start, b.span.Start) })
		want = slices.CompactFunc(want, func(later, earlier secret) bool { return later.span.Start < earlier.span.End })
		if got := findSecrets(text, marks); !slices.Equal(got, want) {
			t.Fatalf("%q: got %v, want %v", text, got, want)
		}
		all += len(want)
	}
	if all < 500 {
		t.Errorf("only %d secrets", all)
	}
}

// Text that almost matches everywhere takes time in proportion to its length.
func TestSecretsInHostileText(t *testing.T) {
	const size = 1 << 17
	for _, part := range []string{
		"xoxb-000000000-", "xoxr-000000000-", "xoxb-" + strings.Repeat("1", 30), "-----BEGIN PRIVATE KEY-----A: ", "-----BEGIN ", "sk-proj-abc.", "ghp_", "sk-abc-", "sk-ant-", "SG.", "glpat--",
	} {
		if found := findSecrets([]byte(strings.Repeat(part, size/len(part))+"_"), newSecretMarks(secretKinds())); len(found) > 0 {
			t.Errorf("%q repeated gives %d findings", part, len(found))
		}
	}
}

// Every form is one that a sample has, so that a rule whose form changes does not go
// unnoticed.
func TestD65FormsHaveSamples(t *testing.T) {
	for _, k := range secretKinds() {
		found := false
		for token := range secretSamples() {
			found = found || len(findSecrets([]byte(token), newSecretMarks([]secretKind{k}))) == 1
		}
		if !found {
			t.Errorf("no sample shows %s of the rule %q", k.name, k.rule)
		}
	}
}

// A prefix that gitleaks adds to a rule is one to take in, or to refuse here.
func TestD65MarksOfRules(t *testing.T) {
	refused := []string{"a3t", "airtable", "cloudflare", "eaaa", "rk_test", "sk_test", "t3blbkfj"}
	rules := readTokenRules()
	for _, k := range keptKinds() {
		rule, ok := rules[k.rule]
		if !ok {
			t.Errorf("gitleaks has no rule %q", k.rule)
		}
		for _, keyword := range rule.Keywords {
			marked := slices.ContainsFunc(k.marks, func(m string) bool { return strings.Contains(strings.ToLower(m), keyword) })
			if marked == slices.Contains(refused, keyword) {
				t.Errorf("%q, %q: marked %v, and refused %v", k.rule, keyword, marked, !marked)
			}
		}
	}
}
