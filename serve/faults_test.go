package serve

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

func wantCode(t testing.TB, err error, code int64) {
	t.Helper()
	var wire *jsonrpc.Error
	if !errors.As(err, &wire) || wire.Code != code {
		t.Errorf("error %v, want code %d", err, code)
	}
}

func TestS81(t *testing.T) {
	h := newSmall(t).Handler()
	cases := []struct {
		name, body string
		code       int64
	}{
		{"missing", `{"jsonrpc":"2.0","id":7,"method":"skills/list"}`, 0},
		{"null", `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":null}`, 0},
		{"empty", `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":{}}`, 0},
		{"null cursor", `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":{"cursor":null}}`, 0},
		{"extra", `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":{"x":[1],"limit":"many"}}`, 0},
		{"resources missing", `{"jsonrpc":"2.0","id":7,"method":"resources/list"}`, 0},
		{"resources null", `{"jsonrpc":"2.0","id":7,"method":"resources/list","params":null}`, 0},
		{"get extra", `{"jsonrpc":"2.0","id":7,"method":"skills/get","params":{"uri":"skill://zoo/SKILL.md","x":1}}`, 0},
		{"array", `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":[]}`, -32602},
		{"cursor a number", `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":{"cursor":3}}`, -32602},
		{"meta a list", `{"jsonrpc":"2.0","id":7,"method":"skills/list","params":{"_meta":[]}}`, -32602},
		{"get array", `{"jsonrpc":"2.0","id":7,"method":"skills/get","params":["skill://zoo/SKILL.md"]}`, -32602},
		{"get missing", `{"jsonrpc":"2.0","id":7,"method":"skills/get"}`, -32602},
		{"get null", `{"jsonrpc":"2.0","id":7,"method":"skills/get","params":null}`, -32602},
		{"get no uri", `{"jsonrpc":"2.0","id":7,"method":"skills/get","params":{"URI":"skill://zoo/SKILL.md"}}`, -32602},
		{"get uri a number", `{"jsonrpc":"2.0","id":7,"method":"skills/get","params":{"uri":7}}`, -32602},
		{"directory uri a number", `{"jsonrpc":"2.0","id":7,"method":"resources/directory/read","params":{"uri":7}}`, -32602},
		{"directory missing", `{"jsonrpc":"2.0","id":7,"method":"resources/directory/read"}`, -32602},
		{"read array", `{"jsonrpc":"2.0","id":7,"method":"resources/read","params":[]}`, -32602},
		{"read missing", `{"jsonrpc":"2.0","id":7,"method":"resources/read"}`, -32602},
		{"read null", `{"jsonrpc":"2.0","id":7,"method":"resources/read","params":null}`, -32602},
		{"read uri a number", `{"jsonrpc":"2.0","id":7,"method":"resources/read","params":{"uri":7}}`, -32602},
		{"resources array", `{"jsonrpc":"2.0","id":7,"method":"resources/list","params":[]}`, -32602},
	}
	for _, c := range cases {
		t.Run("S81/"+c.name, func(t *testing.T) {
			a := post(t, h, c.body, "MCP-Protocol-Version", legacy)
			if a.status != 200 || a.code() != c.code || (c.code == 0) != (a.Result != nil) {
				t.Errorf("http: status %d %s, want code %d", a.status, a.body, c.code)
			}
			line := stdio(t, newSmall(t), hello, c.body)["7"]
			if line == nil || line.code() != c.code || (c.code == 0) != (line.Result != nil) {
				t.Errorf("stdio: %+v, want code %d", line, c.code)
			}
		})
	}
	t.Run("S81/notification", func(t *testing.T) { // P11
		for _, method := range []string{methodList, methodReadResource, "no/such", "notifications/none"} {
			body := `{"jsonrpc":"2.0","method":"` + method + `","params":{"uri":"skill://zoo/SKILL.md"}}`
			if a := post(t, h, body, "MCP-Protocol-Version", legacy); a.body != "" || a.status != 202 {
				t.Errorf("%s: status %d, body %q; want 202 and none", method, a.status, a.body)
			}
			if out := stdio(t, newSmall(t), hello, body); len(out) != 1 {
				t.Errorf("%s: a notification was answered: %v", method, out)
			}
		}
	})
}

