package daemon

import (
	"log/slog"
	"net"
)

// warnOfExposure says, at the start, what of a configuration is likely not meant so, now
// that the server listens at an address.
func (c Config) warnOfExposure(at net.Addr, log *slog.Logger) {
	tcp, ok := at.(*net.TCPAddr)
	if !ok || tcp.IP.IsLoopback() {
		return
	}
	plain := c.HTTP.TLS == KeyPair{}
	switch {
	case plain && c.Auth.asked():
		log.Warn("tokens come over plain HTTP, where all on the way can read them; "+
			"give --tls-cert and --tls-key, unless a proxy speaks TLS and nobody else comes here", "addr", at.String())
	case plain:
		log.Warn("everybody who reaches this address may ask, over plain HTTP; "+
			"give --bearer-token-file or --oidc-issuer, with --tls-cert and --tls-key, unless that is meant", "addr", at.String())
	}
	if len(c.Serve.AllowHosts) > 0 && !tcp.IP.IsUnspecified() {
		log.Warn("--allow-host has no effect: any host is allowed but at a loopback address", "addr", at.String())
	}
}
