package daemon

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"
)

// lastCall is how long connections that wait for a request are kept once no new ones are
// accepted: a request may be on its way on one. Its answer says that it was the last.
const lastCall = 500 * time.Millisecond

// drain ends the server so that every request that reached it is answered. /readyz says
// 503 from the first moment on, and every answer that its connection ends with it.
func (s *site) drain() error {
	s.service.health.become(draining)
	s.service.logger.Info("stopping", "delay", s.config.DrainDelay, "timeout", s.config.DrainTimeout)
	select {
	case <-time.After(s.config.DrainDelay):
	case err := <-s.ended:
		return err
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.config.DrainTimeout)
	defer cancel()
	s.stopListening()
	s.service.server.Drain()
	s.open.wait(ctx, min(lastCall, s.config.DrainTimeout/2))
	err := s.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		cutOff := fmt.Errorf("requests still ran %v after the stop and were cut off", s.config.DrainTimeout)
		return errors.Join(cutOff, s.server.Close())
	}
	return err
}

// stopListening accepts no more connections; those there are go on.
func (s *site) stopListening() {
	s.listener.Close()
	<-s.ended
}

// connections counts the open connections of a server.
type connections struct{ count atomic.Int64 }

// note is a part of a ConnState of http.Server.
func (c *connections) note(state http.ConnState) {
	switch state {
	case http.StateNew:
		c.count.Add(1)
	case http.StateClosed, http.StateHijacked:
		c.count.Add(-1)
	}
}

// wait returns when no connection is open, after a while, or with ctx.
func (c *connections) wait(ctx context.Context, longest time.Duration) {
	ctx, cancel := context.WithTimeout(ctx, longest)
	defer cancel()
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	for c.count.Load() > 0 {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}
