package main

import (
	"strings"

	"github.com/spf13/pflag"
)

// The defaults of verify.
const (
	defaultConcurrency = 8
	defaultMaxSkills   = 10_000
)

func erasOfVerify() []string    { return []string{"both", "modern", "legacy"} }
func formatsOfVerify() []string { return []string{"text", "json", "junit"} }

// verifyOptions are the flags of verify as they were given.
type verifyOptions struct {
	catalog     string
	era         string
	strict      bool
	maxSkills   int
	call        callOptions
	concurrency int
	format      string
	json        bool
	quiet       bool
}

// groups returns the flags, by what they are about.
func (o *verifyOptions) groups() []flagGroup {
	return []flagGroup{
		{"What to check", o.scopeFlags},
		{"How to ask", o.callFlags},
		{"What to print", o.outputFlags},
	}
}

func (o *verifyOptions) scopeFlags(f *pflag.FlagSet) {
	f.StringVar(&o.catalog, "catalog", "", "the server must serve what this `FILE` holds, nothing more and nothing less")
	f.StringVar(&o.era, "era", "both", "protocol `ERA` to ask in: "+strings.Join(erasOfVerify(), ", "))
	f.IntVar(&o.maxSkills, "max-skills", defaultMaxSkills, "look at no more than `N` skills; that there are more is a finding")
	f.BoolVar(&o.strict, "strict", false, "fail on skills that are unverifiable too")
}

func (o *verifyOptions) callFlags(f *pflag.FlagSet) {
	o.call.addFlags(f)
	f.StringVar(&o.call.label, "label", "", "what you call the server, in reports (default: the target)")
	f.IntVar(&o.concurrency, "concurrency", defaultConcurrency, "make up to `N` calls at a time")
}

func (o *verifyOptions) outputFlags(f *pflag.FlagSet) {
	f.StringVar(&o.format, "format", "text", "`FORMAT` of the report: "+strings.Join(formatsOfVerify(), ", "))
	f.BoolVar(&o.json, "json", false, "the same as --format json")
	f.BoolVarP(&o.quiet, "quiet", "q", false, "tell only what failed, and no summary")
}

// serverFlags are those that mean nothing for a catalog file, and httpFlags those that
// mean nothing for a command.
func serverFlags() []string {
	return append(httpFlags(), "catalog", "era", "max-skills", "label", "concurrency", "timeout")
}
func httpFlags() []string { return []string{"header", "bearer-token-file"} }
