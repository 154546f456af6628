package protocol

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// CheckWebURL returns what is wrong with the address of a page or an endpoint on the web,
// as a configuration names it: absolute, http or https, with a host, and with neither a
// user, a query nor a fragment. The error never holds a password.
func CheckWebURL(s string) error {
	u, err := url.Parse(s)
	switch {
	case err == nil && u.User != nil:
		return errors.New("the address holds a user or password, which everybody could read; leave it out")
	case err != nil || u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "" ||
		strings.ContainsAny(s, "?#\\ ") || !validWebPath(u):
		return fmt.Errorf("bad address %q; expected an http or https URL without query or fragment, such as \"https://skills.example.com/\"", s)
	}
	return nil
}

// validWebPath reports whether the path of a URL is "", or one that CheckWebPath accepts
// with or without a slash at its end.
func validWebPath(u *url.URL) bool {
	path := strings.TrimSuffix(u.Path, "/")
	return path == "" || CheckWebPath(path) == nil
}

// CheckWebPath returns what is wrong with the path below which pages stand on a host: a
// slash, then segments with single slashes between, decoded and without a slash at the end.
func CheckWebPath(path string) error {
	below, ok := strings.CutPrefix(path, "/")
	if !ok || !ValidPath(below) || strings.ContainsFunc(below, isControl) {
		return fmt.Errorf("bad path %q; expected a slash and segments with single slashes between and none at the end, such as \"/skills\"", path)
	}
	return nil
}

func isControl(r rune) bool { return r < ' ' || r == 0x7f }
