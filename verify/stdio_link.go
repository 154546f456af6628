package verify

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"slices"
	"sync"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// stdioLink is the way to a server over the streams of its process: the mcp.Transport
// and its one mcp.Connection. A line of the server that answers no call ends the call
// that waits longest, or the next one: it most likely stands where that one's answer was
// due.
type stdioLink struct {
	process *process
	lines   chan inLine
	out     chan []byte
	closed  chan struct{}
	stop    func()

	mu      sync.Mutex
	waiting []*waiter // calls without an answer, the oldest first
	late    map[jsonrpc.ID]bool
	stray   *strayLine // that no call was charged with yet
	asked   int        // calls of the server that the SDK did not answer yet
	over    error      // why there will be no more answers
}

// maxAsked is how many calls of the server wait for the SDK's answer; more are dropped. A
// server that calls and does not read could make them many.
const maxAsked = 16

// codeRejected is that of the SDK's error for a message that its transport refuses.
const codeRejected = -32005

// waiter is a call that waits for its answer.
type waiter struct {
	id jsonrpc.ID
	x  *exchange
}

// strayLine is a line that answers no call.
type strayLine struct {
	text   []byte
	reason error
}

func newStdioLink(p *process, maxLine int64) *stdioLink {
	l := &stdioLink{
		process: p, lines: make(chan inLine), out: make(chan []byte), closed: make(chan struct{}),
		late: map[jsonrpc.ID]bool{},
	}
	l.stop = sync.OnceFunc(func() { close(l.closed) })
	go l.readLines(maxLine)
	go l.writeLines()
	return l
}

// Connect returns the link itself.
func (l *stdioLink) Connect(context.Context) (mcp.Connection, error) { return l, nil }

// SessionID returns "": there is one session.
func (l *stdioLink) SessionID() string { return "" }

// Close ends the conversation. The process is ended by close.
func (l *stdioLink) Close() error {
	l.stop()
	return nil
}

func (l *stdioLink) close() error {
	l.stop()
	return l.process.end()
}

func (l *stdioLink) ended() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.over
}

// Write sends a message.
func (l *stdioLink) Write(ctx context.Context, message jsonrpc.Message) error {
	line, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return err
	}
	if call, ok := message.(*jsonrpc.Request); ok && call.IsCall() {
		if x := exchangeOf(ctx); x != nil {
			x.sent(line)
			if err := l.await(call.ID, x); err != nil {
				return err
			}
		}
	}
	if _, answers := message.(*jsonrpc.Response); answers {
		defer func() {
			l.mu.Lock()
			defer l.mu.Unlock()
			l.asked--
		}()
	}
	select {
	case l.out <- append(bytes.Clone(line), '\n'):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	case <-l.closed:
		return io.EOF
	}
}

// await notes that a call waits. It fails where a stray line came before.
func (l *stdioLink) await(id jsonrpc.ID, x *exchange) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if stray := l.stray; stray != nil {
		l.stray = nil
		// For the SDK this code says that the connection is still good.
		return &jsonrpc.Error{Code: codeRejected, Message: stray.blame(x).Error()}
	}
	l.waiting = append(l.waiting, &waiter{id, x})
	return nil
}

// abandon forgets a call, whose answer may still come.
func (l *stdioLink) abandon(x *exchange) {
	l.mu.Lock()
	defer l.mu.Unlock()
	for _, w := range l.waiting {
		if w.x == x {
			l.late[w.id] = true
		}
	}
	l.waiting = slices.DeleteFunc(l.waiting, func(w *waiter) bool { return w.x == x })
}

// blame settles a call with the line that came in place of its answer.
func (s *strayLine) blame(x *exchange) error {
	cause := error(nil)
	if errors.Is(s.reason, ErrTooLarge) {
		cause = ErrTooLarge
	}
	err := x.wrong(s.text, "a line on its standard output: "+s.reason.Error(), cause)
	x.settle(nil, err)
	return err
}

// Read returns the next message for the SDK.
func (l *stdioLink) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-l.closed:
			return nil, io.EOF
		case line := <-l.lines:
			if line.err != nil && !errors.Is(line.err, ErrTooLarge) {
				return nil, l.finish(line.err)
			}
			if message := l.accept(line); message != nil {
				return message, nil
			}
		}
	}
}

