package lint

import (
	"bytes"
	"cmp"
	"fmt"
	"path"
	"slices"
	"strings"
	"sync"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func filesSecret() *Rule {
	return &Rule{
		ID:       "files/secret",
		Severity: diag.Error,
		Doc: Doc{
			Summary: "A file is made to hold secrets, or holds what looks like a key or token.",
			Why: "Everything in a skill's directory is published, dotfiles too. " +
				"A key that was published is known, also after it is taken out.",
			Bad:   "-- x/SKILL.md --\n...\nPut the password into `.env`.\n-- x/.env --\nPASSWORD=correct horse battery staple",
			Good:  "-- x/SKILL.md --\n...\nCopy `.env.example` to `.env` and put the password into it.\n-- x/.env.example --\nPASSWORD=",
			Cites: []string{"D65", "D69"},
		},
		File: checkSecrets(),
	}
}

// checkSecrets returns the check, which makes what it searches for when it is first called.
func checkSecrets() func(*Pass, *skill.File) {
	marks := sync.OnceValue(func() *secretMarks { return newSecretMarks(secretKinds()) })
	return func(p *Pass, f *skill.File) {
		if what := secretFile(f); what != "" {
			p.At(f, diag.Span{}, fmt.Sprintf("%q is %s, and everything in a skill is published; %s", f.Path, what, insteadOfSecretFile(f)))
		}
		for _, s := range secretsIn(f, p.content(f), marks()) {
			p.At(f, s.span, fmt.Sprintf(
				"this looks like %s, and everything in a skill is published; take it out and revoke it", s.kind))
		}
	}
}

func insteadOfSecretFile(f *skill.File) string {
	if base := path.Base(f.Path); strings.HasPrefix(base, ".env") {
		return fmt.Sprintf("take it out of the skill, exclude it, or call it %q if no value is real", base+".example")
	}
	return "take it out of the skill, or exclude it"
}

// secretFile says what a file of that name is made for, "" for nothing secret.
func secretFile(f *skill.File) string {
	base := path.Base(f.Path)
	switch ext := path.Ext(base); {
	case base == ".env", strings.HasPrefix(base, ".env.") && !isExample(base) && hasValues(string(f.Content())):
		return "a file of environment secrets"
	case slices.Contains([]string{"id_rsa", "id_dsa", "id_ecdsa", "id_ecdsa_sk", "id_ed25519", "id_ed25519_sk"}, base):
		return "a private SSH key"
	case slices.Contains([]string{".netrc", "_netrc", ".git-credentials", ".pypirc", ".htpasswd"}, base):
		return "a file of login secrets"
	case slices.Contains([]string{".p12", ".pfx", ".jks", ".keystore", ".kdbx", ".ppk"}, strings.ToLower(ext)):
		return "a store of private keys"
	}
	return ""
}

// hasValues reports whether some line of an environment file gives a variable a value.
func hasValues(text string) bool {
	for line := range strings.Lines(text) {
		name, value, _ := strings.Cut(line, "=")
		if !strings.HasPrefix(strings.TrimSpace(name), "#") && strings.Trim(value, " \t\r\n\"'") != "" {
			return true
		}
	}
	return false
}

// isExample reports whether a name such as ".env.example" says that the values are
// not real.
func isExample(base string) bool {
	for word := range strings.SplitSeq(strings.ToLower(base), ".") {
		switch word {
		case "example", "examples", "sample", "template", "tmpl", "tpl", "dist", "defaults", "schema", "md":
			return true
		}
	}
	return false
}

// secretsIn returns the secrets of a file. In a key file every private key counts,
// however short.
func secretsIn(f *skill.File, text []byte, marks *secretMarks) []secret {
	const header = "PRIVATE KEY-----"
	found := findSecrets(text, marks)
	if ext := strings.ToLower(path.Ext(f.Path)); len(found) > 0 || ext != ".pem" && ext != ".key" {
		return found
	}
	if at := bytes.Index(text, []byte(header)); at >= 0 {
		line := bytes.LastIndexByte(text[:at], '\n') + 1
		found = append(found, secret{diag.Span{Start: line, End: at + len(header)}, "a private key"})
	}
	return found
}

// secret is a place of a text that looks like a credential.
type secret struct {
	span diag.Span
	kind string
}

// findSecrets returns the secrets of a text in the order of their place. Of kinds that
// match at one place the first listed counts.
func findSecrets(text []byte, marks *secretMarks) []secret {
	var out []secret
	for start, end := range longWords(text) {
		out = marks.findIn(text, start, end, out)
	}
	for _, m := range marks.apart {
		if bytes.Contains(text, []byte(m.kind.with)) {
			out = m.findIn(text, 0, len(text), out)
		}
	}
	slices.SortStableFunc(out, func(a, b secret) int { return cmp.Compare(a.span.Start, b.span.Start) })
	return slices.CompactFunc(out, func(later, earlier secret) bool { return later.span.Start < earlier.span.End })
}

// findIn appends the secrets whose marks stand in a range of a text.
func (s *secretMarks) findIn(text []byte, start, end int, out []secret) []secret {
	for at := s.next(text[:end], start); at >= 0; at = s.next(text[:end], at+1) {
		for _, m := range s.at(text, at) {
			if bytes.HasPrefix(text[at:], []byte(m.text)) {
				out = m.kind.findAt(text, at, m.text, out)
			}
		}
	}
	for _, m := range s.inside {
		out = m.findIn(text, start, end, out)
	}
	return out
}

// findIn appends the secrets that have the mark in a range of a text.
func (m secretMark) findIn(text []byte, start, end int, out []secret) []secret {
	for {
		i := bytes.Index(text[start:end], []byte(m.text))
		if i < 0 {
			return out
		}
		out = m.kind.findAt(text, start+i, m.text, out)
		start += i + 1
	}
}

// findAt appends the secret whose mark stands at an offset, if there is one.
func (k *secretKind) findAt(text []byte, at int, mark string, out []secret) []secret {
	const longest = 500 // bytes that any kind looks at, so that no text is slow
	start := at - k.before
	if start < 0 || touchesBefore(text, start) {
		return out
	}
	candidate := text[start:min(len(text), start+longest)]
	if k.shortest > len(candidate) || tokenEnd(candidate[:k.shortest]) < k.shortest {
		return out
	}
	m, ok := k.match(string(candidate), k.before+len(mark))
	end := start + m.end
	if !ok || !k.open && touchesAfter(text, end) || isMadeUp(m.random) {
		return out
	}
	return append(out, secret{diag.Span{Start: start, End: end}, k.name})
}

// touchesBefore reports whether a word runs into the one that starts at an offset, so
// that this is a part of something longer.
func touchesBefore(text []byte, start int) bool {
	return start > 0 && isWordByte(text[start-1]) && isWordByte(text[start])
}

// touchesAfter reports whether a word goes on at an offset.
func touchesAfter(text []byte, end int) bool { return end < len(text) && isWordByte(text[end]) }

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '_'
}

