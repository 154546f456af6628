package main

import (
	"context"
	"crypto/tls"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"os"
	"os/exec"
	"strings"
	"syscall"

	"skillpack/verify"
)

// explain returns an error that says what to do about what ended the calls. Its text is of
// the server in part.
func (o callOptions) explain(err error, what audited) error {
	if err == nil || errors.Is(err, context.Canceled) {
		return err
	}
	advice := o.advice(err, what)
	text := strings.ReplaceAll(err.Error(), "\n", "; ") // of several errors
	if advice != "" {
		text += "; " + advice
	}
	return errors.New(text)
}

// advice says what to do, "" where nothing better is known than the error itself.
func (o callOptions) advice(err error, what audited) string {
	if answer, ok := errors.AsType[*verify.HTTPError](err); ok {
		if advice := o.statusAdvice(answer, what.url); advice != "" {
			return advice
		}
	}
	if errors.Is(err, verify.ErrEra) {
		return fmt.Sprintf("it can be asked in %s and %s alone", verify.Modern, verify.Legacy)
	}
	if errors.Is(err, context.DeadlineExceeded) || errors.Is(err, os.ErrDeadlineExceeded) {
		return fmt.Sprintf("if it is only slow, give it longer than --timeout %v", o.timeout)
	}
	if what.command != nil {
		return commandAdvice(err)
	}
	if redirect, ok := errors.AsType[*verify.RedirectError](err); ok {
		return fmt.Sprintf("if that is the server, name it: %q", redirect.To)
	}
	if _, ok := errors.AsType[*verify.AnswerError](err); ok {
		return "is it the URL of an MCP endpoint?"
	}
	return networkAdvice(err)
}

func commandAdvice(err error) string {
	if errors.Is(err, exec.ErrNotFound) || errors.Is(err, os.ErrNotExist) {
		return "check its name and your PATH"
	}
	if errors.Is(err, os.ErrPermission) {
		return "is it a program that you may run?"
	}
	return "a command must answer on its standard output, one MCP message a line and nothing else; what it says on standard error is above"
}

// statusAdvice is about answers with an error status.
func (o callOptions) statusAdvice(answer *verify.HTTPError, target string) string {
	switch {
	case answer.Status == http.StatusUnauthorized && (o.tokenFile != "" || len(o.headers) > 0):
		return "it does not take what --bearer-token-file or --header gave it"
	case answer.Status == http.StatusUnauthorized:
		return "it wants to know who asks: give a token with --bearer-token-file"
	case answer.Status == http.StatusForbidden:
		return "what asks may lack the right, or the server not know itself by this name (--allow-host of 'skillpack serve')" + reason(answer)
	case answer.Status == http.StatusNotFound || answer.Status == http.StatusMethodNotAllowed:
		return "is the path right? " + endpointAdvice(target)
	case answer.Status == http.StatusBadRequest && strings.Contains(answer.Excerpt, "HTTPS server"):
		return "it speaks HTTPS: write https:// in the URL"
	}
	return ""
}

// reason returns why a server says that it refuses, "" where it says nothing.
func reason(answer *verify.HTTPError) string {
	var m struct {
		Error struct {
			Message string `json:"message"`
		} `json:"error"`
	}
	if json.Unmarshal([]byte(answer.Excerpt), &m) != nil || m.Error.Message == "" {
		return ""
	}
	return fmt.Sprintf("; it says %q", m.Error.Message)
}

// endpointAdvice names the endpoint that a server of skillpack has.
func endpointAdvice(target string) string {
	u, err := url.Parse(target)
	if err != nil || u.Path == "/mcp" {
		return "ask whoever runs the server for the URL of its MCP endpoint"
	}
	u.Path, u.RawPath, u.RawQuery = "/mcp", "", ""
	return "that of 'skillpack serve' is " + u.String()
}

// networkAdvice is about servers that do not answer.
func networkAdvice(err error) string {
	if name, ok := errors.AsType[*net.DNSError](err); ok {
		return fmt.Sprintf("is the name %q right?", name.Name)
	}
	if errors.Is(err, syscall.ECONNREFUSED) {
		return "nothing listens there: is the server running, and the port right?"
	}
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "its certificate is not trusted here: SSL_CERT_FILE can name a PEM file with the authority that signed it"
	}
	_, noTLS := errors.AsType[tls.RecordHeaderError](err)
	if noTLS || errors.Is(err, http.ErrSchemeMismatch) {
		return "it speaks plain HTTP: write http:// in the URL"
	}
	return ""
}
