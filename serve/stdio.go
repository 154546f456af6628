package serve

import (
	"bufio"
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"sync"
	"time"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// ServeStdio serves one client that writes a JSON message a line to in and reads one
// a line from out (T8). It returns nil at the end of in and when ctx ends, each time
// after every request read has been answered, or ten seconds. A line that is no
// message is answered by an error, and the next one is read. Nothing else is written
// to out. It opens no file.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return s.serveLines(ctx, newLineConn(in, out, s.options.MaxBody, drainTimeout))
}

func (s *Server) serveLines(ctx context.Context, lines *lineConn) error {
	// The end of ctx is a drain, not a cancellation of what runs.
	session, err := s.mcp.Connect(context.WithoutCancel(ctx), lineTransport{lines}, nil)
	if err != nil {
		return err
	}
	// Closing the session would let requests finish but drop their answers.
	defer context.AfterFunc(ctx, lines.drain)()
	ended := make(chan error, 1)
	go func() { ended <- session.Wait() }()
	select {
	case err := <-ended:
		return err
	case <-lines.overdue:
		return errCutOff
	}
}

// drainTimeout is how long the answers of calls that were read may take after the end.
const drainTimeout = 10 * time.Second

var errCutOff = errors.New("requests still ran ten seconds after the stop and were cut off")

type lineTransport struct{ conn *lineConn }

func (t lineTransport) Connect(context.Context) (mcp.Connection, error) { return t.conn, nil }

// lineConn is a connection of one JSON message a line. Unlike the SDK's it outlives
// a bad line, and ends only when what it read has been answered: the SDK drops the
// answers of requests that are in flight when reading ends.
type lineConn struct {
	lines    <-chan line
	draining chan struct{} // closed to read no more
	drain    func()
	overdue  chan struct{} // closed when answers did not come in time, or are not taken
	closed   chan struct{}
	close    func()

	// mu guards what follows. It is held during a write, so that no more is read while
	// the client takes no answers.
	mu      sync.Mutex
	out     io.Writer
	pending map[jsonrpc.ID]bool // calls read and not answered
	ended   bool                // no more is read
	idle    chan struct{}       // closed when ended and nothing is pending
}

// line is a line that was read, or why it was not.
type line struct {
	text []byte
	err  error
}

var errLineTooLong = errors.New("the line is too long")

func newLineConn(in io.Reader, out io.Writer, maxLine int64, patience time.Duration) *lineConn {
	lines, draining, overdue, closed := make(chan line), make(chan struct{}), make(chan struct{}), make(chan struct{})
	c := &lineConn{
		lines:    lines,
		draining: draining, drain: sync.OnceFunc(func() {
			close(draining)
			time.AfterFunc(patience, func() { close(overdue) })
		}),
		overdue: overdue,
		closed:  closed, close: sync.OnceFunc(func() { close(closed) }),
		out: out, pending: map[jsonrpc.ID]bool{}, idle: make(chan struct{}),
	}
	go readLines(in, int(maxLine), lines, closed)
	return c
}

// readLines sends the lines of in until its end or until closed. It outlives the
// connection while a read blocks, since a read of standard input cannot be stopped.
func readLines(in io.Reader, maxLine int, lines chan<- line, closed <-chan struct{}) {
	r := bufio.NewReaderSize(in, 64<<10)
	for {
		text, err := readLine(r, maxLine)
		if len(text) > 0 || err != nil {
			select {
			case lines <- line{text, err}:
			case <-closed:
				return
			}
		}
		if err != nil && !errors.Is(err, errLineTooLong) {
			return
		}
	}
}

// readLine returns the next line without its end and the blanks around it. Of a line
// over the limit it reads all, keeps nothing and returns errLineTooLong.
func readLine(r *bufio.Reader, limit int) ([]byte, error) {
	var text []byte
	tooLong := false
	for {
		part, err := r.ReadSlice('\n')
		if tooLong = tooLong || len(text)+len(part) > limit; tooLong {
			text = nil
		} else {
			text = append(text, part...)
		}
		switch {
		case errors.Is(err, bufio.ErrBufferFull):
			continue
		case tooLong && (err == nil || errors.Is(err, io.EOF)):
			return nil, errLineTooLong // an end of file comes again
		case err != nil && len(bytes.TrimSpace(text)) > 0:
			return bytes.TrimSpace(text), nil
		}
		return bytes.TrimSpace(text), err
	}
}

