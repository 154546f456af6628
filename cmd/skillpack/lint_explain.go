package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"skillpack/internal/diag"
	"skillpack/lint"
)

// ruleOptions ask about rules. Nothing is linted then.
type ruleOptions struct {
	explain string
	list    bool
}

func (o *ruleOptions) addFlags(c *cobra.Command) {
	c.Flags().StringVar(&o.explain, "explain", "", "explain the `RULE`, with examples, and how to silence it")
	c.Flags().BoolVar(&o.list, "list-rules", false, "list the rules")
	completing(c, "explain", ruleIDs()...)
}

// asked reports whether one of the flags was given.
func (o *ruleOptions) asked(c *cobra.Command) bool { return c.Flags().Changed("explain") || o.list }

// run answers what was asked. It needs no tree.
func (o *ruleOptions) run(c *cobra.Command, paths []string, format string, std stdio) error {
	explain := c.Flags().Changed("explain")
	switch {
	case len(paths) > 0:
		return usageError("got %q; --explain and --list-rules take no path", paths[0])
	case explain && o.list:
		return usageError("--explain and --list-rules exclude each other")
	case format != "text" && format != "json":
		return usageError("rules are printed as text or json, not as %s", format)
	}
	rules := lint.Rules()
	if explain {
		i := slices.IndexFunc(rules, func(r *lint.Rule) bool { return r.ID == o.explain })
		if i < 0 {
			return unknownRule(o.explain)
		}
		rules = rules[i : i+1]
	}
	if format == "json" {
		return writeRulesJSON(rules, std)
	}
	if explain {
		_, err := fmt.Fprint(std.out, lint.Explain(rules[0]))
		return err
	}
	return listRules(rules, std)
}

func ruleIDs() []string {
	var ids []string
	for _, r := range lint.Rules() {
		ids = append(ids, r.ID)
	}
	return ids
}

// unknownRule refuses an id, with the one that was meant. Who forgot the group meant the
// only rule of that name.
func unknownRule(id string) error {
	known := ruleIDs()
	meant := diag.Meant(id, known)
	if i := slices.IndexFunc(known, func(k string) bool { return strings.HasSuffix(k, "/"+id) }); i >= 0 {
		meant = known[i]
	}
	if meant == "" {
		return usageError("unknown rule %q; --list-rules lists those that there are", id)
	}
	return usageError("unknown rule %q; did you mean %q?", id, meant)
}

func listRules(rules []*lint.Rule, std stdio) error {
	t := tabwriter.NewWriter(std.out, 0, 0, 2, ' ', 0)
	for _, r := range rules {
		fmt.Fprintf(t, "%s\t%s\t%s\t%s\n", r.ID, r.BriefLevel(), r.Fixable(), r.Doc.Summary)
	}
	return t.Flush()
}

// The JSON form of rules. Field names are a promise to scripts, as those of findings are.
type (
	rulesJSON struct {
		Version int        `json:"version"`
		Rules   []ruleJSON `json:"rules"`
	}
	ruleJSON struct {
		ID       string     `json:"id"`
		Severity string     `json:"severity"`
		Opinion  string     `json:"opinion,omitempty"` // the severity under --profile all, where it is off
		Required bool       `json:"required,omitempty"`
		Fix      string     `json:"fix,omitempty"` // the flag that mends findings
		Summary  string     `json:"summary"`
		Why      string     `json:"why"`
		Bad      string     `json:"bad"`
		Good     string     `json:"good"`
		BasedOn  []citeJSON `json:"basedOn"`
	}
	citeJSON struct {
		ID   string `json:"id"`
		Text string `json:"text"`
	}
)

func writeRulesJSON(rules []*lint.Rule, std stdio) error {
	out := rulesJSON{Version: 1}
	for _, r := range rules {
		j := ruleJSON{
			ID: r.ID, Severity: r.Severity.String(), Required: r.Required, Fix: r.Fixable().String(),
			Summary: r.Doc.Summary, Why: r.Doc.Why, Bad: r.Doc.Bad, Good: r.Doc.Good,
		}
		if r.Severity == diag.Off {
			j.Opinion = r.Opinion.String()
		}
		for _, c := range r.Cites() {
			j.BasedOn = append(j.BasedOn, citeJSON{c.ID, c.Text})
		}
		out.Rules = append(out.Rules, j)
	}
	e := json.NewEncoder(std.out)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	return e.Encode(out)
}
