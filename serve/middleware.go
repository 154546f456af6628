package serve

import (
	"context"
	"errors"
	"maps"
	"reflect"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// extension is the id under which the capability is declared (P1).
const extension = "io.modelcontextprotocol/skills"

const methodInitialize = "initialize"

// install hooks the server into the SDK server.
func (s *Server) install() {
	openEarly()
	s.addSkillsMethods()
	s.mcp.AddReceivingMiddleware(s.middleware)
}

// openEarly makes the standard library open, before anybody is told that the server is
// ready, the file that it would open at the first log line: the time zone.
func openEarly() { _ = time.Local.String() }

// middleware answers what is ours, amends what the SDK answers and lets no fault
// out (P8, P11).
func (s *Server) middleware(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (_ mcp.Result, err error) {
		defer contain(ctx, s.options.Logger, method, &err)
		now := s.current.Load()
		answer, err := s.answer(context.WithValue(ctx, snapshotKey{s}, now), method, r, next)
		if err != nil {
			return nil, s.refusal(ctx, method, err)
		}
		return s.amend(now, answer, r), nil
	}
}

// snapshotKey is the context key of the snapshot that a request began with. Two
// servers may be registered with one SDK server.
type snapshotKey struct{ s *Server }

// begun returns the snapshot that a request began with.
func (s *Server) begun(ctx context.Context) *snapshot {
	if now, ok := ctx.Value(snapshotKey{s}).(*snapshot); ok {
		return now
	}
	return s.current.Load()
}

func (s *Server) answer(ctx context.Context, method string, r mcp.Request, next mcp.MethodHandler) (mcp.Result, error) {
	switch r := r.(type) {
	case *mcp.ListResourcesRequest:
		return s.listResources(ctx, r, next)
	case *mcp.ReadResourceRequest:
		return s.readResource(ctx, r, next)
	}
	return next(ctx, method, r)
}

// refusal is the error that a client sees. On somebody's server their errors are
// theirs; on ours none goes out as it is, since the SDK would send its text with
// the code 0.
func (s *Server) refusal(ctx context.Context, method string, err error) error {
	if !s.own {
		return err
	}
	var wire *jsonrpc.Error
	if method == methodInitialize && !errors.As(err, &wire) {
		return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: err.Error()}
	}
	return hide(ctx, s.options.Logger, method, err)
}

// amend adds what belongs to the catalog to an answer of the SDK. The answer may
// be shared, so what is changed is a copy.
func (s *Server) amend(now *snapshot, answer mcp.Result, r mcp.Request) mcp.Result {
	switch a := answer.(type) {
	case *mcp.InitializeResult:
		amended := *a
		amended.Capabilities = withSkills(a.Capabilities)
		amended.Instructions = joinText(a.Instructions, now.catalog.Server.Instructions)
		if s.own {
			amended.ServerInfo = now.info
		}
		return &amended
	case *mcp.DiscoverResult:
		amended := *a
		amended.Meta = maps.Clone(a.Meta)
		amended.Capabilities = withSkills(a.Capabilities)
		amended.Instructions = joinText(a.Instructions, now.catalog.Server.Instructions)
		answer = &amended
	}
	s.identify(now, answer, r)
	return answer
}

// identify names the server in a modern answer as the current catalog does; the
// SDK would name it as the first one did.
func (s *Server) identify(now *snapshot, answer mcp.Result, r mcp.Request) {
	if !s.own || answer == nil || !isModern(metaOf(r)) {
		return
	}
	meta := maps.Clone(answer.GetMeta())
	if meta == nil {
		meta = map[string]any{}
	}
	meta[mcp.MetaKeyServerInfo] = now.info
	answer.SetMeta(meta)
}

// metaOf returns the _meta of a request. The params of most methods may be a typed
// nil, on which GetMeta panics.
func metaOf(r mcp.Request) map[string]any {
	p := r.GetParams()
	if v := reflect.ValueOf(p); !v.IsValid() || v.IsNil() {
		return nil
	}
	return p.GetMeta()
}

// withSkills returns a copy of the capabilities with the extension declared.
func withSkills(c *mcp.ServerCapabilities) *mcp.ServerCapabilities {
	var amended mcp.ServerCapabilities
	if c != nil {
		amended = *c
	}
	amended.Extensions = maps.Clone(amended.Extensions)
	amended.AddExtension(extension, map[string]any{"directoryRead": true})
	if amended.Resources == nil {
		amended.Resources = &mcp.ResourceCapabilities{}
	}
	return &amended
}

// joinText joins two texts with a blank line; an empty one leaves the other as it is.
func joinText(a, b string) string {
	if a == "" || b == "" {
		return a + b
	}
	return a + "\n\n" + b
}
