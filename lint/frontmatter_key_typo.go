package lint

import (
	"fmt"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func frontmatterKeyTypo() *Rule {
	return &Rule{
		ID:       "frontmatter/key-typo",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A key is nearly one that the format or a wide host defines.",
			Why: "Hosts pass over a key that they do not know without a word, so that the field has no effect. Reported are other " +
				"spellings and slips of the pen where the right key is absent. Where name or description is meant, the error about " +
				"the missing key says so instead. Keys of your own are not reported.",
			Bad:   "allowed_tools: Read\nlicence: MIT\nuserInvocable: false",
			Good:  "allowed-tools: Read\nlicense: MIT\nuser-invocable: false",
			Cites: []string{"F5", "F6", "N55"},
		},
		Skill: checkKeyTypos,
	}
}

func checkKeyTypos(p *Pass, s *skill.Skill) {
	for _, m := range misses(s) {
		if m.meant.key == nameKey || m.meant.key == descriptionKey {
			continue // said by the rule that misses it
		}
		p.Report(diag.Diagnostic{File: s.Manifest.Path, Span: m.field.Span, Message: m.message(), Fix: m.fix()})
	}
}

// miss is a key that is not known, the absent one that was meant by it, and the host that
// has the key for its own, if any.
type miss struct {
	field *skill.Field
	meant knownField
	sole  bool // no other key of the frontmatter means the same
	owner spelling
}

// misses returns the keys of a skill that miss a known one, in the order written.
func misses(s *skill.Skill) []miss {
	if s.Front == nil {
		return nil
	}
	var out []miss
	known, count := knownFields(), map[string]int{}
	for i := range s.Front.Fields {
		field := &s.Front.Fields[i]
		if meant, ok := meantKey(s, field, known); ok {
			out = append(out, miss{field: field, meant: meant, owner: ownerOf(field)})
			count[meant.key]++
		}
	}
	for i := range out {
		out[i].sole = count[out[i].meant.key] == 1
	}
	return out
}

// missOf returns the first key that misses the given one.
func missOf(s *skill.Skill, key string) (miss, bool) {
	all := misses(s)
	i := slices.IndexFunc(all, func(m miss) bool { return m.meant.key == key })
	if i < 0 {
		return miss{}, false
	}
	return all[i], true
}

// reportAbsent reports that a required key is absent: at the key that was written for it, if
// there is one.
func reportAbsent(p *Pass, s *skill.Skill, key, advice string) {
	d := diag.Diagnostic{File: s.Manifest.Path, Message: fmt.Sprintf("the frontmatter has no %q; %s", key, advice)}
	if m, ok := missOf(s, key); ok {
		d.Span, d.Fix = m.field.Span, m.fix()
		d.Message = fmt.Sprintf("the frontmatter has no %q, but %s; rename that key", key, quoted(m.field.Key))
	}
	p.Report(d)
}

// meantKey returns the one known and absent key that a field's key is near.
func meantKey(s *skill.Skill, field *skill.Field, known []knownField) (meant knownField, ok bool) {
	if slices.ContainsFunc(known, func(k knownField) bool { return k.key == field.Key }) {
		return knownField{}, false
	}
	for _, k := range known {
		if !misspells(s, field, k) || s.Front.Get(k.key) != nil {
			continue
		}
		if ok {
			return knownField{}, false
		}
		meant, ok = k, true
	}
	return meant, ok
}

// misspells reports whether a field is written for a known one: its key has the same
// letters, or has a slip in it and a value of the known field's type. A host's key of one
// word, such as "model", is too short and common to tell.
func misspells(s *skill.Skill, field *skill.Field, known knownField) bool {
	if known.hosts != "" && !known.isCompound() || !isStart(field.Key, known.key[:1]) {
		return false
	}
	if letters(field.Key) == letters(known.key) {
		return true
	}
	if field.Value.Kind == skill.Null || !known.takes(field.Value) {
		return false
	}
	if known.key == nameKey {
		return diag.Distance(field.Key, known.key) == 1 && field.Value.Text == baseOf(s)
	}
	return slips(field.Key, known.key)
}

// isStart reports whether a key starts with a letter, in either case. It spares the rest
// for most keys.
func isStart(key, letter string) bool { return key != "" && strings.EqualFold(key[:1], letter) }

// letters returns a key without case and separators.
func letters(key string) string { return strings.Join(words(key), "") }

// slips reports whether a key is a long known one with a slip or two. Words that only go
// on where the known one ends, such as "licensee", are words of their own.
func slips(key, known string) bool {
	a, b := letters(key), letters(known)
	if strings.HasPrefix(a, b) && a != b+"s" {
		return false
	}
	switch diag.Distance(a, b) {
	case 1:
		return true
	case 2:
		return len(words(known)) == 1 || wordsSlip(words(key), words(known))
	}
	return false
}

// words splits a key at its separators.
func words(key string) []string {
	return strings.FieldsFunc(strings.ToLower(key), func(r rune) bool { return strings.ContainsRune("-_ .", r) })
}

// wordsSlip reports whether words differ one by one by a letter or by an ending, as
// "allow" and "allowed" do. Another word, such as "roots" for "tools", is no slip.
func wordsSlip(key, known []string) bool {
	if len(key) != len(known) {
		return false
	}
	for i := range key {
		if diag.Distance(key[i], known[i]) > 1 && !strings.HasPrefix(known[i], key[i]) {
			return false
		}
	}
	return true
}

// spelling is a key that one host reads, where the others read another.
type spelling struct {
	host string
	both bool // the host reads the others' key too
}

// ownerOf returns the host that documents a field's key, as the field uses it. Its host is
// empty where there is none.
func ownerOf(field *skill.Field) spelling {
	switch field.Key {
	case "whenToUse", "when-to-use", "disableModelInvocation", "disable_model_invocation":
		return spelling{"Kimi Code", true}
	case "allowedTools":
		if field.Value.Kind == skill.List {
			return spelling{"Qwen Code", false}
		}
	}
	return spelling{}
}

func (m miss) message() string {
	key, meant := quoted(m.field.Key), quoted(m.meant.key)
	switch {
	case m.owner.both:
		return fmt.Sprintf("%s is a key of %s alone, which reads %s as other hosts do; rename it", key, m.owner.host, meant)
	case m.owner.host != "":
		return fmt.Sprintf("%s is a key of %s alone; other hosts read %s, so write that too", key, m.owner.host, meant)
	case m.meant.hosts != "":
		return fmt.Sprintf("%s is not the key that %s read; did you mean %s?", key, m.meant.hosts, meant)
	}
	return fmt.Sprintf("%s is not a key of the format; did you mean %s?", key, meant)
}

// fix renames the key where nothing is lost by it and the value is then right.
func (m miss) fix() *diag.Fix {
	if !m.sole || m.owner.host != "" && !m.owner.both || m.field.Value.Kind == skill.Null || !m.meant.takes(m.field.Value) {
		return nil
	}
	return &diag.Fix{
		Title: fmt.Sprintf("rename the key to %q", m.meant.key),
		Edits: []diag.Edit{{Span: m.field.Span, New: m.meant.key}},
	}
}
