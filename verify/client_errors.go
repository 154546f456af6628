package verify

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// Errors of a Client that are wrapped with what was found.
var (
	// ErrNoDirectories says that the server did not declare directoryRead (P1).
	ErrNoDirectories = errors.New("the server does not declare directoryRead")
	// ErrEra says that the server does not speak the era of the Options.
	ErrEra = errors.New("the server does not speak the protocol revision asked for")
	// ErrRedirect says that the server redirects to where we do not follow.
	ErrRedirect = errors.New("the server redirects to another place")
	// ErrTooLarge says that a message is over Options.MaxResponse.
	ErrTooLarge = errors.New("the message is too large")
	// ErrLingers says that a command did not end with its input, and was ended (T8).
	ErrLingers = errors.New("the command did not end at the end of its input")
)

// TransportError says that no whole answer came.
type TransportError struct {
	Method string // of the call, "" before the first
	Err    error
}

func (e *TransportError) Error() string {
	if e.Method == "" {
		return e.Err.Error()
	}
	return fmt.Sprintf("%s: no answer: %v", e.Method, e.Err)
}

// Unwrap returns the cause.
func (e *TransportError) Unwrap() error { return e.Err }

// lateError says that an answer did not come in time. It is context.DeadlineExceeded.
type lateError struct{ after time.Duration }

func (e *lateError) Error() string { return fmt.Sprintf("none that is whole came within %v", e.after) }

func (e *lateError) Is(target error) bool { return target == context.DeadlineExceeded }

// HTTPError is an HTTP answer with an error as its status and no message of MCP, or one
// that turns us away (401, 403), whatever its body.
type HTTPError struct {
	Method  string // of the call
	Status  int
	Header  http.Header // that of a 401 says in WWW-Authenticate what to do
	Excerpt string      // the first bytes of the body
}

func (e *HTTPError) Error() string {
	text := fmt.Sprintf("%s: the server answered with HTTP status %d %s", e.Method, e.Status, http.StatusText(e.Status))
	if challenge := e.Header.Get("WWW-Authenticate"); e.Status == http.StatusUnauthorized && challenge != "" {
		return fmt.Sprintf("%s, which asks for %.200q", text, challenge)
	}
	return text
}

// RedirectError says where a server redirects that we do not follow. It is ErrRedirect.
type RedirectError struct {
	Method   string // of the call
	Status   int
	From, To string // URLs, To as the server wrote it
	Reason   string
}

func (e *RedirectError) Error() string {
	return fmt.Sprintf("%s: the server redirects from %q to %.300q, which is not followed: %s", e.Method, e.From, e.To, e.Reason)
}

// Is reports whether target is ErrRedirect.
func (e *RedirectError) Is(target error) bool { return target == ErrRedirect }

// AnswerError says that what the server sent is not an answer to the call.
type AnswerError struct {
	Method  string // of the call
	Reason  string // what was found and what was expected
	Request []byte // the message that was sent
	Excerpt string // the first bytes of what came
	Err     error  // ErrTooLarge or nil
}

func (e *AnswerError) Error() string { return e.Method + ": " + e.Reason }

// Unwrap returns the cause.
func (e *AnswerError) Unwrap() error { return e.Err }

// WalkError says that a listing does not end.
type WalkError struct {
	Method string
	Page   int    // at which the walk was given up, from 1
	Reason string // what was found and what was expected
	Cursor string // that the page named as the next
}

func (e *WalkError) Error() string { return fmt.Sprintf("%s: page %d: %s", e.Method, e.Page, e.Reason) }

// Unreachable reports whether an error says that no message of MCP came, so that the
// server could not be asked: it is a *TransportError or an *HTTPError.
func Unreachable(err error) bool {
	_, transport := errors.AsType[*TransportError](err)
	_, status := errors.AsType[*HTTPError](err)
	return transport || status
}
