package main

import (
	"time"

	"github.com/spf13/pflag"
)

const defaultAddr = "127.0.0.1:8080"

// The defaults of serve.
const (
	defaultMaxBody      = 4 << 20
	defaultDrainTimeout = 10 * time.Second
)

func cacheScopes() []string { return []string{"public", "private"} }
func logLevels() []string   { return []string{"debug", "info", "warn", "error"} }
func logFormats() []string  { return []string{"text", "json"} }

// serveOptions are the flags of serve as they were given.
type serveOptions struct {
	expect           []string
	watch            bool
	ttl, cacheScope  string
	pageSize         int
	addr, opsAddr    string
	stdio            bool
	tlsCert, tlsKey  string
	tokenFile        string
	issuer, audience string
	publicURL        string
	origins, hosts   []string
	maxConnections   int
	maxBody          int64
	drainDelay       time.Duration
	drainTimeout     time.Duration
	logLevel         string
	logFormat        string
	direct           bool
	site             bool
	siteTitle        string
	siteURL          string
	siteScoped       bool
}

// groups returns the flags, by what they are about.
func (o *serveOptions) groups() []flagGroup {
	return []flagGroup{
		{"What to serve", o.contentFlags},
		{"Where", o.addressFlags},
		{"Pages", o.siteFlags},
		{"Who may ask", o.accessFlags},
		{"Limits and the end", o.limitFlags},
		{"Logs and faults", o.logFlags},
	}
}

func (o *serveOptions) contentFlags(f *pflag.FlagSet) {
	f.StringArrayVar(&o.expect, "expect", nil, "refuse a catalog with another `DIGEST` than this, sha256:…; once for each catalog, in any order")
	f.BoolVar(&o.watch, "watch", false, "load the catalog, the tokens and the TLS files anew, each whenever its file changes")
	f.StringVar(&o.ttl, "ttl", "", "how long hosts may keep answers: a `DURATION` such as 5m (default: what the catalog says)")
	f.StringVar(&o.cacheScope, "cache-scope", "", "`SCOPE` of kept answers, public or private (default: what the catalog says, but private with --bearer-token-file or --oidc-issuer)")
	f.IntVar(&o.pageSize, "page-size", 0, "at most `N` items on a page of a list (default: as many as make no more than 50 pages, and at least 100)")
}

func (o *serveOptions) addressFlags(f *pflag.FlagSet) {
	f.StringVar(&o.addr, "http", defaultAddr, "listen on `HOST:PORT`")
	f.BoolVar(&o.stdio, "stdio", false, "speak MCP on standard input and output")
	f.StringVar(&o.opsAddr, "ops-addr", "", "answer /healthz, /readyz and /metrics on `HOST:PORT`, in plain HTTP (default: where the protocol is)")
	f.StringVar(&o.tlsCert, "tls-cert", "", "speak HTTPS with the certificate chain in this PEM `FILE`")
	f.StringVar(&o.tlsKey, "tls-key", "", "PEM `FILE` with the key of the certificate")
}

func (o *serveOptions) siteFlags(f *pflag.FlagSet) {
	f.BoolVar(&o.site, "site", false, "show the skills at /, as 'skillpack site' writes them")
	f.StringVar(&o.siteTitle, "site-title", "", "`TITLE` of the pages (default: the name of the catalog's server)")
	f.StringVar(&o.siteURL, "site-url", "", "the `URL` at which people find the pages, and at URL/mcp the endpoint (default: the address)")
	f.BoolVar(&o.siteScoped, "site-scoped", false, "a discovery index for each directory of skills, where two skills have one name")
}

func (o *serveOptions) accessFlags(f *pflag.FlagSet) {
	f.StringVar(&o.tokenFile, "bearer-token-file", "", "answer only who has a token of this `FILE`, one a line")
	f.StringVar(&o.issuer, "oidc-issuer", "", "answer only who has a JWT of the OpenID Connect issuer at `URL`")
	f.StringVar(&o.audience, "oidc-audience", "", "the `AUDIENCE` that such a JWT must have")
	f.StringVar(&o.publicURL, "public-url", "", "the endpoint's `URL` as clients and the issuer know it (default: the audience)")
	f.StringArrayVar(&o.origins, "allow-origin", nil, "let web pages of this `ORIGIN` ask, such as https://app.example.com; repeatable")
	f.StringArrayVar(&o.hosts, "allow-host", nil, "let requests for this `NAME` in at a loopback address, as from a proxy; repeatable")
}

func (o *serveOptions) limitFlags(f *pflag.FlagSet) {
	f.IntVar(&o.maxConnections, "max-connections", 0, "at most `N` connections at once, others wait, those of probes too unless they have --ops-addr; 0 for no limit")
	f.Int64Var(&o.maxBody, "max-body", defaultMaxBody, "the longest request, in `BYTES`")
	f.DurationVar(&o.drainDelay, "drain-delay", 0, "how long a server that is to end says so at /readyz before it stops listening: a `DURATION` such as 5s")
	f.DurationVar(&o.drainTimeout, "drain-timeout", defaultDrainTimeout, "how long requests under way may then take, a `DURATION`")
}

func (o *serveOptions) logFlags(f *pflag.FlagSet) {
	f.StringVar(&o.logLevel, "log-level", "info", "least `LEVEL` to log: debug, info, warn or error")
	f.StringVar(&o.logFormat, "log-format", "text", "`FORMAT` of the log on standard error: text or json")
	f.BoolVar(&o.direct, "direct", true, "answer plain requests from the catalog's bytes; false leaves all to the SDK, to find faults")
}
