package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"
	"golang.org/x/net/http/httpguts"

	"skillpack/internal/access"
	"skillpack/verify"
)

const defaultCallTimeout = 30 * time.Second

// callOptions say how a server is asked.
type callOptions struct {
	headers   []string
	tokenFile string
	timeout   time.Duration
	label     string // "" for the target; no flag of its own
}

func (o *callOptions) addFlags(f *pflag.FlagSet) {
	f.StringArrayVar(&o.headers, "header", nil, "send this `'NAME: VALUE'` with each HTTP request; repeatable")
	f.StringVar(&o.tokenFile, "bearer-token-file", "", "send the first token of this `FILE` with each HTTP request")
	f.DurationVar(&o.timeout, "timeout", defaultCallTimeout, "how long one call may take")
}

// check refuses what the flags cannot mean.
func (o callOptions) check() error {
	header, err := o.header()
	switch {
	case err != nil:
		return err
	case o.timeout <= 0:
		return usageError("--timeout is %v, expected a duration above 0s, such as 30s", o.timeout)
	case o.tokenFile != "" && header.Get("Authorization") != "":
		return usageError("--bearer-token-file and --header Authorization exclude each other; give one")
	}
	return nil
}

// ourHeaders are those that the protocol and the connection set.
func ourHeaders() []string {
	return []string{"Accept", "Accept-Encoding", "Connection", "Content-Length", "Content-Type", "Host", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}
}

// header returns what --header gives. An error never quotes a value: it may be a secret.
func (o callOptions) header() (http.Header, error) {
	header := http.Header{}
	for _, line := range o.headers {
		name, value, found := strings.Cut(line, ":")
		name, value = http.CanonicalHeaderKey(strings.TrimSpace(name)), strings.TrimSpace(value)
		switch {
		case !found || !httpguts.ValidHeaderFieldName(name):
			return nil, usageError("a --header is no header line; expected 'NAME: VALUE', such as 'X-Api-Key: abc'")
		case !httpguts.ValidHeaderFieldValue(value):
			return nil, usageError("the value of --header %q has characters that no header can carry", name)
		case slices.Contains(ourHeaders(), name) || strings.HasPrefix(name, "Mcp-"):
			return nil, usageError("--header %q is set by the protocol; leave it out", name)
		}
		header.Add(name, value)
	}
	return header, nil
}

// dialer returns what opens a connection, and tells what is unsafe about the token.
func (o callOptions) dialer(what audited, notes io.Writer) (func(context.Context, verify.Era) (*verify.Client, error), error) {
	header, err := o.header()
	if err != nil {
		return nil, err
	}
	settings := verify.Options{Label: cmp.Or(o.label, what.String()), Header: header, Timeout: o.timeout, Stderr: printable{notes}}
	if o.tokenFile != "" {
		var warning string
		if settings.BearerToken, warning, err = access.OwnToken(o.tokenFile); err != nil {
			return nil, err
		}
		if warning != "" {
			fmt.Fprintf(notes, "skillpack: %s\n", warning)
		}
	}
	return func(ctx context.Context, era verify.Era) (*verify.Client, error) {
		settings := settings
		settings.Era = era
		if what.command != nil {
			return verify.ConnectCommand(ctx, what.command, settings)
		}
		return verify.ConnectHTTP(ctx, what.url, settings)
	}, nil
}
