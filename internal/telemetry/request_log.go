package telemetry

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"

	"skillpack/serve"
)

// requestMessage is that of the lines of requests.
const requestMessage = "request"

// requestLog writes a line for each request, at the level info: a flood of bad requests
// must be no louder than one of good ones. Only a fault of ours is an error.
type requestLog struct {
	handler slog.Handler
	// direct has for most requests, good ones at the direct door, what their lines begin
	// with, written once.
	direct map[kind]slog.Handler
}

// kind is what many requests have in common.
type kind struct{ method, version string }

func newRequestLog(l *slog.Logger) requestLog {
	if l == nil {
		return requestLog{handler: slog.DiscardHandler}
	}
	log := requestLog{l.Handler(), map[kind]slog.Handler{}}
	for _, method := range methods() {
		for _, version := range versions() {
			c := serve.Call{Door: serve.DirectDoor, Method: method, Version: version, Status: http.StatusOK}
			log.direct[kind{method, version}] = log.handler.WithAttrs(appendKind(nil, &c))
		}
	}
	return log
}

// write writes the line of a call. It holds nothing of the request's body but the
// method, the URI or path and the client's name, of its headers only the protocol revision,
// where there is no such name that of the user agent, and what was at fault with a Host,
// an Origin or a preflight. The handler escapes the values.
func (l requestLog) write(r *http.Request, c *serve.Call) {
	level := slog.LevelInfo
	if c.Status >= http.StatusInternalServerError || c.Code == -32603 {
		level = slog.LevelError
	}
	if !l.handler.Enabled(context.Background(), level) {
		return
	}
	// Not by a Logger, which looks up who calls it.
	line := slog.NewRecord(time.Now(), level, requestMessage, 0)
	var room [12]slog.Attr
	handler, ok := l.direct[kind{c.Method, c.Version}]
	attrs := room[:0]
	if !ok || c.Door != serve.DirectDoor || c.Status != http.StatusOK {
		handler, attrs = l.handler, appendKind(attrs, c)
	}
	line.AddAttrs(appendRest(attrs, r, c)...)
	_ = handler.Handle(context.Background(), line) // there is nobody to tell
}

// appendKind appends the attributes with which a line begins.
func appendKind(list []slog.Attr, c *serve.Call) []slog.Attr {
	list = appendText(list, "method", c.Method)
	list = append(list, slog.Int("status", c.Status))
	if c.Code != 0 {
		list = append(list, slog.Int64("code", c.Code))
	}
	list = appendText(list, "door", string(c.Door))
	list = appendText(list, "version", c.Version)
	list = appendText(list, "reason", reason(c))
	return appendText(list, "found", c.Found)
}

func refused(c *serve.Call) bool { return c.Status >= 400 && c.Status < 500 }

// reason is why a request was refused, "" where it was not, in words that are no client's.
func reason(c *serve.Call) string {
	switch {
	case c.Reason != "" || !refused(c):
		return c.Reason
	case c.Door == serve.SiteDoor, c.Status != http.StatusBadRequest && c.Status != http.StatusNotFound:
		return strings.ToLower(http.StatusText(c.Status))
	}
	switch c.Code {
	case jsonrpc.CodeParseError:
		return "not JSON"
	case jsonrpc.CodeMethodNotFound:
		return "unknown method"
	case jsonrpc.CodeInvalidParams:
		return "params"
	case mcp.CodeHeaderMismatch:
		return "headers that do not fit the body"
	case mcp.CodeUnsupportedProtocolVersion:
		return "unsupported protocol version"
	}
	return "invalid request"
}

// appendRest appends the attributes that most lines have their own of.
func appendRest(list []slog.Attr, r *http.Request, c *serve.Call) []slog.Attr {
	list = appendText(list, "uri", c.URI)
	list = append(list, slog.Int64("bytes", c.Bytes), slog.Float64("duration_ms", float64(c.Duration.Microseconds())/1000))
	client := c.Client
	if client == "" {
		client = product(r.UserAgent())
	}
	list = appendText(list, "client", client)
	return appendText(list, "remote", r.RemoteAddr)
}

// appendText appends a text, unless it is empty.
func appendText(list []slog.Attr, key, value string) []slog.Attr {
	if value == "" {
		return list
	}
	return append(list, slog.String(key, legible(cut(value))))
}

// product returns the first product of a User-Agent, without its version.
func product(agent string) string {
	if i := strings.IndexAny(agent, "/ ("); i >= 0 {
		return agent[:i]
	}
	return agent
}

// maxText is the greatest length of a text in the log, in bytes.
const maxText = 256

// cut returns a text that is not too long, with a mark where it was.
func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	end := maxText
	for end > maxText-utf8.UTFMax && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "…"
}

// legible returns a text without what slog's JSON leaves in it and a terminal would obey:
// DEL, the control characters beyond ASCII, and those that turn the direction of text.
func legible(text string) string {
	if isASCII(text) {
		return text
	}
	return strings.Map(func(r rune) rune {
		if r >= 0x7f && !unicode.IsGraphic(r) {
			return unicode.ReplacementChar
		}
		return r
	}, text)
}

// isASCII reports whether a text has only ASCII, without DEL.
func isASCII(text string) bool {
	for i := range len(text) {
		if text[i] >= 0x7f {
			return false
		}
	}
	return true
}
