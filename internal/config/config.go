// Package config reads skillpack.yaml, the optional configuration at the root of a
// tree of skills.
//
// Whatever is wrong with the file is a finding with its place, all of them in one
// run; a command that gets one stops, since it would not do what its user wrote.
package config

import (
	"skillpack/build"
	"skillpack/catalog"
	"skillpack/internal/diag"
	"skillpack/internal/protocol"
	"skillpack/lint"
)

// Config is what skillpack.yaml says, with the defaults where it says nothing.
type Config struct {
	Scheme   string   // URI scheme; "" for the default
	Prefix   string   // published path before every skill; "" for none
	Include  []string // globs over paths of the tree; empty takes all
	Exclude  []string // likewise; stronger than Include
	Unlisted []string // globs over skill directories: served but not listed

	Server *catalog.Server // from "server", "cache" and "instructions"; complete
	Lint   lint.Config     // from "profile" and "rules"; with all globs, for lint to try them on the tree
	Site   Site
}

// Site configures the pages made of a catalog.
type Site struct {
	Title   string // "" for none
	BaseURL string // absolute http or https URL under which the pages will be found; "" for none
	MCPURL  string // of the MCP server of the same skills; "" for none
}

// Parse reads the bytes of a skillpack.yaml; none at all give the default. Rules are
// the ones that "rules" may name. Where there are findings, sorted and all of severity
// error, the Config holds what could be read.
func Parse(data []byte, rules []*lint.Rule) (*Config, []diag.Diagnostic) {
	c := &Config{Server: build.DefaultServer()}
	r := &reader{data: data}
	if root := r.document(); root != nil {
		r.mapping(root, c.fields(r, rules))
	}
	c.Lint.Globs = r.globs
	return c, diag.Sort(r.found)
}

func (c *Config) fields(r *reader, rules []*lint.Rule) []field {
	return []field{
		{"scheme", r.checked(&c.Scheme, checkScheme)},
		{"prefix", r.checked(&c.Prefix, checkPrefix)},
		{lint.GlobInclude, r.globsOf(lint.GlobInclude, &c.Include)},
		{lint.GlobExclude, r.globsOf(lint.GlobExclude, &c.Exclude)},
		{lint.GlobUnlisted, r.globsOf(lint.GlobUnlisted, &c.Unlisted)},
		{"instructions", r.instructions(c)},
		{"server", r.group([]field{
			{"name", r.checked(&c.Server.Name, checkFilled)},
			{"version", r.checked(&c.Server.Version, checkFilled)},
		})},
		{"cache", r.group([]field{
			{"ttl", r.milliseconds(&c.Server.TTLMs)},
			{"scope", r.checked(&c.Server.CacheScope, checkScope)},
		})},
		{"profile", r.profile(&c.Lint)},
		{"rules", r.rules(&c.Lint, rules)},
		{"site", r.group([]field{
			{"title", r.checked(&c.Site.Title, checkFilled)},
			{"baseURL", r.checked(&c.Site.BaseURL, protocol.CheckWebURL)},
			{"mcpURL", r.checked(&c.Site.MCPURL, protocol.CheckWebURL)},
		})},
	}
}
