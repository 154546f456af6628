// Package verify is the client's side of the Skills extension: thin wrappers that make
// one protocol call each (Client), what a careful host must do with what it gets
// (Session), and the check of a whole server (Audit).
//
// Everything from a server is untrusted. Messages are bounded before they are held, URIs
// are only ever sent back to the server that named them, and every number is kept as it
// was written.
//
// # Errors
//
// What a call of a Client returns tells who is at fault:
//
//   - *TransportError: no whole answer came. The server could not be reached, did not
//     answer in time, or ended in the middle.
//   - *HTTPError: the answer's HTTP status is an error and its body is none of JSON-RPC.
//   - *RedirectError (ErrRedirect): it sent us to another place.
//   - *AnswerError: what came is not the answer that the protocol asks for.
//   - *jsonrpc.Error: the server refused the call, in the way that the protocol asks for.
//   - *EntryError, *WalkError: a listing has an invalid entry, or does not end.
//   - ErrEra, ErrNoDirectories: the server does not offer what was asked for.
//
// Unreachable tells those that say nothing about how the server keeps the protocol.
package verify

import (
	"context"
	"encoding/json"
	"iter"
	"net/http"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// Era is a protocol revision of MCP that a Client speaks.
type Era string

// The eras: without a session since 2026-07-28, with the initialize handshake before.
const (
	Modern Era = "2026-07-28"
	Legacy Era = "2025-11-25"
)

// Options are the settings of a Client.
type Options struct {
	Era         Era           // "" is Modern
	Label       string        // the name that the user gave the server (H8); "" is the target as it was given
	Header      http.Header   // sent with each HTTP request
	BearerToken string        // sent as Authorization; "" for none
	Timeout     time.Duration // of each call, 0 is 30 seconds
	MaxResponse int64         // bytes of one message, 0 is 64 MiB
}

// Client is a connection to one MCP server in one era. Its methods may be called
// concurrently. End it with Close.
type Client struct {
	options  Options
	session  *mcp.ClientSession
	server   handshake
	endpoint func() error
}

// Reply is the answer to one call as it came. Exactly one of Result and Error is set.
type Reply struct {
	Request json.RawMessage // the whole message that was sent
	Result  json.RawMessage
	Error   *jsonrpc.Error
	Status  int         // of the HTTP answer; 0 over stdio
	Header  http.Header // of the HTTP answer; nil over stdio
}

// Era returns the revision in use.
func (c *Client) Era() Era { return c.options.Era }

// Label returns the name that the user gave the server (H8).
func (c *Client) Label() string { return c.options.Label }

// Capabilities returns the server's capabilities as it sent them.
func (c *Client) Capabilities() json.RawMessage { return c.server.capabilities }

// Instructions returns the server's instructions (P10), "" for none.
func (c *Client) Instructions() string { return c.server.instructions }

// DirectoryRead reports whether the server declared that it answers
// resources/directory/read (P1).
func (c *Client) DirectoryRead() bool { return c.server.directoryRead }

// handshake is what the server said of itself.
type handshake struct {
	capabilities  json.RawMessage
	instructions  string
	directoryRead bool
}

// Call makes any call. A refusal by the server is in the Reply and no error; an error is
// one of *TransportError, *HTTPError, *RedirectError and *AnswerError. Params are sent as
// they are, with the _meta that the era asks for where they have none.
func (c *Client) Call(ctx context.Context, method string, params map[string]any) (*Reply, error) {
	panic("todo")
}

// Close ends the connection, and the process that ConnectCommand started.
func (c *Client) Close() error { panic("todo") }

// ConnectHTTP opens a connection to the MCP endpoint at a URL. Redirects to another
// scheme, host or port are refused.
func ConnectHTTP(ctx context.Context, url string, o Options) (*Client, error) { panic("todo") }

// ConnectCommand starts a command and speaks with it over its standard input and output.
// Its standard error is that of this process. The process ends with Close.
func ConnectCommand(ctx context.Context, argv []string, o Options) (*Client, error) {
	panic("todo")
}

// File is what resources/read returned for a URI. Its bytes are not checked.
type File struct {
	URI      string // as the server answered it
	MIMEType string
	Data     []byte
	Text     bool            // it came as "text", not as "blob"
	Raw      json.RawMessage // the item of contents
}

// Resource is a resource object of resources/list or resources/directory/read.
type Resource struct {
	URI         string
	Name        string
	Description string
	MIMEType    string
	Size        int64           // bytes; -1 where there is none
	Raw         json.RawMessage // the object
}

// ListSkills walks skills/list page by page as it is ranged over. An invalid entry is
// yielded as an *EntryError and the walk goes on; any other error ends it.
func (c *Client) ListSkills(ctx context.Context) iter.Seq2[Entry, error] { panic("todo") }

// GetSkill asks for one entry with skills/get (P3).
func (c *Client) GetSkill(ctx context.Context, uri string) (Entry, error) { panic("todo") }

// ReadSkillURI reads one file with resources/read (P5). It checks the form of the answer
// and that it is for the URI asked for; size and digest are for Session.
func (c *Client) ReadSkillURI(ctx context.Context, uri string) (File, error) { panic("todo") }

// ReadDirectory walks the direct children of a directory with resources/directory/read
// (P4). It yields ErrNoDirectories where the server did not declare the method.
func (c *Client) ReadDirectory(ctx context.Context, uri string) iter.Seq2[Resource, error] {
	panic("todo")
}

// ListResources walks resources/list (P6).
func (c *Client) ListResources(ctx context.Context) iter.Seq2[Resource, error] { panic("todo") }
