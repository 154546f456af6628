package daemon

import (
	"bytes"
	"context"
	"log/slog"
)

// serverLog takes what net/http has to say.
type serverLog struct{ logger *slog.Logger }

// Write logs a line as a warning; that of a handshake that failed only for who looks for
// it, since whoever knocks at a TLS port, as load balancers do, causes one.
func (l serverLog) Write(line []byte) (int, error) {
	level := slog.LevelWarn
	if bytes.HasPrefix(line, []byte("http: TLS handshake error")) {
		level = slog.LevelDebug
	}
	l.logger.Log(context.Background(), level, string(bytes.TrimSpace(line)))
	return len(line), nil
}
