package main

// serveHelp and serveExamples are what serve --help says above the flags.
const (
	serveHelp = `Serve the skills of a catalog over MCP: by streamable HTTP at /mcp, or on
standard input and output with --stdio. Of several catalogs the union is served;
none may hold a skill of another. They are read and checked at the start; after
that no file is touched until a reload is asked for.

The address is on the loopback interface unless you name another one. /healthz
says that the process runs, /readyz whether requests should come here and which
catalog is served, /metrics how it does, for Prometheus. They stand at the same
address, where --bearer-token-file and --oidc-issuer guard /metrics too, or at
--ops-addr, where nothing is guarded.

--site shows the skills to people, and to tools that look for them by discovery,
at all other paths, made from the same catalog and replaced with it. The same
hosts are let in and the same tokens are asked for as at /mcp.

SIGHUP reads the catalogs, the tokens and the TLS files again; with --watch each
is read when its file changes, that of a ConfigMap or Secret too. Requests under
way finish on the old catalog. A bad new file leaves the old one in use, with an
error in the log and in skillpack_reload_last_successful. Hosts hear of
another catalog when what they keep expires: see --ttl.

SIGTERM and Ctrl-C make /readyz answer 503, then end the server once the
requests under way are answered, with exit code 0, or 3 where --drain-timeout
cut some off. A second one ends it at once.

With --log-format json the line that says where requests are answered is JSON
too. Why a server could not start is said in plain text.`

	serveExamples = `  skillpack serve catalog.json
  skillpack serve catalog.json --stdio
  skillpack serve payments.json support.json            # their union
  skillpack serve catalog.json --http 0.0.0.0:8443 \
      --tls-cert tls.crt --tls-key tls.key --bearer-token-file tokens
  skillpack serve catalog.json --http 0.0.0.0:8080 --ops-addr 0.0.0.0:9090 \
      --watch --drain-delay 5s --log-format json        # in a pod
  skillpack serve catalog.json --allow-origin https://app.example.com
  skillpack serve catalog.json --site --site-url https://skills.example.com`
)
