package main

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"

	"golang.org/x/net/http/httpguts"

	"skillpack/internal/access"
	"skillpack/verify"
)

// check refuses what the flags cannot mean.
func (o verifyOptions) check(given func(flag string) bool) error {
	if err := cmp.Or(checkFormat(o.format, formatsOfVerify()), o.checkNumbers()); err != nil {
		return err
	}
	if o.json && given("format") && o.format != "json" {
		return usageError("--json and --format %s exclude each other; give one", o.format)
	}
	if !slices.Contains(erasOfVerify(), o.era) {
		return usageError("--era is %q, expected %s", o.era, strings.Join(erasOfVerify(), ", "))
	}
	header, err := o.header()
	if err == nil && o.tokenFile != "" && header.Get("Authorization") != "" {
		return usageError("--bearer-token-file and --header Authorization exclude each other; give one")
	}
	return err
}

func (o verifyOptions) checkNumbers() error {
	switch {
	case o.maxSkills < 1:
		return usageError("--max-skills is %d, expected a number from 1", o.maxSkills)
	case o.concurrency < 1:
		return usageError("--concurrency is %d, expected a number from 1", o.concurrency)
	case o.timeout <= 0:
		return usageError("--timeout is %v, expected a duration above 0s, such as 30s", o.timeout)
	}
	return nil
}

func (o verifyOptions) formatAsked() string {
	if o.json {
		return "json"
	}
	return o.format
}

func (o verifyOptions) eras() []verify.Era {
	switch o.era {
	case "modern":
		return []verify.Era{verify.Modern}
	case "legacy":
		return []verify.Era{verify.Legacy}
	}
	return []verify.Era{verify.Modern, verify.Legacy}
}

// ourHeaders are those that the protocol and the connection set.
func ourHeaders() []string {
	return []string{"Accept", "Accept-Encoding", "Connection", "Content-Length", "Content-Type", "Host", "Te", "Trailer", "Transfer-Encoding", "Upgrade"}
}

// header returns what --header gives. An error never quotes a value: it may be a secret.
func (o verifyOptions) header() (http.Header, error) {
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
func (o verifyOptions) dialer(what audited, notes io.Writer) (func(context.Context, verify.Era) (*verify.Client, error), error) {
	header, err := o.header()
	if err != nil {
		return nil, err
	}
	settings := verify.Options{Label: cmp.Or(o.label, what.String()), Header: header, Timeout: o.timeout}
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