// isMadeUp reports whether the random part of a token was written by a person, as in
// documentation: words, runs such as "000000" and "123456", few different characters.
func isMadeUp(random string) bool {
	lower := strings.ToLower(random)
	for _, word := range []string{"example", "your", "placeholder", "xxxx", "replace", "changeme", "dummy", "fake", "secret", "token", "redacted"} {
		if strings.Contains(lower, word) {
			return true
		}
	}
	return hasRun(lower) || fewDifferent(random)
}

// hasRun reports whether six characters in a row, or six of every second one, are
// equal or count up: "000000", "abcdef", "a1b2c3d4e5f6". Among random characters this
// happens less than once in a million times.
func hasRun(s string) bool {
	return hasRunOf(s, 1) || hasRunOf(s, 2)
}

func hasRunOf(s string, stride int) bool {
	const long = 6
	for start := range stride {
		equal, up := 1, 1
		for i := start + stride; i < len(s); i += stride {
			equal, up = step(s[i] == s[i-stride], equal), step(s[i] == s[i-stride]+1, up)
			if equal >= long || up >= long {
				return true
			}
		}
	}
	return false
}

// step returns the length of a run after one more character.
func step(same bool, run int) int {
	if same {
		return run + 1
	}
	return 1
}

// fewDifferent reports whether the text has less than a third as many different
// characters as it is long, at most eight.
func fewDifferent(s string) bool {
	seen := make(map[byte]bool)
	for i := range len(s) {
		seen[s[i]] = true
	}
	return len(seen) < min(len(s)/3, 8)
}
