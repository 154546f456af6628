package daemon

import (
	"log/slog"
	"net"
	"net/http"
	"sync"
	"time"
)

// calm is how long the connections must have been below their limit for the next crowd to
// be told of: one that comes and goes is one.
const calm = time.Minute

// crowd warns when as many connections are open as there may be. The zero value knows no
// limit. It may be used concurrently.
type crowd struct {
	limit int // 0 for none
	log   *slog.Logger

	mu    sync.Mutex
	open  int
	told  bool
	below time.Time // since when, after the limit was reached
}

// note is a part of a ConnState of http.Server.
func (c *crowd) note(_ net.Conn, state http.ConnState) {
	if c.limit == 0 {
		return
	}
	switch state {
	case http.StateNew:
		c.add(1)
	case http.StateClosed, http.StateHijacked:
		c.add(-1)
	}
}

func (c *crowd) add(n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	was := c.open >= c.limit
	c.open += n
	switch now := c.open >= c.limit; {
	case was && !now:
		c.below = time.Now()
	case now && !was && (!c.told || time.Since(c.below) >= calm):
		c.told = true
		c.log.Warn("as many connections are open as may be, others wait", "limit", c.limit)
	}
}
