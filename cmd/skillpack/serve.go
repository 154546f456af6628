package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"os/signal"
	"syscall"

	"github.com/spf13/cobra"

	"skillpack/catalog"
	"skillpack/serve"
)

const defaultAddr = "127.0.0.1:8080"

type serveOptions struct {
	path  string
	addr  string
	stdio bool
}

func newServe(std stdio) *cobra.Command {
	var o serveOptions
	c := &cobra.Command{
		Use:   "serve CATALOG",
		Short: "Serve a catalog over MCP",
		Long: `Serve the skills of a catalog over MCP: by streamable HTTP at /mcp, or on
standard input and output with --stdio. The catalog is read and checked once, at
the start; after that no file is touched.

The address is on the loopback interface unless you name another one. SIGTERM and
Ctrl-C finish the requests under way and end the server with exit code 0.`,
		Example: `  skillpack serve catalog.json
  skillpack serve catalog.json --http 0.0.0.0:8080
  skillpack serve catalog.json --stdio`,
		Args:              exactlyOne("the catalog that 'skillpack build' wrote"),
		ValidArgsFunction: completeCatalog,
		RunE: func(c *cobra.Command, args []string) error {
			o.path = args[0]
			return runServe(c.Context(), o, std)
		},
	}
	c.Flags().StringVar(&o.addr, "http", defaultAddr, "address to listen on")
	c.Flags().BoolVar(&o.stdio, "stdio", false, "speak MCP on standard input and output")
	c.MarkFlagsMutuallyExclusive("http", "stdio")
	return c
}

func runServe(ctx context.Context, o serveOptions, std stdio) error {
	c, err := catalog.Open(o.path)
	if err != nil {
		return err
	}
	// A log that nobody reads any more must not end the server; an output is an error.
	signal.Ignore(syscall.SIGPIPE)
	logger := slog.New(slog.NewTextHandler(std.err, nil))
	s := serve.New(c, serve.Options{Logger: logger})
	what := fmt.Sprintf("serving %s of %s", count(len(c.Skills)+len(c.Unlisted), "skill"), c.Digest())
	if o.stdio {
		fmt.Fprintf(std.err, "%s on standard input and output\n", what)
		return quietly(s.ServeStdio(ctx, std.in, std.out))
	}
	return quietly(s.ListenAndServe(ctx, o.addr, func(at net.Addr) {
		fmt.Fprintf(std.err, "%s at http://%s%s\n", what, at, serve.Endpoint)
	}))
}

// quietly makes the end that was asked for no error.
func quietly(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
