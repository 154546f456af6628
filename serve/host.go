package serve

import (
	"fmt"
	"net"
	"net/http"
	"net/netip"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// checkHost refuses a request that arrives at a loopback address for a host that is not
// a loopback one and not allowed: a page whose name was made to point at this machine
// would send it, and to its browser the answer is of the page's own origin (T4).
func (s *Server) checkHost(next http.Handler) http.Handler {
	allowed := s.options.AllowHosts
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if arrivedAtLoopback(r) && !isHost(r.Host, allowed) {
			refuseFor(w, ForeignHost, r.Host)
			refuse(http.StatusForbidden, jsonrpc.CodeInvalidRequest, fmt.Sprintf("host %.200q is not allowed at a loopback address; "+
				"expected localhost, 127.0.0.1 or [::1], or a name that the server allows (AllowHosts, --allow-host)", r.Host)).write(w)
			return
		}
		next.ServeHTTP(w, r)
	})
}

// arrivedAtLoopback reports whether the connection was made to a loopback address.
func arrivedAtLoopback(r *http.Request) bool {
	switch at := r.Context().Value(http.LocalAddrContextKey).(type) {
	case *net.TCPAddr:
		return at.IP.IsLoopback()
	case net.Addr: // of another kind of listener
		addr, err := netip.ParseAddrPort(at.String())
		return err == nil && addr.Addr().Unmap().IsLoopback()
	}
	return false
}

// isHost reports whether a Host header names the loopback interface or one of names.
func isHost(header string, names []string) bool {
	host, ok := hostName(header)
	if !ok {
		return false
	}
	if isName(host, "localhost") {
		return true
	}
	for _, name := range names {
		if isName(host, name) {
			return true
		}
	}
	// Not every spelling that a resolver takes: browsers write an address in full.
	ip, err := netip.ParseAddr(host)
	return err == nil && ip.Zone() == "" && ip.Unmap().IsLoopback()
}

// hostName returns the name or address of a Host header, without its port, the brackets
// of an IPv6 address and the dot at the end of a full name.
func hostName(header string) (string, bool) {
	if inner, ok := strings.CutPrefix(header, "["); ok {
		host, port, ok := strings.Cut(inner, "]")
		return host, ok && strings.Contains(host, ":") && (port == "" || port[0] == ':' && isPort(port[1:]))
	}
	host, port, _ := strings.Cut(header, ":")
	return strings.TrimSuffix(host, "."), isPort(port)
}

func isPort(s string) bool {
	return strings.Trim(s, "0123456789") == ""
}

// normalHost returns a name or address as hostName gives it.
func normalHost(name string) (string, error) {
	host := strings.TrimSuffix(strings.ToLower(name), ".")
	if inner, ok := strings.CutPrefix(host, "["); ok {
		host = strings.TrimSuffix(inner, "]")
	}
	if ip, err := netip.ParseAddr(host); err == nil && ip.Zone() == "" {
		return ip.String(), nil
	}
	if !isHostName(host) {
		return "", fmt.Errorf("host %q to allow (AllowHosts, --allow-host) is none; expected a name such as skills.example.com, without scheme, port or *, and in ASCII (xn--…)", name)
	}
	return host, nil
}

// isHostName reports whether s is made of what names in lower case are.
func isHostName(s string) bool {
	return s != "" && strings.Trim(s, "abcdefghijklmnopqrstuvwxyz0123456789-_.") == ""
}
