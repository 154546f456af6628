// Package serve answers MCP requests for the skills of a frozen catalog, over
// stdio and HTTP and in every protocol revision that the Go SDK speaks.
//
// New makes a whole server of a catalog; Register adds the skills to somebody's
// existing mcp.Server. Both answer skills/list, skills/get,
// resources/directory/read, resources/list and resources/read from the catalog's
// wire bytes and never touch the file system.
//
// Everything that depends on the catalog hangs on one atomic pointer. A request
// loads it once, so it finishes on the catalog that it began with however often
// Swap is called meanwhile.
package serve

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"skillpack/catalog"
)

// Options configures a Server. The zero value serves the catalog as it is.
type Options struct {
	// Logger takes faults and refusals worth an operator's time; nil is
	// slog.Default(). Nothing is ever logged to standard output.
	Logger *slog.Logger
	// PageSize is the greatest number of items on a page of any list. Zero lets it
	// grow with the list, so that no walk has more than 50 pages (P12).
	PageSize int
	// Dynamic are skills served from functions, after those of the catalog.
	Dynamic []DynamicSkill
	// TTLMs overrides the catalog's freshness hint, in milliseconds; nil keeps it.
	TTLMs *int64
	// CacheScope overrides the catalog's, "public" or "private"; "" keeps it.
	CacheScope string
	// MaxBody is the greatest size of a request, in bytes, over HTTP and stdio;
	// zero is 4 MiB.
	MaxBody int64

	// What follows is for Handler alone.

	// AllowOrigins are the web origins, such as "https://app.example.com", whose pages
	// may ask and read the answers (T4). Without it no page of another origin may.
	AllowOrigins []string
	// AllowHosts are names, without a port, that a request which arrives at a loopback
	// address may have in Host besides the loopback ones (T4).
	AllowHosts []string
	// Guard, if not nil, wraps everything that answers, to turn away who may not ask.
	// A CORS preflight, a foreign Host and a foreign Origin are answered before it. It may
	// say with Refused why it turns a request away.
	Guard func(http.Handler) http.Handler
	// Pages, if not nil, answers every path but the endpoint, which is 404 without it: behind
	// the check of Host and the Guard, and told to Observe as the endpoint is.
	Pages http.Handler
	// Observe, if not nil, is told of every request once it has been answered. It is
	// called concurrently, before the connection takes its next request.
	Observe func(*http.Request, Call)
	// SDKOnly leaves every answer to the SDK, for measuring and for finding faults.
	SDKOnly bool
}

// Server serves one catalog at a time. Its methods may be called concurrently.
type Server struct {
	mcp     *mcp.Server
	own     bool // made by New: all of mcp's answers are ours to shape
	options Options
	current atomic.Pointer[snapshot]
	listens listens
	shared  atomic.Bool // MCP was called: others may shape its answers
	zipper  *zipper
	zipping atomic.Bool // answers are compressed
}

// New returns a server of the catalog's skills. It panics if the catalog is not
// frozen or the options contradict themselves or the catalog: both are mistakes of
// the program.
func New(c *catalog.Catalog, o Options) *Server {
	s := &Server{own: true, options: o.withDefaults(), zipper: newZipper()}
	s.mustSwap(c)
	s.mcp = mcp.NewServer(s.current.Load().info, &mcp.ServerOptions{
		Logger: quiet(s.options.Logger),
		// Not nil, so that neither logging nor listChanged is declared (T7).
		Capabilities: &mcp.ServerCapabilities{Resources: &mcp.ResourceCapabilities{}},
		SetCacheable: s.setCacheable,
	})
	s.install()
	return s
}

// Register adds the catalog's skills to a server with features of its own, whose
// tools, prompts and resources stay as they are: resources/list gives the skills'
// files and then the server's own resources, and resources/read asks the server
// for every URI that is not the catalog's. The server's instructions are followed
// by the catalog's. A skills method that the server already had is replaced.
//
// The result swaps the catalog, or serves s over HTTP or stdio. Register panics if
// the catalog is not frozen; call it before s serves.
func Register(s *mcp.Server, c *catalog.Catalog) *Server {
	r := &Server{mcp: s, options: Options{}.withDefaults(), zipper: newZipper()}
	r.mustSwap(c)
	r.install()
	return r
}

// Validate returns what is wrong with the options by themselves, on which New panics.
func (o Options) Validate() error {
	_, err := o.complete()
	return err
}

func (o Options) withDefaults() Options {
	o, err := o.complete()
	if err != nil {
		panic("serve: " + err.Error())
	}
	return o
}

// complete returns the options with defaults, and with names in their normal forms.
func (o Options) complete() (Options, error) {
	if o.PageSize < 0 || o.MaxBody < 0 {
		return o, errors.New("a negative PageSize or MaxBody; use 0 for the default")
	}
	o.Logger = cmp.Or(o.Logger, slog.Default())
	o.MaxBody = cmp.Or(o.MaxBody, mcp.DefaultMaxRequestBodyBytes)
	var badOrigin, badHost error
	o.AllowOrigins, badOrigin = normal(o.AllowOrigins, normalOrigin)
	o.AllowHosts, badHost = normal(o.AllowHosts, normalHost)
	return o, errors.Join(badOrigin, badHost)
}

// normal returns the normal forms of names, without changing them in place.
func normal(names []string, form func(string) (string, error)) ([]string, error) {
	forms := make([]string, len(names))
	for i, name := range names {
		var err error
		if forms[i], err = form(name); err != nil {
			return nil, err
		}
	}
	return forms, nil
}

// MCP returns the SDK server, to add tools or prompts to it or to run it over
// another transport. From then on Handler leaves every answer to the SDK, since what is
// added to it may shape any of them.
func (s *Server) MCP() *mcp.Server {
	s.shared.Store(true)
	return s.mcp
}

// Swap serves c from the next request on; requests in flight finish on the old
// catalog. It refuses a catalog that is not frozen or collides with a dynamic
// skill, and then keeps the old one. Cursors of another catalog become invalid.
func (s *Server) Swap(c *catalog.Catalog) error {
	next, err := newSnapshot(c, s.options)
	if err != nil {
		return err
	}
	next.zips = next.newZips(s.zipper)
	if old := s.current.Swap(next); old != nil {
		close(old.zips.ended)
	}
	if s.zipping.Load() {
		go next.zips.fill()
	}
	return nil
}

func (s *Server) mustSwap(c *catalog.Catalog) {
	if err := s.Swap(c); err != nil {
		panic("serve: " + err.Error())
	}
}

// setCacheable fills the cache fields of results that the SDK builds, where a
// handler has not set them itself.
func (s *Server) setCacheable(ctx context.Context, _ mcp.Request, c *mcp.Cacheable) {
	if *c == (mcp.Cacheable{}) {
		now := s.begun(ctx)
		c.TTLMs, c.CacheScope = int(now.cache.ttlMs), now.cache.scope
	}
}