func TestS82(t *testing.T) {
	h := newSmall(t).Handler()
	for _, uri := range []string{
		"skill://acme/billing/SKILL.md/", "skill://acme/billing/ref/%2e%2e/SKILL.md", "skill://acme/billing/ref/../SKILL.md",
		"skill://acme%2Fbilling/SKILL.md", "skill://acme/billing%2fSKILL.md", "SKILL://acme/billing/SKILL.md", "Skill://acme/billing/SKILL.md",
		"skill://acme/billing", "skill://acme/billing/ref", "skill://acme/billing/", "skill://acme//billing/SKILL.md",
		"skill://acme/billing/SKILL.md?x", "skill://acme/billing/SKILL.md#x", "skill://acme/billing/SKILL.md%00", "skill://acme/billing/SKILL.md%",
		"skill://acme/billing/skill.md", "skill:/acme/billing/SKILL.md", "acme/billing/SKILL.md", "skill://", "", "\x00\x07\x7f\u00ad",
	} {
		for _, era := range []string{modern, legacy} {
			t.Run("S82/"+era+"/"+uri, func(t *testing.T) {
				params := `{"uri":` + string(protocol.AppendString(nil, uri)) + `}`
				if a := ask(t, h, legacy, methodReadResource, params); a.code() != -32602 {
					t.Errorf("read: %s", a.body)
				}
				if a := ask(t, h, era, methodGet, params); a.code() != -32602 {
					t.Errorf("get: %s", a.body)
				}
				isDirectory := uri == "skill://acme/billing" || uri == "skill://acme/billing/ref"
				if a := ask(t, h, era, methodDirectory, params); (a.code() == 0) != isDirectory {
					t.Errorf("directory read: %s", a.body)
				}
			})
		}
	}
	t.Run("S82/other spellings", func(t *testing.T) {
		const uri = "skill://acme/billing/r%65f/a%20b.md"
		a := ask(t, h, modern, methodReadResource, `{"uri":"`+uri+`"}`)
		if got := uris(t, a.Result["contents"]); len(got) != 1 || got[0] != uri {
			t.Errorf("read of %s: %s", uri, a.body)
		}
		if a := ask(t, h, modern, methodDirectory, `{"uri":"skill://acme/b%69lling/ref"}`); a.code() != 0 {
			t.Errorf("directory read: %s", a.body)
		}
	})
}

func TestPanics(t *testing.T) { // P8, P11
	log, lines := logged()
	s := New(smallCatalog(t), Options{Logger: log})
	s.MCP().AddTool(&mcp.Tool{Name: "bad", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		panic("secret one")
	})
	s.MCP().AddTool(&mcp.Tool{Name: "err", InputSchema: map[string]any{"type": "object"}}, func(context.Context, *mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		return nil, errors.New("secret two")
	})
	for name, secret := range map[string]string{"bad": "secret one", "err": "secret two"} {
		a := ask(t, s.Handler(), legacy, "tools/call", `{"name":"`+name+`","arguments":{}}`)
		if a.code() != -32603 || strings.Contains(a.body, "secret") {
			t.Errorf("%s: %s, want -32603 and no detail", name, a.body)
		}
		if !strings.Contains(lines.String(), secret) {
			t.Errorf("%s: not logged: %s", name, lines)
		}
	}
	if a := ask(t, s.Handler(), legacy, methodList, ""); a.Result == nil {
		t.Errorf("the server is gone: %s", a.body)
	}
}

func TestMistakesPanic(t *testing.T) {
	wantPanic := func(name, text string, f func()) {
		t.Run(name, func(t *testing.T) {
			defer func() {
				if said, _ := recover().(string); !strings.Contains(said, text) {
					t.Errorf("panic %q, want one that says %q", said, text)
				}
			}()
			f()
		})
	}
	wantPanic("not frozen", "not frozen", func() { New(&catalog.Catalog{}, Options{}) })
	wantPanic("nil", "not frozen", func() { New(nil, Options{}) })
	wantPanic("register", "not frozen", func() {
		Register(mcp.NewServer(&mcp.Implementation{Name: "x"}, nil), &catalog.Catalog{})
	})
	wantPanic("scope", "cache scope", func() { New(smallCatalog(t), Options{CacheScope: "shared"}) })
	wantPanic("page size", "negative", func() { New(smallCatalog(t), Options{PageSize: -1}) })
}
