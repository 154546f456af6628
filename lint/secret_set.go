package lint

import (
	"fmt"
	"math"
	"regexp"

	"github.com/pelletier/go-toml/v2"
	"github.com/zricethezav/gitleaks/v8/config"
)

// tokenRules are the rules of gitleaks, by their ids.
type tokenRules map[string]tokenRule

// tokenRule is what we use of a rule.
type tokenRule struct {
	ID          string
	Regex       string
	SecretGroup int     // of Regex, the one that is the token; 0 for the first that matches
	Entropy     float64 // bits a byte that a real token exceeds
	Keywords    []string
	Allowlists  []tokenList
}

// tokenList lists tokens that are no secret.
type tokenList struct {
	Regexes     []string
	RegexTarget string // what they are for, "" for the token
	Condition   string // "AND" where it also asks for another thing
}

// readTokenRules returns the rules in the linked gitleaks. It panics where they cannot be
// read, as do tests then.
func readTokenRules() tokenRules {
	var set struct{ Rules []tokenRule }
	if err := toml.Unmarshal([]byte(config.DefaultConfig), &set); err != nil {
		panic(fmt.Sprintf("the rules of gitleaks cannot be read: %v", err))
	}
	rules := make(tokenRules, len(set.Rules))
	for _, r := range set.Rules {
		rules[r.ID] = r
	}
	return rules
}

// form returns the form that the rule of an id describes. It panics where there is none.
func (r tokenRules) form(id string) *tokenForm {
	rule, ok := r[id]
	if !ok {
		panic(fmt.Sprintf("gitleaks has no rule %q", id))
	}
	form := &tokenForm{regexp.MustCompile(`\A(?:` + rule.Regex + `)`), rule.SecretGroup, rule.Entropy, nil}
	for _, list := range rule.Allowlists {
		if list.RegexTarget != "" || list.Condition != "" {
			continue
		}
		for _, re := range list.Regexes {
			form.harmless = append(form.harmless, regexp.MustCompile(re))
		}
	}
	return form
}

// tokenForm is the form of one kind of token.
type tokenForm struct {
	re       *regexp.Regexp // from the start of a text
	group    int
	entropy  float64
	harmless []*regexp.Regexp
}

// match returns where the token ends that text starts with, -1 for none. The text ends
// where no token goes on.
func (f *tokenForm) match(text string) int {
	m := f.re.FindStringSubmatchIndex(text)
	if m == nil {
		return -1
	}
	end := f.end(m)
	token := text[:end]
	if entropy(token) <= f.entropy {
		return -1
	}
	for _, re := range f.harmless {
		if re.MatchString(token) {
			return -1
		}
	}
	return end
}

// end returns where the token of a match ends.
func (f *tokenForm) end(m []int) int {
	if f.group > 0 {
		return m[2*f.group+1]
	}
	for i := 2; i < len(m); i += 2 {
		if m[i] >= 0 {
			return m[i+1]
		}
	}
	return m[1]
}

// entropy returns the bits that a byte of a text is worth, by how often each occurs.
func entropy(text string) float64 {
	var count [256]int
	for i := range len(text) {
		count[text[i]]++
	}
	bits := 0.0
	for _, n := range count {
		if n > 0 {
			p := float64(n) / float64(len(text))
			bits -= p * math.Log2(p)
		}
	}
	return bits
}
