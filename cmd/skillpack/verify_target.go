package main

import (
	"cmp"
	"net"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"skillpack/internal/diag"
)

// audited is what verify is to look at: exactly one of its fields is set.
type audited struct {
	url     string   // of an MCP endpoint
	command []string // to be started
	catalog string   // a file
}

// String names it as reports do.
func (a audited) String() string {
	return cmp.Or(a.url, a.catalog, strings.Join(a.command, " "))
}

// auditedBy reads the arguments of a command line; dash is how many stand before "--",
// -1 where there is none.
func auditedBy(args []string, dash int) (audited, error) {
	switch {
	case dash > 0:
		return audited{}, usageError("got %q and a command after --; give one of them", args[0])
	case dash == 0 && len(args) == 0:
		return audited{}, usageError("got no command after --; write one that speaks MCP on standard input and output")
	case dash == 0:
		return audited{command: args}, nil
	case len(args) == 0:
		return audited{}, usageError("got no argument, expected a URL, a catalog file, or -- and a command")
	case len(args) > 1:
		return audited{}, usageError("got %d arguments, expected one; write -- before a command: skillpack verify -- %s", len(args), quotedWords(args))
	}
	return auditedAt(args[0])
}

func quotedWords(words []string) string {
	var quoted []string
	for _, word := range words {
		quoted = append(quoted, shellQuoted(word))
	}
	return strings.Join(quoted, " ")
}

// auditedAt tells a URL from a file.
func auditedAt(target string) (audited, error) {
	scheme, rest, isURL := strings.Cut(target, "://")
	switch {
	case isURL && (strings.EqualFold(scheme, "http") || strings.EqualFold(scheme, "https")):
		return audited{url: target}, checkURL(target)
	case isURL:
		return audited{}, usageError("%q is no URL of a server; expected http or https, such as https://%s", target, rest)
	case !exists(target) && looksLikeHost(target):
		return audited{}, usageError("%q is neither a file nor a URL; a server is named by its URL: http://%s/mcp", target, strings.TrimSuffix(target, "/mcp"))
	}
	if info, err := os.Stat(target); err == nil && info.IsDir() {
		return audited{}, usageError("%q is a directory, expected a catalog file; this writes one: skillpack build %s", target, shellQuoted(target))
	}
	return audited{catalog: target}, nil
}

// looksLikeHost reports whether a target is one whose scheme was left out.
func looksLikeHost(target string) bool {
	host, _, _ := strings.Cut(target, "/")
	_, port, err := net.SplitHostPort(host)
	return err == nil && port != "" || host == "localhost" || net.ParseIP(host) != nil
}

func checkURL(target string) error {
	u, err := url.Parse(target)
	switch {
	case err != nil:
		return usageError("%q is no URL: %s", target, strings.TrimPrefix(err.Error(), "parse "))
	case u.Hostname() == "":
		return usageError("%q names no host; expected one, such as http://127.0.0.1:8080/mcp", target)
	case u.User != nil:
		return usageError("the URL holds a password, which logs would keep; use --bearer-token-file or --header")
	case u.Fragment != "":
		return usageError("%q has a fragment (#…), which no server gets; leave it out", diag.Printable(target))
	}
	return nil
}

// check refuses flags that mean nothing for what is to be looked at.
func (a audited) check(given func(flag string) bool) error {
	refused, what := serverFlags(), "a server, not for a catalog file"
	switch {
	case a.url != "":
		return nil
	case a.command != nil:
		refused, what = httpFlags(), "a URL, not for a command"
	}
	var others []string
	for _, flag := range refused {
		if given(flag) {
			others = append(others, "--"+flag)
		}
	}
	if len(others) > 0 {
		return usageError("%s: only for %s; leave out either", strings.Join(others, ", "), what)
	}
	return nil
}

// completeAudited completes the name of a catalog, then the arguments of a command.
func completeAudited(c *cobra.Command, args []string, word string) ([]string, cobra.ShellCompDirective) {
	if len(args) > 0 {
		return completePaths(c, args, word)
	}
	return completeCatalog(c, args, word)
}
