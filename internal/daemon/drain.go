package daemon

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"
)

// lastCall is how long a connection that waits for a request is kept once no new ones are
// accepted: a request may be on its way on it. Its answer says that it was the last. An
// answer that began before the end was asked for could not say so, so the time runs from
// when a connection begins to wait.
const lastCall = 500 * time.Millisecond

// drain ends the server so that every request that reached it is answered. /readyz says
// 503 from the first moment on, and every answer that its connection ends with it. It
// fails where some did not finish in time.
func (s *entrance) drain() error {
	begun, log := time.Now(), s.service.logger
	s.service.health.become(draining)
	log.Info("stopping", "delay_s", s.config.DrainDelay.Seconds(), "timeout_s", s.config.DrainTimeout.Seconds())
	cut, err := s.finish()
	level := slog.LevelInfo
	if cut > 0 {
		level = slog.LevelWarn
	}
	log.Log(context.Background(), level, "stopped", "took_s", time.Since(begun).Seconds(), "cut_off", cut)
	return err
}

// finish returns once no request is under way, and how many were cut off for that.
func (s *entrance) finish() (cut int, err error) {
	select {
	case <-time.After(s.config.DrainDelay):
	case err := <-s.ended:
		return 0, err
	}
	ctx, cancel := context.WithTimeout(context.Background(), s.config.DrainTimeout)
	defer cancel()
	s.stopListening()
	s.service.server.Drain()
	s.open.wait(ctx, min(lastCall, s.config.DrainTimeout/2))
	// Ends those of HTTP/2, which is told what was not looked at.
	err = s.server.Shutdown(ctx)
	if errors.Is(err, context.DeadlineExceeded) {
		cut = s.service.metrics.UnderWay()
		cutOff := fmt.Errorf("requests still ran %v after the stop and were cut off", s.config.DrainTimeout)
		return cut, errors.Join(cutOff, s.cutOff())
	}
	return 0, err
}

// lastLine is how long what was cut off has to notice, and to be logged.
const lastLine = time.Second

// cutOff closes the connections under requests, and lets these end.
func (s *entrance) cutOff() error {
	s.service.metrics.CutOff()
	err := s.server.Close()
	for late := time.Now().Add(lastLine); s.service.metrics.UnderWay() > 0 && time.Now().Before(late); {
		time.Sleep(time.Millisecond)
	}
	return err
}

// stopListening accepts no more connections; those there are go on.
func (s *entrance) stopListening() {
	s.listener.Close()
	<-s.ended
}

// connections are the open connections of a server, each with its turn: even while it
// waits for a request, odd while one is under way, and another number each time.
type connections struct{ turns sync.Map } // of *atomic.Uint32 by net.Conn

// note is a part of a ConnState of http.Server.
func (c *connections) note(conn net.Conn, state http.ConnState) {
	switch state {
	case http.StateNew:
		c.turns.Store(conn, new(atomic.Uint32))
	case http.StateActive, http.StateIdle:
		if turn, ok := c.turns.Load(conn); ok {
			next(turn.(*atomic.Uint32), state == http.StateActive)
		}
	case http.StateClosed, http.StateHijacked:
		c.turns.Delete(conn)
	}
}

// next is only called by the goroutine of the connection.
func next(turn *atomic.Uint32, active bool) {
	if now := turn.Load(); (now%2 == 1) != active {
		turn.Store(now + 1)
	}
}

// pause is since when a connection has been seen in the same turn.
type pause struct {
	turn  uint32
	since time.Time
}

// wait ends each connection that waits for a request for a while, and returns when none
// but those of HTTP/2 is left, or with ctx.
func (c *connections) wait(ctx context.Context, longest time.Duration) {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	pauses := map[net.Conn]pause{}
	for c.endWaiting(pauses, longest) > 0 {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
	}
}

// endWaiting ends the connections that have waited for too long and returns how many
// there were.
func (c *connections) endWaiting(pauses map[net.Conn]pause, longest time.Duration) (open int) {
	now := time.Now()
	for key, value := range c.turns.Range {
		conn, turn := key.(net.Conn), value.(*atomic.Uint32).Load()
		if turn > 0 && speaksHTTP2(conn) {
			continue
		}
		open++
		if known, ok := pauses[conn]; !ok || known.turn != turn {
			pauses[conn] = pause{turn, now}
		} else if turn%2 == 0 && now.Sub(known.since) >= longest {
			hangUp(conn)
		}
	}
	return open
}

// hangUp has the server close a connection that waits for a request, unless one has come
// by the time that the server looks: Linux gives a reader what is there before the end.
func hangUp(conn net.Conn) {
	at := conn
	if secure, ok := conn.(*tls.Conn); ok {
		at = secure.NetConn()
	}
	if at, ok := at.(interface{ CloseRead() error }); ok {
		_ = at.CloseRead() // or it is closed already
		return
	}
	_ = conn.SetReadDeadline(time.Now())
}

// speaksHTTP2 must not be asked before the first request, since it waits for the
// handshake.
func speaksHTTP2(conn net.Conn) bool {
	secure, ok := conn.(*tls.Conn)
	return ok && secure.ConnectionState().NegotiatedProtocol == "h2"
}
