package serve_test

import (
	"context"
	"fmt"
	"log"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"skillpack/catalog"
	"skillpack/internal/protocol"
	"skillpack/serve"
)

// open stands for catalog.Open("catalog.json").
func open() (*catalog.Catalog, error) {
	text := []byte("---\nname: greet\ndescription: How to greet\n---\nSay hello.\n")
	manifest := catalog.Resource{URI: "skill://greet/SKILL.md", Name: "greet", Description: "How to greet", MIMEType: "text/markdown", Size: int64(len(text))}
	digest := protocol.Digest(text)
	return catalog.Freeze(&catalog.Catalog{
		Server: catalog.Server{Name: "greetings", Version: "1.0.0", CacheScope: "public"},
		Skills: []catalog.Entry{{
			URI:         manifest.URI,
			Frontmatter: []byte(`{"name":"greet","description":"How to greet"}`),
			Resources:   []catalog.Ref{{URI: manifest.URI, Digest: digest, Size: manifest.Size}},
		}},
		Resources:   []catalog.Resource{manifest},
		Directories: []catalog.Directory{{URI: "skill://greet", Children: []catalog.Resource{manifest}}},
		Contents:    []catalog.Content{{Digest: digest, Size: manifest.Size, Read: func() ([]byte, error) { return text, nil }}},
	})
}

// connect connects a client to a server in memory.
func connect(ctx context.Context, s *mcp.Server) *mcp.ClientSession {
	ours, theirs := mcp.NewInMemoryTransports()
	if _, err := s.Connect(ctx, ours, nil); err != nil {
		log.Fatal(err)
	}
	session, err := mcp.NewClient(&mcp.Implementation{Name: "client", Version: "1"}, nil).Connect(ctx, theirs, nil)
	if err != nil {
		log.Fatal(err)
	}
	return session
}

func ExampleNew() {
	c, err := open()
	if err != nil {
		log.Fatal(err)
	}
	s := serve.New(c, serve.Options{})
	// http.ListenAndServe("127.0.0.1:8080", s.Handler()) serves it over HTTP,
	// s.ServeStdio(ctx, os.Stdin, os.Stdout) over stdio.

	ctx := context.Background()
	session := connect(ctx, s.MCP())
	defer session.Close()
	r, err := session.ReadResource(ctx, &mcp.ReadResourceParams{URI: "skill://greet/SKILL.md"})
	if err != nil {
		log.Fatal(err)
	}
	fmt.Print(r.Contents[0].Text)
	// Output:
	// ---
	// name: greet
	// description: How to greet
	// ---
	// Say hello.
}

func ExampleRegister() {
	c, err := open()
	if err != nil {
		log.Fatal(err)
	}
	mine := mcp.NewServer(&mcp.Implementation{Name: "mine", Version: "2.0.0"}, nil)
	mcp.AddTool(mine, &mcp.Tool{Name: "wave"}, func(context.Context, *mcp.CallToolRequest, struct{}) (*mcp.CallToolResult, any, error) {
		return nil, "waved", nil
	})
	serve.Register(mine, c)

	ctx := context.Background()
	session := connect(ctx, mine)
	defer session.Close()
	for tool := range session.Tools(ctx, nil) {
		fmt.Println("tool", tool.Name)
	}
	for resource := range session.Resources(ctx, nil) {
		fmt.Println("resource", resource.URI)
	}
	fmt.Println(session.InitializeResult().Capabilities.Extensions)
	// Output:
	// tool wave
	// resource skill://greet/SKILL.md
	// map[io.modelcontextprotocol/skills:map[directoryRead:true]]
}