// finish notes that the output of the server has ended.
func (l *stdioLink) finish(err error) error {
	over := errors.New("the command closed its standard output")
	if !errors.Is(err, io.EOF) {
		over = err
	}
	if state := l.process.state(); state != "" {
		over = fmt.Errorf("the command ended: %s", state)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.over = over
	return err
}

// accept returns what the SDK is to get of a line, nil for nothing.
func (l *stdioLink) accept(line inLine) jsonrpc.Message {
	if line.err != nil {
		return l.strayed(line.text, line.err)
	}
	if len(line.text) == 0 {
		return nil
	}
	fields, err := readMessage(line.text)
	if err != nil {
		return l.strayed(line.text, err)
	}
	if fields["method"] != nil {
		message, err := jsonrpc.DecodeMessage(line.text)
		if err != nil {
			return l.strayed(line.text, err)
		}
		return l.asking(message)
	}
	return l.answered(line.text, fields)
}

// asking returns a message of the server for the SDK, nil where that needs none: nothing
// of ours waits for a notification.
func (l *stdioLink) asking(message jsonrpc.Message) jsonrpc.Message {
	call, ok := message.(*jsonrpc.Request)
	l.mu.Lock()
	defer l.mu.Unlock()
	if !ok || !call.IsCall() || l.asked == maxAsked {
		return nil
	}
	l.asked++
	return message
}

// answered gives an answer to the call that waits for it.
func (l *stdioLink) answered(text []byte, fields map[string]json.RawMessage) jsonrpc.Message {
	id, err := idOf(fields["id"])
	if err != nil {
		return l.strayed(text, err)
	}
	w := l.take(func(w *waiter) bool { return w.id == id })
	if w == nil {
		if l.isLate(id) {
			return nil
		}
		return l.strayed(text, noCall(fields["id"]))
	}
	a, err := answerOf(fields)
	if err != nil {
		return failedAnswer(id, (&strayLine{text, err}).blame(w.x))
	}
	w.x.settle(a.reply, nil)
	return w.answer(a)
}

// answer makes of an answer what the SDK needs.
func (w *waiter) answer(a received) jsonrpc.Message {
	switch {
	case a.reply.Error != nil:
		return failedAnswer(w.id, a.reply.Error)
	case w.x.whole:
		return &jsonrpc.Response{ID: w.id, Result: a.reply.Result}
	}
	return &jsonrpc.Response{ID: w.id, Result: json.RawMessage("{}")}
}

func failedAnswer(id jsonrpc.ID, err error) jsonrpc.Message {
	return &jsonrpc.Response{ID: id, Error: err}
}

// strayed charges the oldest call with a line, or keeps the line for the next.
func (l *stdioLink) strayed(text []byte, reason error) jsonrpc.Message {
	stray := &strayLine{text, reason}
	w := l.take(func(*waiter) bool { return true })
	if w == nil {
		l.mu.Lock()
		defer l.mu.Unlock()
		l.stray = stray
		return nil
	}
	l.mu.Lock()
	l.late[w.id] = true
	l.mu.Unlock()
	return failedAnswer(w.id, stray.blame(w.x))
}

// take removes and returns the first call that fits, nil for none.
func (l *stdioLink) take(fits func(*waiter) bool) *waiter {
	l.mu.Lock()
	defer l.mu.Unlock()
	i := slices.IndexFunc(l.waiting, fits)
	if i < 0 {
		return nil
	}
	w := l.waiting[i]
	l.waiting = slices.Delete(l.waiting, i, i+1)
	return w
}

// isLate reports whether an answer is to a call that was given up, once.
func (l *stdioLink) isLate(id jsonrpc.ID) bool {
	l.mu.Lock()
	defer l.mu.Unlock()
	late := l.late[id]
	delete(l.late, id)
	return late
}

// idOf returns the id of an answer, which must be that of a call of ours: a number.
func idOf(raw json.RawMessage) (jsonrpc.ID, error) {
	var n int64
	if err := json.Unmarshal(raw, &n); err != nil || string(raw) == "null" {
		return jsonrpc.ID{}, noCall(raw)
	}
	return jsonrpc.MakeID(float64(n))
}

func noCall(id json.RawMessage) error {
	return fmt.Errorf("its id %s is that of no call", shown(id))
}
