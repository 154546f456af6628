package site

import "skillpack/internal/protocol"

// connection is how a skill gets to those who use it.
type connection struct {
	MCPURL string // of the server; "" for none
	Config string // of a client of it, JSON
	Add    string // the command that installs the skill; "" where the site's address is not known
	// Installable says that an index of the site has the skill.
	Installable bool
}

func (s *Site) connection(k *Skill) connection {
	c := connection{MCPURL: s.options.MCPURL}
	if c.MCPURL != "" {
		c.Config = clientConfig(s.catalog.Server.Name, c.MCPURL)
	}
	prefix, ok := s.discovery.Add(k.URI)
	c.Installable = ok
	// A name as it should be needs no quotes in a shell.
	if ok && s.options.BaseURL != "" && len(protocol.NameFaults(k.Name)) == 0 {
		c.Add = "npx skills add " + s.directory(prefix) + " --skill " + k.Name
	}
	return c
}

// clientConfig is what most MCP clients take as their configuration.
func clientConfig(server, url string) string {
	var b []byte
	b = append(b, "{\n  \"mcpServers\": {\n    "...)
	b = protocol.AppendString(b, server)
	b = append(b, ": {\n      \"type\": \"http\",\n      \"url\": "...)
	b = protocol.AppendString(b, url)
	return string(append(b, "\n    }\n  }\n}"...))
}
