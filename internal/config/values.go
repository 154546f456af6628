package config

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"gopkg.in/yaml.v3"

	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/internal/skill"
	"skillpack/lint"
)

// text takes a string.
func (r *reader) text(into *string) func(*yaml.Node) {
	return r.checked(into, func(string) error { return nil })
}

// instructions takes the server's text for clients, and keeps its place for lint.
func (r *reader) instructions(c *Config) func(*yaml.Node) {
	return func(n *yaml.Node) {
		r.text(&c.Server.Instructions)(n)
		c.Lint.Instructions = lint.Instructions{Text: c.Server.Instructions, File: skill.ConfigName, Span: r.span(n)}
	}
}

// checked takes a string that check accepts.
func (r *reader) checked(into *string, check func(string) error) func(*yaml.Node) {
	return func(n *yaml.Node) {
		value, ok := r.stringOf(n)
		if !ok {
			return
		}
		if err := check(value); err != nil {
			r.report(ruleValue, n, err.Error())
			return
		}
		*into = value
	}
}

func (r *reader) stringOf(n *yaml.Node) (string, bool) {
	if n.ShortTag() == "!!str" {
		return n.Value, true
	}
	expected := "text"
	if n.Kind == yaml.ScalarNode && n.Value != "" {
		expected = fmt.Sprintf("text; write it in quotes: %s", strconv.Quote(n.Value))
	}
	r.wrongType(n, expected)
	return "", false
}

// globsOf takes a list of globs, or one alone, and keeps their places for lint.
func (r *reader) globsOf(key string, into *[]string) func(*yaml.Node) {
	return func(n *yaml.Node) {
		items := []*yaml.Node{n}
		switch n.Kind {
		case yaml.SequenceNode:
			items = n.Content
		case yaml.MappingNode:
			r.wrongType(n, "a list of globs")
			return
		}
		for _, item := range items {
			item = resolve(item)
			pattern, ok := r.stringOf(item)
			if !ok {
				continue
			}
			globs, err := skill.ParseGlobs([]string{pattern})
			if err != nil {
				r.report(ruleValue, item, err.Error())
				continue
			}
			*into = append(*into, globs...)
			r.globs = append(r.globs, lint.Glob{Key: key, Pattern: globs[0], File: skill.ConfigName, Span: r.span(item)})
		}
	}
}

// milliseconds takes a duration as Go writes it.
func (r *reader) milliseconds(into *int64) func(*yaml.Node) {
	return func(n *yaml.Node) {
		d, err := time.ParseDuration(n.Value)
		switch {
		case n.Kind != yaml.ScalarNode || err != nil:
			r.wrongType(n, "a duration with its unit, such as \"5m\" or \"0s\"")
		case d < 0 || d%time.Millisecond != 0:
			r.report(ruleValue, n, fmt.Sprintf("the duration %q is not a whole number of milliseconds, 0 or more", n.Value))
		default:
			*into = d.Milliseconds()
		}
	}
}

// profile takes the name of a profile.
func (r *reader) profile(into *lint.Config) func(*yaml.Node) {
	return func(n *yaml.Node) {
		var name string
		r.checked(&name, lint.CheckProfile)(n)
		into.All = name == lint.ProfileAll
	}
}

// rules takes a mapping of rule ids to a severity, or to a mapping of "severity" and
// "ignore".
func (r *reader) rules(into *lint.Config, known []*lint.Rule) func(*yaml.Node) {
	return func(n *yaml.Node) {
		r.pairs(n, func(key, value *yaml.Node) {
			id := key.Value
			i := slices.IndexFunc(known, func(rule *lint.Rule) bool { return rule.ID == id })
			switch {
			case i < 0 && id != lint.AllRules && len(known) > 0 && strings.ContainsAny(id, "*?[{"):
				r.report(ruleKey, key, fmt.Sprintf("%q is a glob, and rules are named one by one; expected the id of a rule, such as %q", id, exampleRule(id, ids(known))))
			case i < 0 && id != lint.AllRules:
				r.report(ruleKey, key, unknown("rule", id, ids(known)))
			case i >= 0 && known[i].Required:
				r.report(ruleKey, key, fmt.Sprintf("the rule %q cannot be changed, since no catalog can hold what it reports; delete this", id))
			default:
				r.rule(into, id, value)
			}
		})
	}
}

// exampleRule is a rule that a glob may have been for, of the same group where there is one.
func exampleRule(glob string, known []string) string {
	group, _, _ := strings.Cut(glob, "/")
	i := slices.IndexFunc(known, func(id string) bool { return strings.HasPrefix(id, group+"/") })
	return known[max(i, 0)]
}

func ids(rules []*lint.Rule) []string {
	var all []string
	for _, r := range rules {
		all = append(all, r.ID)
	}
	return all
}

func (r *reader) rule(into *lint.Config, id string, value *yaml.Node) {
	severity := func(n *yaml.Node) { r.severity(into, id, n) }
	if value.Kind == yaml.ScalarNode {
		severity(value)
		return
	}
	var ignore []string
	r.mapping(value, []field{{"severity", severity}, {lint.GlobIgnore, r.globsOf(lint.GlobIgnore, &ignore)}})
	for _, g := range r.globs[len(r.globs)-len(ignore):] {
		into.Ignore = append(into.Ignore, lint.Ignore{Rule: id, Paths: g.Pattern, File: g.File, Span: g.Span})
	}
}

func (r *reader) severity(into *lint.Config, id string, n *yaml.Node) {
	s, ok := diag.ParseSeverity(n.Value)
	switch {
	case n.Kind != yaml.ScalarNode || !ok:
		r.wrongType(n, "a severity: off, note, warning or error")
	case id == lint.AllRules:
		r.report(ruleValue, n, "a severity for every rule at once; \"*\" takes only \"ignore\", so name the rules")
	default:
		if into.Severity == nil {
			into.Severity = map[string]diag.Severity{}
		}
		into.Severity[id] = s
	}
}

func checkScheme(s string) error {
	if !protocol.ValidScheme(s) {
		return fmt.Errorf("bad scheme %q; expected a URI scheme in lower case, such as \"skill\"", s)
	}
	return nil
}

func checkPrefix(s string) error {
	if s != "" && !protocol.ValidPath(s) {
		return fmt.Errorf("bad prefix %q; expected segments with single slashes between, such as \"acme/billing\"", s)
	}
	return nil
}

func checkFilled(s string) error {
	if strings.TrimSpace(s) == "" {
		return errors.New("an empty text; fill it in or leave the key out")
	}
	return nil
}

func checkScope(s string) error {
	if s != "public" && s != "private" {
		return fmt.Errorf("unknown scope %q; expected public or private", s)
	}
	return nil
}
