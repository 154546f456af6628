package main

import (
	"cmp"
	"io"
	"net/url"
	"strings"

	"github.com/spf13/pflag"

	"skillpack/internal/config"
	"skillpack/internal/protocol"
	"skillpack/internal/site"
	"skillpack/internal/skill"
)

// siteOptions are the flags of site.
type siteOptions struct {
	output, config    string
	title             string
	baseURL, basePath string
	mcpURL            string
	legacy, market    bool
	scoped            bool
	quiet, json       bool
}

// groups returns the flags, by what they are about.
func (o *siteOptions) groups() []flagGroup {
	return []flagGroup{
		{"What to write", o.outputFlags},
		{"How it presents itself", o.presentationFlags},
		{"Discovery for other tools", o.discoveryFlags},
	}
}

func (o *siteOptions) outputFlags(f *pflag.FlagSet) {
	f.StringVarP(&o.output, "output", "o", "", "the `DIR` to write: absent, empty, or written by site before")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "print errors only, and no summary but that of --json")
	f.BoolVar(&o.json, "json", false, "print the summary as JSON")
}

func (o *siteOptions) presentationFlags(f *pflag.FlagSet) {
	f.StringVar(&o.title, "title", "", "`TITLE` of the pages (default: the name of the catalog's server)")
	f.StringVar(&o.baseURL, "base-url", "", "the `URL` at which people will find the pages")
	f.StringVar(&o.basePath, "base-path", "", "the `PATH` of the site on its host, such as /skills (default: that of the base URL)")
	f.StringVar(&o.mcpURL, "mcp-url", "", "the `URL` of the MCP server of the same skills, which pages tell how to connect to")
	f.StringVar(&o.config, "config", "", "take what no flag gives from \"site\" of this skillpack.yaml `FILE` (default: the one in the current directory, if any)")
}

func (o *siteOptions) discoveryFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.scoped, "scoped", false, "an index for each directory of skills, where two skills have one name")
	f.BoolVar(&o.legacy, "legacy-discovery", false, "add the index of v0.1.0 of the RFC, for older tools")
	f.BoolVar(&o.market, "claude-marketplace", false, "add .claude-plugin/marketplace.json, for a repository of skills")
}

// check returns what is wrong with the flags by themselves.
func (o siteOptions) check(given func(flag string) bool) error {
	if o.output == "" {
		return usageError("got no directory to write; name it with -o, such as -o dist")
	}
	if o.output == "-" {
		return usageError("a site is a directory and does not go to standard output; name one, such as -o dist")
	}
	if given("config") && o.config == "" {
		return usageError("--config is an empty name; name a skillpack.yaml, or leave it out")
	}
	return cmp.Or(checkTitle("--title", o.title, given("title")),
		checkWebURL("--base-url", o.baseURL, given("base-url")), checkWebURL("--mcp-url", o.mcpURL, given("mcp-url")),
		o.checkBasePath(given))
}

// checkBasePath returns what is wrong with a path that a flag gave, with or without a slash
// at its end. The flag of the base URL has been checked.
func (o siteOptions) checkBasePath(given func(flag string) bool) error {
	if !given("base-path") {
		return nil
	}
	path := strings.TrimSuffix(o.basePath, "/")
	if err := protocol.CheckWebPath(path); err != nil && o.basePath != "/" {
		return usageError("--base-path: %s", err)
	}
	if base, err := url.Parse(o.baseURL); err == nil && given("base-url") && strings.TrimSuffix(base.Path, "/") != path {
		return usageError("--base-url %q and --base-path %q name two paths; give the same one in both, or leave out --base-path", o.baseURL, o.basePath)
	}
	return nil
}

// checkTitle refuses an empty title that a flag gave.
func checkTitle(flag, title string, given bool) error {
	if given && strings.TrimSpace(title) == "" {
		return usageError("%s is empty; fill it in or leave it out", flag)
	}
	return nil
}

// checkWebURL refuses what a flag gave and is no address on the web.
func checkWebURL(flag, address string, given bool) error {
	if !given {
		return nil
	}
	if err := protocol.CheckWebURL(address); err != nil {
		return usageError("%s: %s", flag, err)
	}
	return nil
}

// settings returns what the flags say, and for the rest what the configuration does.
func (o siteOptions) settings(stderr io.Writer) (site.Options, error) {
	c, err := o.configured(stderr)
	if err != nil {
		return site.Options{}, err
	}
	return site.Options{
		Title: cmp.Or(o.title, c.Site.Title), BaseURL: cmp.Or(o.baseURL, c.Site.BaseURL), MCPURL: cmp.Or(o.mcpURL, c.Site.MCPURL),
		Prefix: c.Prefix, BasePath: o.basePath, Version: version(), Legacy: o.legacy, Marketplace: o.market, Scoped: o.scoped,
	}, nil
}

// configured reads the configuration: that of --config, else of a skillpack.yaml in
// the current directory, else of none.
func (o siteOptions) configured(stderr io.Writer) (*config.Config, error) {
	path := cmp.Or(o.config, skill.ConfigName)
	if o.config != "" && !exists(path) {
		return nil, usageError("there is no file %q; --config names a skillpack.yaml", path)
	}
	text, err := readRegular(path)
	if err != nil {
		return nil, err
	}
	return parseConfig(path, text, stderr)
}
