// Command skillpack publishes Agent Skills over MCP: it lints a tree of skills,
// builds it into one sealed catalog, and serves that catalog.
package main

import (
	"context"
	"os"
	"os/signal"
	"syscall"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	// A second signal ends the process at once, as it would without us.
	context.AfterFunc(ctx, stop)
	code := run(ctx, os.Args[1:], stdio{os.Stdin, os.Stdout, os.Stderr})
	stop()
	os.Exit(code)
}
