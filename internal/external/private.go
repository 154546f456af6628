package external

import (
	"errors"
	"net/netip"
	"syscall"
)

var errPrivate = errors.New("its host is this machine or in a private network")

// refusePrivate is a net.Dialer's Control: it sees the address that a name led to, at the
// last moment, so that no name can lead elsewhere afterwards.
func refusePrivate(_, address string, _ syscall.RawConn) error {
	at, err := netip.ParseAddrPort(address)
	if err != nil || !isPublic(at.Addr()) {
		return errPrivate
	}
	return nil
}

// isPublic reports whether an address is one of the open internet.
func isPublic(a netip.Addr) bool {
	a = a.Unmap().WithZone("")
	if !a.IsGlobalUnicast() || a.IsPrivate() {
		return false
	}
	for _, reserved := range []string{
		"0.0.0.0/8", "100.64.0.0/10", "192.0.0.0/24", "192.0.2.0/24", "198.18.0.0/15", "198.51.100.0/24", "203.0.113.0/24",
		"240.0.0.0/4",                                              // reserved, and broadcast
		"64:ff9b::/96", "64:ff9b:1::/48", "2001::/32", "2002::/16", // lead to IPv4 addresses of any kind
		"100::/64", "2001:db8::/32", "fec0::/10",
	} {
		if netip.MustParsePrefix(reserved).Contains(a) {
			return false
		}
	}
	return true
}
