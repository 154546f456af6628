// Package verify is the client's side of the Skills extension: thin wrappers that make
// one protocol call each (Client), what a careful host must do with what it gets
// (Session), and the check of a whole server (Audit).
//
// Everything from a server is untrusted. Messages are bounded before they are held, a
// URI of the server is only ever sent back to it, and numbers keep their lexemes.
//
// # Errors of a Client
//
// They tell who is at fault:
//
//   - *TransportError: no whole answer came. The server could not be reached, did not
//     answer in time, or ended in the middle.
//   - *HTTPError: the HTTP status is an error, and the body no message of MCP.
//   - *RedirectError, which is ErrRedirect: it sends us to another place.
//   - *AnswerError: what came is not the answer that the protocol asks for.
//   - *jsonrpc.Error: the server refused the call, in the way the protocol asks for.
//   - *EntryError and *WalkError: a listing has an invalid entry, or does not end.
//   - ErrEra and ErrNoDirectories: the server does not offer what was asked for.
//
// With the first two no message of MCP came, so that they say nothing of how the server
// keeps the extension: Unreachable tells them. All others but the last two are faults of
// the server. What the caller's own context ends is the error of that context.
package verify

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Era is a protocol revision of MCP that a Client speaks.
type Era string

// The eras: without a session, and with the initialize handshake.
const (
	Modern Era = "2026-07-28"
	Legacy Era = "2025-11-25"
)

const (
	methodSkills    = "skills/list"
	methodSkill     = "skills/get"
	methodRead      = "resources/read"
	methodDirectory = "resources/directory/read"
	methodResources = "resources/list"
)

// Options are the settings of a Client.
type Options struct {
	Era         Era           // "" is Modern
	Label       string        // the user's name for the server (H8), "" is the target as given
	Header      http.Header   // sent with each HTTP request
	BearerToken string        // sent as Authorization, "" for none
	Timeout     time.Duration // of each call, 0 is 30 seconds
	MaxResponse int64         // bytes of one message, 0 is 64 MiB
	Stderr      io.Writer     // gets what a command writes there, nil is that of this process
}

func (o Options) withDefaults(target string) Options {
	o.Era = cmp.Or(o.Era, Modern)
	o.Label = cmp.Or(o.Label, target)
	o.Timeout = cmp.Or(o.Timeout, 30*time.Second)
	o.MaxResponse = cmp.Or(o.MaxResponse, 64<<20)
	if o.Stderr == nil {
		o.Stderr = os.Stderr
	}
	return o
}

// Client is a connection to one MCP server in one era. Its methods may be called
// concurrently. End it with Close.
type Client struct {
	options  Options
	sdk      *mcp.Client
	session  *mcp.ClientSession
	link     link
	greeting greeting

	// The SDK reads its methods without a lock, so that none may be added during a call.
	methods sync.RWMutex
	known   map[string]bool
}

// link is the way to a server.
type link interface {
	mcp.Transport
	// ended returns why there will be no more answers, nil while there may be.
	ended() error
	// abandon says that nobody waits for the answer of a call any more.
	abandon(*exchange)
	// close frees what is left when the SDK has closed its connection.
	close() error
}

// Reply is the answer to one call, as it came. It has a Result or an Error.
type Reply struct {
	Request json.RawMessage // the message that was sent
	Result  json.RawMessage
	Error   *jsonrpc.Error
	Status  int         // of the HTTP answer, 0 over stdio
	Header  http.Header // of the HTTP answer, nil over stdio
}

// Era returns the revision in use.
func (c *Client) Era() Era { return c.options.Era }

// Label returns the user's name for the server (H8).
func (c *Client) Label() string { return c.options.Label }

// Capabilities returns the server's capabilities, as it sent them.
func (c *Client) Capabilities() json.RawMessage { return c.greeting.capabilities }

// Instructions returns the server's instructions (P10), "" for none.
func (c *Client) Instructions() string { return c.greeting.instructions }

// DirectoryRead reports whether the server declared resources/directory/read (P1).
func (c *Client) DirectoryRead() bool { return c.greeting.directoryRead }

// Greeting returns the answer to server/discover, in the legacy era to initialize.
func (c *Client) Greeting() *Reply { return c.greeting.reply }

// Call makes any call. The params are sent as they are, in the modern era with the _meta
// that it asks for unless they have one. That the server refuses is in the Reply and no
// error; the errors are *TransportError, *HTTPError, *RedirectError and *AnswerError.
// Notifications and subscriptions/listen have no answer and cannot be called.
func (c *Client) Call(ctx context.Context, method string, params map[string]any) (*Reply, error) {
	if strings.HasPrefix(method, "notifications/") || method == "subscriptions/listen" {
		return nil, fmt.Errorf("%s has no answer, expected a method that has one", method)
	}
	c.learn(method)
	c.methods.RLock()
	defer c.methods.RUnlock()
	x := &exchange{method: method}
	ctx, cancel := c.limit(ctx)
	defer cancel()
	_, err := mcp.CallCustomMethod[*anyParams, *anyResult](withExchange(ctx, x), c.session, methodSkills, &anyParams{fields: params})
	return c.outcome(ctx, x, err)
}

// learn makes a method one that the SDK's client may send.
func (c *Client) learn(method string) {
	c.methods.RLock()
	known := c.known[method]
	c.methods.RUnlock()
	if known {
		return
	}
	c.methods.Lock()
	defer c.methods.Unlock()
	c.known[method] = true
	// It refuses what it knows already, which is as good.
	_ = mcp.AddSendingCustomMethod[*anyParams, *anyResult](c.sdk, method)
}

// limit returns the context of one call.
func (c *Client) limit(ctx context.Context) (context.Context, context.CancelFunc) {
	return context.WithTimeoutCause(ctx, c.options.Timeout, &lateError{c.options.Timeout})
}

// outcome tells how a call ended whose error in the SDK is err. ctx is that of the call.
func (c *Client) outcome(ctx context.Context, x *exchange, err error) (*Reply, error) {
	if reply, failed, settled := x.result(); settled {
		return reply, failed
	}
	c.link.abandon(x)
	return nil, c.explain(ctx, x.method, err)
}

// explain tells why there is no answer to a call.
func (c *Client) explain(ctx context.Context, method string, err error) error {
	if late, ok := context.Cause(ctx).(*lateError); ok {
		return &TransportError{method, late}
	}
	if ctx.Err() != nil {
		return fmt.Errorf("%s: %w", method, context.Cause(ctx))
	}
	return &TransportError{method, cmp.Or(c.link.ended(), err)}
}

// Close ends the connection, and the command that ConnectCommand started. It returns
// ErrLingers where that did not end by itself (T8).
func (c *Client) Close() error {
	// What the SDK meets while it says good-bye changes nothing.
	_ = c.session.Close()
	return c.link.close()
}
