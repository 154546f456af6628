package main

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// readAll reads every file that a server lists once, so many at a time, with the SDK's
// client as it is and without a look at what comes.
func readAll(ctx context.Context, url string, concurrency int) error {
	client := mcp.NewClient(&mcp.Implementation{Name: "bench", Version: "1"}, nil)
	session, err := client.Connect(ctx, &mcp.StreamableClientTransport{Endpoint: url, DisableStandaloneSSE: true}, nil)
	if err != nil {
		return err
	}
	defer session.Close()
	ctx, fail := context.WithCancelCause(ctx)
	defer fail(nil)
	uris := make(chan string)
	var readers sync.WaitGroup
	for range concurrency {
		readers.Go(func() {
			for uri := range uris {
				if _, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: uri}); err != nil {
					fail(fmt.Errorf("%s: %w", uri, err))
				}
			}
		})
	}
	listed := 0
	for resource, err := range session.Resources(ctx, nil) {
		if err != nil {
			fail(err)
			break
		}
		listed++
		uris <- resource.URI
	}
	close(uris)
	readers.Wait()
	if listed == 0 {
		return errors.Join(context.Cause(ctx), errors.New("the server lists no file"))
	}
	return context.Cause(ctx)
}
