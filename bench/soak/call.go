package main

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
)

const (
	listSkills    = "skills/list"
	getSkill      = "skills/get"
	readDirectory = "resources/directory/read"
	listResources = "resources/list"
	readResource  = "resources/read"
)

const (
	modernVersion = "2026-07-28"
	legacyVersion = "2025-11-25"
)

// call is one request.
type call struct {
	id     string // as it stands in JSON
	method string
	uri    string // "" for the lists
	cursor string // "" for the first page
	from   int    // where in the list the cursor stands
	modern bool
	gzip   bool
	// odd asks in a form that is valid but not plain, which is for the SDK.
	odd bool
}

func (c *call) body() []byte {
	var b bytes.Buffer
	fmt.Fprintf(&b, `{"jsonrpc":"2.0","id":%s,"method":%q,"params":{`, c.id, c.method)
	comma := ""
	member := func(name, value string) {
		fmt.Fprintf(&b, `%s%q:%s`, comma, name, value)
		comma = ","
	}
	if c.uri != "" {
		member("uri", strconv.Quote(c.uri))
	}
	if c.cursor != "" {
		member("cursor", strconv.Quote(c.cursor))
	}
	if c.odd {
		member("unknown", `"\u0041"`)
	}
	if c.modern {
		member("_meta", `{"io.modelcontextprotocol/protocolVersion":"`+modernVersion+`",`+
			`"io.modelcontextprotocol/clientInfo":{"name":"soak","version":"1"},"io.modelcontextprotocol/clientCapabilities":{}}`)
	}
	b.WriteString("}}")
	return b.Bytes()
}

func (c *call) header() http.Header {
	h := http.Header{
		"Content-Type":         {"application/json"},
		"Accept":               {"application/json, text/event-stream"},
		"Mcp-Protocol-Version": {legacyVersion},
	}
	if c.modern {
		h["Mcp-Protocol-Version"], h["Mcp-Method"] = []string{modernVersion}, []string{c.method}
		if c.method == readResource {
			h["Mcp-Name"] = []string{c.uri}
		}
	}
	if c.gzip {
		h["Accept-Encoding"] = []string{"gzip"}
	}
	return h
}

// String names the call in a message.
func (c *call) String() string {
	return fmt.Sprintf("%s %s (page from %d, modern %v, gzip %v, odd %v)", c.method, c.uri, c.from, c.modern, c.gzip, c.odd)
}

// kind is what calls are counted by.
func (c *call) kind() string {
	kind := c.method + " legacy"
	if c.modern {
		kind = c.method + " modern"
	}
	if c.gzip {
		kind += " gzip"
	}
	return kind
}
