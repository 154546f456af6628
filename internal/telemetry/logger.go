package telemetry

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"strings"
)

// NewLogger returns a logger that writes to w in the format "text" or "json" what is
// at least of the level "debug", "info", "warn" or "error". Its error names the values
// there are; both may be in upper case. Where w is a Buffer, only the lines of requests
// that are no fault wait in it: all else is rare and written at once, with what is before
// it, and the lines that it had to drop are told of.
func NewLogger(w io.Writer, format, level string) (*slog.Logger, error) {
	levels := map[string]slog.Level{"debug": slog.LevelDebug, "info": slog.LevelInfo, "warn": slog.LevelWarn, "error": slog.LevelError}
	least, ok := levels[strings.ToLower(level)]
	if !ok {
		return nil, fmt.Errorf("the log level %q is unknown; expected debug, info, warn or error", level)
	}
	var h slog.Handler
	switch o := (&slog.HandlerOptions{Level: least}); strings.ToLower(format) {
	case "text":
		h = slog.NewTextHandler(w, o)
	case "json":
		h = slog.NewJSONHandler(w, o)
	default:
		return nil, fmt.Errorf("the log format %q is unknown; expected text or json", format)
	}
	if b, ok := w.(*Buffer); ok {
		h = flushing{h, b}
	}
	return slog.New(h), nil
}

// flushing is a handler of which only the lines of requests wait in the buffer.
type flushing struct {
	slog.Handler
	buffer *Buffer
}

func (h flushing) Handle(ctx context.Context, r slog.Record) error {
	if lost := h.buffer.dropped(); lost > 0 {
		told := slog.NewRecord(r.Time, slog.LevelWarn, "log lines were dropped, since nothing took them", 0)
		told.AddAttrs(slog.Int("lines", lost))
		if err := h.Handler.Handle(ctx, told); err != nil {
			return err
		}
	}
	err := h.Handler.Handle(ctx, r)
	if err == nil && (r.Message != requestMessage || r.Level >= slog.LevelWarn) {
		err = h.buffer.Flush()
	}
	return err
}

func (h flushing) WithAttrs(attrs []slog.Attr) slog.Handler {
	return flushing{h.Handler.WithAttrs(attrs), h.buffer}
}

func (h flushing) WithGroup(name string) slog.Handler {
	return flushing{h.Handler.WithGroup(name), h.buffer}
}
