package verify

import (
	"errors"
	"fmt"
	"net/http"
)

// Sentinel errors of a Client, wrapped with what was found.
var (
	// ErrNoDirectories says that the server did not declare directoryRead.
	ErrNoDirectories = errors.New("the server does not declare directoryRead")
	// ErrEra says that the server does not speak the era asked for.
	ErrEra = errors.New("the server does not speak the protocol revision asked for")
	// ErrRedirect says that the server redirects where we do not follow.
	ErrRedirect = errors.New("refused to follow a redirect")
	// ErrTooLarge says that a message is over Options.MaxResponse.
	ErrTooLarge = errors.New("the message is too large")
)

// TransportError says that no whole answer came.
type TransportError struct {
	Method string // of the call, "" for the connection
	Err    error
}

func (e *TransportError) Error() string { return e.Method + ": no answer: " + e.Err.Error() }

// Unwrap returns the cause.
func (e *TransportError) Unwrap() error { return e.Err }

// HTTPError is an HTTP answer with an error status and without a JSON-RPC message.
type HTTPError struct {
	Method       string // of the call
	Status       int
	Authenticate []string // the WWW-Authenticate headers of a 401
	Header       http.Header
	Excerpt      string // the first bytes of the body
}

func (e *HTTPError) Error() string {
	return fmt.Sprintf("%s: the server answered %d %s", e.Method, e.Status, http.StatusText(e.Status))
}

// RedirectError says where a server redirects that we do not follow. It is ErrRedirect.
type RedirectError struct {
	From, To string // URLs
	Reason   string
}

func (e *RedirectError) Error() string {
	return fmt.Sprintf("refused to follow a redirect from %q to %q: %s", e.From, e.To, e.Reason)
}

// Is reports whether target is ErrRedirect.
func (e *RedirectError) Is(target error) bool { return target == ErrRedirect }

// AnswerError says that what the server sent is not an answer to the call.
type AnswerError struct {
	Method  string // of the call
	Reason  string // what was found and what was expected
	Request []byte // the message that was sent
	Excerpt string // the first bytes of what came
	Err     error  // ErrTooLarge, or nil
}

func (e *AnswerError) Error() string { return e.Method + ": " + e.Reason }

// Unwrap returns the cause.
func (e *AnswerError) Unwrap() error { return e.Err }

// WalkError says that a listing does not end by itself.
type WalkError struct {
	Method string
	Page   int    // the page at which the walk was given up, from 1
	Reason string // what was found and what was expected
	Cursor string // that leads nowhere
}

func (e *WalkError) Error() string { return fmt.Sprintf("%s: page %d: %s", e.Method, e.Page, e.Reason) }

// Unreachable reports whether an error says that the server could not be asked, and
// nothing of how it keeps the protocol.
func Unreachable(err error) bool { panic("todo") }