// Read returns the next message.
func (c *lineConn) Read(ctx context.Context) (jsonrpc.Message, error) {
	for {
		select {
		case <-ctx.Done():
			return nil, ctx.Err()
		case <-c.closed:
			return nil, io.EOF
		case <-c.draining:
			c.awaitAnswers(ctx)
			return nil, io.EOF
		case l := <-c.lines:
			if l.err != nil && !errors.Is(l.err, errLineTooLong) {
				c.awaitAnswers(ctx)
				return nil, l.err
			}
			if message, err := c.accept(l); message != nil || err != nil {
				return message, err
			}
		}
	}
}

// accept returns the message of a line, nil where it has none and was answered.
func (c *lineConn) accept(l line) (jsonrpc.Message, error) {
	message, bad := decodeLine(l)
	if bad == nil {
		bad = c.await(message)
	}
	if bad != nil {
		return nil, c.writeLine(errorMessage(bad.id, bad.err))
	}
	return message, nil
}

// await notes that a call is to be answered. It refuses an id that is in use, which
// the SDK would not answer.
func (c *lineConn) await(message jsonrpc.Message) *refused {
	call, ok := message.(*jsonrpc.Request)
	if !ok || !call.IsCall() {
		return nil
	}
	completeParams(call)
	// A listen lasts as long as the connection, so its end cannot wait for it.
	if call.Method == methodListen {
		return nil
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.pending[call.ID] {
		return refuse(0, jsonrpc.CodeInvalidRequest, fmt.Sprintf("the id %v is that of a call under way", call.ID.Raw()))
	}
	c.pending[call.ID] = true
	return nil
}

func decodeLine(l line) (jsonrpc.Message, *refused) {
	if l.err != nil {
		return nil, refuse(0, jsonrpc.CodeInvalidRequest, l.err.Error())
	}
	return decodeMessage(l.text)
}

// awaitAnswers returns when every call has been answered, or after a while. Read
// calls it once, before it ends the input.
func (c *lineConn) awaitAnswers(ctx context.Context) {
	c.drain()
	c.mu.Lock()
	c.ended = true
	c.settle()
	c.mu.Unlock()
	select {
	case <-c.idle:
	case <-c.closed:
	case <-ctx.Done():
	case <-c.overdue:
	}
}

// settle closes idle at the end of the input when no call is pending. c.mu is held.
func (c *lineConn) settle() {
	if c.ended && len(c.pending) == 0 {
		select {
		case <-c.idle:
		default:
			close(c.idle)
		}
	}
}

// Write writes a message as one line.
func (c *lineConn) Write(_ context.Context, message jsonrpc.Message) error {
	answer, ok := message.(*jsonrpc.Response)
	if ok {
		answer.Error = coded(answer.Error)
		defer c.answered(answer.ID)
	}
	b, err := jsonrpc.EncodeMessage(message)
	if err != nil {
		return fmt.Errorf("encoding a message: %w", err)
	}
	return c.writeLine(b)
}

func (c *lineConn) answered(id jsonrpc.ID) {
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.pending, id)
	c.settle()
}

// coded gives a code to an error of the SDK that has none, such as that of a call
// before initialize. Errors of handlers have theirs from the middleware.
func coded(err error) error {
	var wire *jsonrpc.Error
	if err == nil || errors.As(err, &wire) {
		return err
	}
	return &jsonrpc.Error{Code: jsonrpc.CodeInvalidRequest, Message: err.Error()}
}

func (c *lineConn) writeLine(b []byte) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	_, err := c.out.Write(append(b, '\n'))
	return err
}

// Close ends the connection; it does not close the streams, which are the caller's.
func (c *lineConn) Close() error {
	c.close()
	return nil
}

// SessionID returns "": a line of communication has one session.
func (c *lineConn) SessionID() string { return "" }
