package serve

import (
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// theirServer is somebody's server with a tool, instructions, a template and n
// resources.
func theirServer(n int) *mcp.Server {
	s := mcp.NewServer(&mcp.Implementation{Name: "theirs", Version: "9"}, &mcp.ServerOptions{
		Instructions: "Use the tool", PageSize: 4,
		SetCacheable: func(_ context.Context, _ mcp.Request, c *mcp.Cacheable) { c.TTLMs, c.CacheScope = 5, "private" },
	})
	mcp.AddTool(s, &mcp.Tool{Name: "echo"}, func(_ context.Context, _ *mcp.CallToolRequest, in map[string]any) (*mcp.CallToolResult, any, error) {
		return &mcp.CallToolResult{Content: []mcp.Content{&mcp.TextContent{Text: fmt.Sprint(in["say"])}}}, nil, nil
	})
	read := func(_ context.Context, r *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: r.Params.URI, Text: "theirs"}}}, nil
	}
	for i := range n {
		s.AddResource(&mcp.Resource{URI: fmt.Sprintf("app://r%02d", i), Name: "r"}, read)
	}
	s.AddResourceTemplate(&mcp.ResourceTemplate{URITemplate: "item://{id}", Name: "item"}, read)
	return s
}

func TestRegister(t *testing.T) {
	c := smallCatalog(t)
	makeServer := func(*testing.T) *Server { return Register(theirServer(10), c) }
	everyWay(t, makeServer, func(t *testing.T, session *mcp.ClientSession, isModern bool) {
		r := session.InitializeResult()
		b, _ := json.Marshal(r.Capabilities)
		want := `{"extensions":{"io.modelcontextprotocol/skills":{"directoryRead":true}},"logging":{},"resources":{"listChanged":true},"tools":{"listChanged":true}}`
		if got := compact(t, b); got != want {
			t.Errorf("capabilities %s, want %s", got, want)
		}
		if want := "Use the tool\n\nRead skill://zoo/SKILL.md"; r.Instructions != want || r.ServerInfo.Name != "theirs" {
			t.Errorf("instructions %q of %s, want %q", r.Instructions, r.ServerInfo.Name, want)
		}
		if got := uris(t, call(t, session, methodList, nil)["skills"]); len(got) != 2 {
			t.Errorf("skills %q", got)
		}
		tool, err := session.CallTool(t.Context(), &mcp.CallToolParams{Name: "echo", Arguments: map[string]any{"say": "hi"}})
		if err != nil || tool.Content[0].(*mcp.TextContent).Text != "hi" {
			t.Errorf("tool: %+v %v", tool, err)
		}
		for uri, want := range map[string]string{"skill://zoo/SKILL.md": "Unlisted", "app://r03": "theirs", "item://7": "theirs"} {
			got, err := session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: uri})
			if err != nil || got.Contents[0].Text != want {
				t.Errorf("read of %s: %+v %v, want %q", uri, got, err, want)
			}
		}
		_, err = session.ReadResource(t.Context(), &mcp.ReadResourceParams{URI: "skill://none/x"})
		wantCode(t, err, -32602)
		templates, err := session.ListResourceTemplates(t.Context(), nil)
		if err != nil || len(templates.ResourceTemplates) != 1 {
			t.Errorf("templates %+v %v", templates, err)
		}
	})
}

func TestRegisterListsResources(t *testing.T) {
	c := smallCatalog(t)
	var ours []string
	for _, r := range c.Resources {
		ours = append(ours, r.URI)
	}
	for _, n := range []int{0, 1, 4, 5, 10} {
		want := slices.Clone(ours)
		for i := range n {
			want = append(want, fmt.Sprintf("app://r%02d", i))
		}
		s := Register(theirServer(n), c)
		got, _ := walked{method: methodListResources, field: "resources"}.walk(t, modern, s)
		if !slices.Equal(got, want) {
			t.Errorf("%d of theirs: %q, want %q", n, got, want)
		}
		// All pages of a walk have one scope (P7), and theirs may be private.
		a := ask(t, s.Handler(), modern, methodListResources, "")
		wantField(t, a.Result, "cacheScope", `"private"`)
		wantField(t, a.Result, "ttlMs", map[bool]string{true: "60000", false: "5"}[n == 0])
	}
	t.Run("theirs that cannot be read is not listed", func(t *testing.T) {
		s := theirServer(0)
		s.AddResource(&mcp.Resource{URI: "skill://zoo/SKILL.md", Name: "shadowed"}, nil)
		got, _ := walked{method: methodListResources, field: "resources"}.walk(t, modern, Register(s, c))
		if !slices.Equal(got, ours) {
			t.Errorf("%q, want %q", got, ours)
		}
	})
	t.Run("a bad cursor of theirs", func(t *testing.T) {
		s := Register(theirServer(10), c)
		bad := s.current.Load().cursor(theirList, []byte("%%%"))
		if a := ask(t, s.Handler(), modern, methodListResources, `{"cursor":"`+bad+`"}`); a.code() != -32602 {
			t.Errorf("%s, want -32602", a.body)
		}
	})
}

func TestRegisterTwice(t *testing.T) {
	s := theirServer(0)
	Register(s, smallCatalog(t))
	h := Register(s, oneSkill(t, "v2")).Handler()
	// The later one's skills methods replaced the earlier one's.
	if got := uris(t, ask(t, h, modern, methodList, "").Result["skills"]); len(got) != 3 || got[0] != "skill://a/SKILL.md" {
		t.Errorf("listed %q", got)
	}
	for _, uri := range []string{"skill://a/SKILL.md", "skill://zoo/SKILL.md"} {
		if a := ask(t, h, modern, methodReadResource, `{"uri":"`+uri+`"}`); a.Result == nil {
			t.Errorf("read of %s: %s", uri, a.body)
		}
	}
}

// Middleware of theirs may return one result again and again.
func TestRegisterChangesNoSharedValue(t *testing.T) {
	s := theirServer(0)
	shared := &mcp.InitializeResult{
		ProtocolVersion: legacy, ServerInfo: &mcp.Implementation{Name: "theirs"},
		Capabilities: &mcp.ServerCapabilities{Extensions: map[string]any{"x/y": map[string]any{}}},
	}
	discover := &mcp.DiscoverResult{Capabilities: shared.Capabilities, SupportedVersions: []string{modern}, Instructions: "theirs"}
	s.AddReceivingMiddleware(func(next mcp.MethodHandler) mcp.MethodHandler {
		return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
			switch method {
			case methodInitialize:
				return shared, nil
			case "server/discover":
				return discover, nil
			}
			return next(ctx, method, r)
		}
	})
	h := Register(s, smallCatalog(t)).Handler()
	for range 2 {
		for _, a := range []*reply{
			ask(t, h, legacy, methodInitialize, `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"0"}}`),
			ask(t, h, modern, "server/discover", ""),
		} {
			wantField(t, a.Result, "capabilities", `{"extensions":{"io.modelcontextprotocol/skills":{"directoryRead":true},"x/y":{}},"resources":{}}`)
			if !strings.HasSuffix(string(a.Result["instructions"]), `Read skill://zoo/SKILL.md"`) {
				t.Errorf("instructions %s", a.Result["instructions"])
			}
		}
	}
	if len(shared.Capabilities.Extensions) != 1 || shared.Capabilities.Resources != nil || shared.Instructions != "" || discover.Instructions != "theirs" {
		t.Errorf("a shared result was changed: %+v %v", shared, slices.Collect(maps.Keys(shared.Capabilities.Extensions)))
	}
}
