package main

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"net"
	"os"
	"os/signal"
	"strconv"
	"strings"
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

The address is on the loopback interface unless you name another one. SIGTERM
and Ctrl-C finish the requests under way and end the server with exit code 0.`,
		Example: `  skillpack serve catalog.json
  skillpack serve catalog.json --http 0.0.0.0:8080
  skillpack serve catalog.json --stdio`,
		Args:              exactlyOne("the catalog that 'skillpack build' wrote"),
		ValidArgsFunction: completeCatalog,
		RunE: func(c *cobra.Command, args []string) error {
			o.path = args[0]
			if o.stdio && c.Flags().Changed("http") {
				return usageError("--http and --stdio exclude each other; give one")
			}
			return runServe(c.Context(), o, std)
		},
	}
	c.Flags().StringVar(&o.addr, "http", defaultAddr, "address to listen on")
	c.Flags().BoolVar(&o.stdio, "stdio", false, "speak MCP on standard input and output")
	return c
}

func runServe(ctx context.Context, o serveOptions, std stdio) error {
	if err := checkAddr(o.addr); err != nil {
		return err
	}
	c, err := openCatalog(o.path)
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
	err = s.ListenAndServe(ctx, o.addr, func(at net.Addr) {
		fmt.Fprintf(std.err, "%s at http://%s%s\n", what, at, serve.Endpoint)
	})
	if errors.Is(err, syscall.EADDRINUSE) {
		return fmt.Errorf("%s is in use; end what listens there or choose another address with --http", o.addr)
	}
	return quietly(err)
}

// openCatalog opens a catalog and says, where there is none, how to come by one.
func openCatalog(path string) (*catalog.Catalog, error) {
	c, err := catalog.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no catalog %q; write one with 'skillpack build DIR'", path)
	}
	if info, statErr := os.Stat(path); err != nil && statErr == nil && info.IsDir() {
		return nil, fmt.Errorf("%w; serve the catalog.json that this writes: skillpack build %s", err, shellQuoted(path))
	}
	return c, err
}

// checkAddr refuses what is no address to listen on, and one that names no host: that
// would be every address of the machine, which nobody is to open unawares.
func checkAddr(addr string) error {
	host, port, err := net.SplitHostPort(addr)
	_, portErr := strconv.ParseUint(port, 10, 16)
	switch {
	case err != nil || portErr != nil || strings.ContainsAny(host, "/@ "):
		return usageError("--http %q is no address; expected HOST:PORT, such as %s", addr, defaultAddr)
	case host == "":
		return usageError("--http %q names no host; write 0.0.0.0:%s to serve on every address of this machine, "+
			"or 127.0.0.1:%s for this machine alone", addr, port, port)
	}
	return nil
}

// quietly makes the end that was asked for no error.
func quietly(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
