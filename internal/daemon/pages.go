package daemon

import (
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"

	"skillpack/catalog"
	"skillpack/internal/site"
	"skillpack/serve"
)

// Site says how the pages present themselves. The zero Site is fine.
type Site struct {
	Title  string // "" for the name of the catalog's server
	URL    string // where people find the pages, "https://host/path"; "" where that is not known
	Scoped bool   // an index for other tools in each directory, where two skills have one name; else that is warned of
}

// pages are what is shown beside the endpoint. A nil one shows nothing. What changes it
// only one goroutine at a time may call; it answers all the while.
type pages struct {
	asked   Site
	version string
	logger  *slog.Logger
	mcpURL  string // where the pages say that the endpoint is; "" where that is not known
	now     atomic.Pointer[shown]
}

// shown is the site of one catalog.
type shown struct{ http.Handler }

func (p *pages) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	now := p.now.Load()
	if now == nil {
		http.Error(w, "503 the server is starting", http.StatusServiceUnavailable)
		return
	}
	now.ServeHTTP(w, r)
}

// open shows the site of the first catalog, on a server that listens at an address.
func (p *pages) open(c *catalog.Catalog, at net.Addr, scheme string) error {
	if p == nil {
		return nil
	}
	p.mcpURL = endpointURL(p.asked.URL, at, scheme)
	first, err := p.of(c)
	if err != nil {
		return err
	}
	p.show(first)
	return nil
}

// endpointURL is the endpoint as people reach it: where the pages are, or at the address that
// is listened at, unless that is every address of the machine.
func endpointURL(pages string, at net.Addr, scheme string) string {
	if pages != "" {
		return strings.TrimSuffix(pages, "/") + serve.Endpoint
	}
	if tcp, ok := at.(*net.TCPAddr); ok && tcp.IP.IsUnspecified() {
		return ""
	}
	return scheme + "://" + at.String() + serve.Endpoint
}

// of plans the site of a catalog. No page is made before it is asked for. Two skills of one
// name are no fault here: MCP has no use for names, and must not miss a catalog for them.
func (p *pages) of(c *catalog.Catalog) (*shown, error) {
	if p == nil {
		return nil, nil
	}
	s, err := site.New(c, site.Options{
		Title: p.asked.Title, BaseURL: p.asked.URL, MCPURL: p.mcpURL, Version: p.version, Scoped: p.asked.Scoped, ScopedIfShared: true,
	})
	if err != nil {
		return nil, fmt.Errorf("--site: %w", err)
	}
	p.warn(s.Warnings())
	return &shown{s.Handler(p.fault)}, nil
}

// mostWarnings is how many warnings of one site are logged in full.
const mostWarnings = 10

func (p *pages) warn(warnings []string) {
	for _, warning := range warnings[:min(mostWarnings, len(warnings))] {
		// The flag has another name here than in "skillpack site".
		p.logger.Warn("of the site: " + strings.ReplaceAll(warning, "--scoped", "--site-scoped"))
	}
	if more := len(warnings) - mostWarnings; more > 0 {
		p.logger.Warn("'skillpack site' tells more of the site", "more", more)
	}
}

func (p *pages) show(next *shown) {
	if p != nil {
		p.now.Store(next)
	}
}

// fault logs why a file of the site could not be made.
func (p *pages) fault(path string, err error) {
	p.logger.Error("a file of the site could not be made", "path", path, "error", err)
}
