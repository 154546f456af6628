package serve

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log/slog"
	"runtime/debug"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"skillpack/internal/protocol"
)

func errParams(message string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message}
}

func errCursor() error {
	return errParams("invalid cursor: it is not of this list of this catalog; start again without one")
}

// errUnknown refuses a URI that names nothing of the kind.
func errUnknown(message, uri string) error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidParams, Message: message, Data: uriData(uri)}
}

func uriData(uri string) json.RawMessage {
	return append(protocol.AppendString([]byte(`{"uri":`), uri), '}')
}

// errInternal is all that a client learns of a fault of ours (P8).
func errInternal() error {
	return &jsonrpc.Error{Code: jsonrpc.CodeInternalError, Message: "internal error"}
}

// hide turns an error that is not meant for the client into errInternal and a log
// line; a jsonrpc.Error, also a wrapped one, passes.
func hide(ctx context.Context, log *slog.Logger, method string, err error) error {
	if wire := (*jsonrpc.Error)(nil); err == nil || errors.As(err, &wire) {
		return err
	}
	if ctx.Err() == nil {
		log.ErrorContext(ctx, "request failed", "method", method, "error", err)
	}
	return errInternal()
}

// contain turns a panic into errInternal and a log line (P11). Defer it.
func contain(ctx context.Context, log *slog.Logger, method string, err *error) {
	if fault := recover(); fault != nil {
		log.ErrorContext(ctx, "request handler panicked", "method", method, "panic", fmt.Sprint(fault), "stack", string(debug.Stack()))
		*err = errInternal()
	}
}

// mend replaces the data of an error where it is not JSON: the SDK writes the URI
// of an unknown resource in Go syntax, and a reply that cannot be encoded never
// reaches the client.
func mend(err error, uri string) error {
	var wire *jsonrpc.Error
	if errors.As(err, &wire) && len(wire.Data) > 0 && !json.Valid(wire.Data) {
		fixed := *wire
		fixed.Data = uriData(uri)
		return &fixed
	}
	return err
}
