package telemetry

import (
	"net/http"
	"slices"
	"strconv"

	"skillpack/serve"
)

// other stands for every value that is not one of the known ones, as in
// OpenTelemetry's conventions. All labels are chosen from the lists below, so that no
// client can make series (an unbounded number of them is the end of a Prometheus).
const other = "_OTHER"

// methods are the values of mcp_method_name.
func methods() []string {
	return []string{
		"skills/list", "skills/get", "resources/read", "resources/directory/read", "resources/list",
		"resources/templates/list", "server/discover", "initialize", "ping", "subscriptions/listen",
		"notifications/initialized", "notifications/cancelled", "tools/list", "prompts/list", other,
	}
}

// versions are the values of mcp_protocol_version; "" is none given.
func versions() []string {
	return []string{"2026-07-28", "2025-11-25", "2025-06-18", "2025-03-26", "2024-11-05", "", other}
}

// indexes returns where each value is in a list.
func indexes(values []string) map[string]int {
	m := make(map[string]int, len(values))
	for i, v := range values {
		m[v] = i
	}
	return m
}

// at returns the index of a value, that of other for an unknown one.
func at(index map[string]int, value string) int {
	i, ok := index[value]
	if !ok {
		return index[other]
	}
	return i
}

// doors are the values of skillpack_door.
func doors() []string { return []string{"direct", "sdk", "none", "site"} }

func doorAt(d serve.Door) int {
	switch d {
	case serve.DirectDoor:
		return 0
	case serve.SDKDoor:
		return 1
	case serve.SiteDoor:
		return 3
	}
	return 2
}

// failed reports whether a request got no good answer.
func failed(c *serve.Call) bool {
	return c.Code != 0 || c.Status < http.StatusOK || c.Status >= http.StatusBadRequest
}

// began reports whether a request that failed reached its method. Those that did not
// are not told apart by it: what clients do wrong in all ways at once would be a
// series for each combination.
func began(c *serve.Call) bool {
	switch c.Code {
	case -32601, -32602, -32603:
		return true
	}
	return c.Status == 0
}

// errorType is the value of error_type: the code of the JSON-RPC error, else the status
// of HTTP, and "canceled" where there was no answer.
func errorType(c *serve.Call) string {
	switch {
	case c.Code != 0:
		return known([]int64{-32700, -32600, -32601, -32602, -32603, -32020, -32021, -32022}, c.Code)
	case c.Status == 0:
		return "canceled"
	}
	return known([]int64{400, 401, 403, 404, 405, 406, 413, 415, 429, 500, 503}, int64(c.Status))
}

func known(all []int64, v int64) string {
	if slices.Contains(all, v) {
		return strconv.FormatInt(v, 10)
	}
	return other
}

// refusal is the value of reason for a status of 4xx.
func refusal(c *serve.Call) string {
	switch c.Reason {
	case serve.ForeignHost:
		return "foreign_host"
	case serve.ForeignOrigin, serve.PreflightOrigin:
		return "foreign_origin"
	case serve.PreflightMethod, serve.PreflightHeader:
		return "preflight"
	}
	switch c.Status {
	case http.StatusBadRequest:
		return "bad_request"
	case http.StatusUnauthorized:
		return "unauthorized"
	case http.StatusForbidden:
		return "forbidden"
	case http.StatusNotFound:
		return "not_found"
	case http.StatusMethodNotAllowed:
		return "method_not_allowed"
	case http.StatusNotAcceptable:
		return "not_acceptable"
	case http.StatusRequestEntityTooLarge:
		return "too_large"
	case http.StatusUnsupportedMediaType:
		return "unsupported_media_type"
	case http.StatusTooManyRequests:
		return "too_many_requests"
	}
	return other
}
