package verify

import (
	"context"
	"encoding/json"
	"sync"
)

// exchange is a call and its answer, as they are on the wire: what the SDK's results lose
// is what an auditor must see. It goes with the context of the call, from the Client
// through the SDK to the link, which settles it. Its methods may be called concurrently.
type exchange struct {
	method string
	whole  bool // the SDK needs the result too

	mu      sync.Mutex
	request json.RawMessage
	reply   *Reply
	failed  error
}

type exchangeKey struct{}

func withExchange(ctx context.Context, x *exchange) context.Context {
	return context.WithValue(ctx, exchangeKey{}, x)
}

// exchangeOf returns the exchange of a call's context, nil where there is none.
func exchangeOf(ctx context.Context) *exchange {
	x, _ := ctx.Value(exchangeKey{}).(*exchange)
	return x
}

// sent notes the message that was sent.
func (x *exchange) sent(request []byte) {
	x.mu.Lock()
	defer x.mu.Unlock()
	x.request = request
}

// settle notes how the call ended. The first time counts.
func (x *exchange) settle(reply *Reply, failed error) {
	x.mu.Lock()
	defer x.mu.Unlock()
	if x.reply != nil || x.failed != nil {
		return
	}
	if reply != nil {
		reply.Request = x.request
	}
	x.reply, x.failed = reply, failed
}

// result returns how the call ended, and whether it did.
func (x *exchange) result() (_ *Reply, failed error, settled bool) {
	x.mu.Lock()
	defer x.mu.Unlock()
	return x.reply, x.failed, x.reply != nil || x.failed != nil
}

// wrong returns an error about what came in place of the answer.
func (x *exchange) wrong(came []byte, reason string, cause error) error {
	x.mu.Lock()
	defer x.mu.Unlock()
	return &AnswerError{Method: x.method, Reason: reason, Request: x.request, Excerpt: excerpt(came), Err: cause}
}

// excerpt returns the first bytes of a message, to show them.
func excerpt(b []byte) string {
	const shown = 500
	return string(b[:min(len(b), shown)])
}
