package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

const (
	clientName   = "skillpack-verify"
	extension    = "io.modelcontextprotocol/skills"
	methodGreet  = "server/discover"
	methodGreet0 = "initialize" // of the legacy era
)

// greeting is what the server said of itself.
type greeting struct {
	reply         *Reply
	capabilities  json.RawMessage
	instructions  string
	directoryRead bool
}

// connect greets the server at the other end of a link. The link is closed where that fails.
func connect(ctx context.Context, l link, o Options) (*Client, error) {
	c := &Client{options: o, link: l, known: map[string]bool{}}
	c.sdk = mcp.NewClient(&mcp.Implementation{Name: clientName, Version: "1"}, &mcp.ClientOptions{
		Capabilities:   &mcp.ClientCapabilities{}, // so that the server asks nothing of us
		MultiRoundTrip: &mcp.MultiRoundTripOptions{Disabled: true},
	})
	for _, method := range []string{methodSkills, methodSkill, methodDirectory} {
		c.learn(method)
	}
	g := &greeter{client: c}
	c.sdk.AddSendingMiddleware(g.tap)
	session, err := c.sdk.Connect(ctx, l, &mcp.ClientSessionOptions{ProtocolVersion: string(o.Era)})
	if err := g.judge(session, err); err != nil {
		if session != nil {
			_ = session.Close()
		}
		_ = l.close() // err says more
		return nil, err
	}
	c.session = session
	return c, nil
}

// greeter watches the calls with which the SDK's client greets the server.
type greeter struct {
	client *Client
	method string // of the last greeting
	reply  *Reply // to it, nil where failed
	failed error
}

// tap is between the SDK's client and its transport. Each call gets an exchange there,
// where it has none yet, and goes out under the exchange's method.
func (g *greeter) tap(next mcp.MethodHandler) mcp.MethodHandler {
	return func(ctx context.Context, method string, r mcp.Request) (mcp.Result, error) {
		if x := exchangeOf(ctx); x != nil {
			_, err := next(ctx, x.method, r)
			return &anyResult{}, err
		}
		if method == methodGreet0 && g.method == methodGreet {
			return nil, ErrEra // the SDK falls back to the other era, which was not asked for
		}
		return g.greet(ctx, next, method, r)
	}
}

func (g *greeter) greet(ctx context.Context, next mcp.MethodHandler, method string, r mcp.Request) (mcp.Result, error) {
	ctx, cancel := g.client.limit(ctx)
	defer cancel()
	x := &exchange{method: method, whole: true}
	result, err := next(withExchange(ctx, x), method, r)
	if method == methodGreet || method == methodGreet0 {
		g.method = method
		g.reply, g.failed = g.client.outcome(ctx, x, err)
		return result, err
	}
	if err != nil { // of the notification that ends the handshake
		_, g.failed = g.client.outcome(ctx, x, err)
	}
	return result, err
}

// judge returns why there is no session in the era asked for. err is that of the SDK.
func (g *greeter) judge(session *mcp.ClientSession, err error) error {
	era := g.client.options.Era
	switch {
	case turnsDown(g.failed):
		return fmt.Errorf("%w, which is %s: %w", ErrEra, era, g.failed)
	case g.failed != nil:
		return g.failed
	case g.reply == nil:
		return &TransportError{"", err}
	case g.reply.Error != nil:
		return fmt.Errorf("%w, which is %s: %s: %w", ErrEra, era, g.method, g.reply.Error)
	case errors.Is(err, ErrEra):
		return fmt.Errorf("%w, which is %s: the answer to %s names others", ErrEra, era, g.method)
	case err != nil:
		return g.wrong(err.Error())
	case session.InitializeResult().ProtocolVersion != string(era):
		return fmt.Errorf("%w, which is %s: it answered %s", ErrEra, era, session.InitializeResult().ProtocolVersion)
	}
	return g.read()
}

// turnsDown reports whether a greeting failed in the way of servers that know its era not:
// they answer 400 in words of their own, such as "unsupported protocol version".
func turnsDown(err error) bool {
	answer, ok := errors.AsType[*HTTPError](err)
	return ok && answer.Status == http.StatusBadRequest
}

// read takes what a Client tells of the server out of the greeting.
func (g *greeter) read() error {
	fields, err := members(g.reply.Result)
	if err != nil {
		return g.wrong(err.Error())
	}
	found := greeting{reply: g.reply, capabilities: fields["capabilities"]}
	if found.instructions, err = optionalText(fields, "instructions"); err != nil {
		return g.wrong(err.Error())
	}
	var declared struct {
		Extensions map[string]json.RawMessage `json:"extensions"`
	}
	var skills struct {
		DirectoryRead bool `json:"directoryRead"`
	}
	// A wrong shape declares nothing; the audit says what is wrong with it (P1).
	if json.Unmarshal(found.capabilities, &declared) == nil {
		_ = json.Unmarshal(declared.Extensions[extension], &skills)
	}
	found.directoryRead = skills.DirectoryRead
	g.client.greeting = found
	return nil
}

func (g *greeter) wrong(reason string) error {
	return &AnswerError{Method: g.method, Reason: "the result: " + reason, Request: g.reply.Request, Excerpt: excerpt(g.reply.Result)}
}
