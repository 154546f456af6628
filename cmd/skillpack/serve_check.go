package main

import (
	"cmp"
	"errors"
	"net"
	"slices"
	"strconv"
	"strings"
	"time"

	"skillpack/internal/daemon"
	"skillpack/internal/protocol"
	"skillpack/serve"
)

// httpOnly are the flags that mean nothing on standard input and output.
func httpOnly() []string {
	return []string{
		"http", "ops-addr", "tls-cert", "tls-key", "bearer-token-file", "oidc-issuer", "oidc-audience", "public-url",
		"allow-origin", "allow-host", "max-connections", "drain-delay", "drain-timeout", "direct",
		"site", "site-title", "site-url", "site-scoped",
	}
}

// config checks the flags and returns what they ask for.
func (o serveOptions) config(catalogs []string, given func(flag string) bool) (daemon.Config, error) {
	err := cmp.Or(o.checkStdio(given), o.checkAddresses(), o.checkExpect(len(catalogs)), o.checkTLS(),
		o.checkNumbers(given), o.checkWords(), o.checkSite(given))
	if err != nil {
		return daemon.Config{}, err
	}
	ttl, err := o.ttlMs()
	if err != nil {
		return daemon.Config{}, err
	}
	c := daemon.Config{
		Catalogs: catalogs, Expect: o.expect, Watch: o.watch, Stdio: o.stdio,
		HTTP: daemon.HTTP{
			Addr: o.addr, OpsAddr: o.opsAddr, TLS: daemon.KeyPair{Cert: o.tlsCert, Key: o.tlsKey},
			MaxConnections: o.maxConnections, DrainDelay: o.drainDelay, DrainTimeout: o.drainTimeout,
		},
		Auth: daemon.Auth{TokenFile: o.tokenFile, Issuer: o.issuer, Audience: o.audience, PublicURL: o.publicURL},
		Serve: serve.Options{
			PageSize: o.pageSize, TTLMs: ttl, CacheScope: o.cacheScope, MaxBody: o.maxBody,
			AllowOrigins: o.origins, AllowHosts: o.hosts, SDKOnly: !o.direct,
		},
	}
	if o.site {
		c.Site = &daemon.Site{Title: o.siteTitle, URL: o.siteURL, Scoped: o.siteScoped}
	}
	if err := cmp.Or(c.Auth.Check(), c.Serve.Validate()); err != nil {
		return daemon.Config{}, usageError("%s", err)
	}
	return c, nil
}

func (o serveOptions) checkStdio(given func(flag string) bool) error {
	if !o.stdio {
		return nil
	}
	var others []string
	for _, flag := range httpOnly() {
		if given(flag) {
			others = append(others, "--"+flag)
		}
	}
	switch {
	case len(others) == 0:
		return nil
	case others[0] == "--http":
		return usageError("--http and --stdio exclude each other; give one")
	}
	return usageError("%s: only for HTTP, not for --stdio; leave out either", strings.Join(others, ", "))
}

func (o serveOptions) checkAddresses() error {
	if err := checkAddr("--http", o.addr, defaultAddr); err != nil || o.opsAddr == "" {
		return err
	}
	if err := checkAddr("--ops-addr", o.opsAddr, "127.0.0.1:9090"); err != nil {
		return err
	}
	if o.opsAddr == o.addr && !strings.HasSuffix(o.addr, ":0") {
		return usageError("--ops-addr and --http are both %q; give another port, or leave --ops-addr out", o.addr)
	}
	return nil
}

// checkAddr refuses what is no address to listen on, and one that names no host: that
// would be every address of the machine, which nobody is to open unawares.
func checkAddr(flag, addr, example string) error {
	host, port, err := net.SplitHostPort(addr)
	_, portErr := strconv.ParseUint(port, 10, 16)
	switch {
	case err == nil && errors.Is(portErr, strconv.ErrRange):
		return usageError("%s %q has no port that there is; expected 1 to 65535, or 0 for any that is free", flag, addr)
	case err != nil || portErr != nil || strings.ContainsAny(host, "/@ "):
		return usageError("%s %q is no address; expected HOST:PORT, such as %s", flag, addr, example)
	case host == "":
		return usageError("%s %q names no host; write 0.0.0.0:%s to serve on every IPv4 address of this machine, [::]:%s for those of IPv6 too, "+
			"or 127.0.0.1:%s for this machine alone", flag, addr, port, port, port)
	}
	return nil
}

func (o serveOptions) checkExpect(catalogs int) error {
	for _, digest := range o.expect {
		if !protocol.ValidDigest(digest) {
			return usageError("--expect %q is no digest; expected sha256: and 64 of 0-9 and a-f, as 'skillpack build' prints it", digest)
		}
	}
	if n := len(o.expect); n > 0 && n != catalogs {
		return usageError("got %d --expect for %s; give one for each", n, count(catalogs, "catalog"))
	}
	return nil
}

func (o serveOptions) checkTLS() error {
	if (o.tlsCert == "") != (o.tlsKey == "") {
		return usageError("--tls-cert and --tls-key go together; give both or neither")
	}
	return nil
}

func (o serveOptions) checkNumbers(given func(flag string) bool) error {
	switch {
	case given("page-size") && o.pageSize < 1:
		return usageError("--page-size is %d, expected a number from 1", o.pageSize)
	case o.maxBody < 1:
		return usageError("--max-body is %d, expected a number of bytes from 1", o.maxBody)
	case o.maxConnections < 0:
		return usageError("--max-connections is %d, expected a number from 0", o.maxConnections)
	case o.drainDelay < 0:
		return usageError("--drain-delay is %v, expected a duration from 0s", o.drainDelay)
	case o.drainTimeout < 0:
		return usageError("--drain-timeout is %v, expected a duration from 0s", o.drainTimeout)
	}
	return nil
}

func (o serveOptions) checkSite(given func(flag string) bool) error {
	for _, flag := range []string{"site-title", "site-url", "site-scoped"} {
		if given(flag) && !o.site {
			return usageError("--%s is about the pages of --site; give both or leave it out", flag)
		}
	}
	return cmp.Or(checkTitle("--site-title", o.siteTitle, given("site-title")), checkWebURL("--site-url", o.siteURL, given("site-url")))
}

func (o serveOptions) checkWords() error {
	if o.cacheScope != "" && !slices.Contains(cacheScopes(), o.cacheScope) {
		return usageError("--cache-scope is %q, expected %s", o.cacheScope, strings.Join(cacheScopes(), " or "))
	}
	switch {
	case o.issuer != "" && o.audience == "":
		return usageError("--oidc-issuer needs --oidc-audience: without it a token for any other service would do")
	case o.issuer == "" && o.audience != "":
		return usageError("--oidc-audience is that of tokens of --oidc-issuer; give both or neither")
	case o.issuer == "" && o.publicURL != "":
		return usageError("--public-url is told to clients that turn to --oidc-issuer; give both or leave it out")
	}
	return nil
}

// ttlMs is --ttl in milliseconds, nil where it is not given.
func (o serveOptions) ttlMs() (*int64, error) {
	if o.ttl == "" {
		return nil, nil
	}
	d, err := time.ParseDuration(o.ttl)
	if err != nil || d < 0 {
		return nil, usageError("--ttl is %q, expected a duration from 0s, such as 90s, 5m or 1h", o.ttl)
	}
	ms := d.Milliseconds()
	return &ms, nil
}
