package discovery

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// market is a plugin marketplace as Claude's documentation has it, for the root of the
// repository that the catalog was built from: its paths are those of the catalog without
// Options.Prefix. Skills of one directory are one plugin, so that each can be installed
// apart, and the entry is the plugin's whole definition ("strict": false).
type market struct {
	Name     string         `json:"name"`
	Owner    marketOwner    `json:"owner"`
	Metadata marketMetadata `json:"metadata"`
	Plugins  []plugin       `json:"plugins"`
}

type marketOwner struct {
	Name string `json:"name"`
}

type marketMetadata struct {
	Description string `json:"description"`
}

type plugin struct {
	Name        string   `json:"name"`
	Source      string   `json:"source"`
	Description string   `json:"description"`
	Strict      bool     `json:"strict"`
	Skills      []string `json:"skills"`
}

func newMarketplace(c *catalog.Catalog, o Options) (*market, error) {
	title := cmp.Or(o.Title, c.Server.Name)
	m := &market{
		Name:     cmp.Or(protocol.PlainName(title), "skills"),
		Owner:    marketOwner{title},
		Metadata: marketMetadata{"The skills of " + title},
		Plugins:  []plugin{},
	}
	if reservedMarket(m.Name) {
		return nil, fmt.Errorf("a marketplace must not be named %q, which Claude reserves: give the site another title", m.Name)
	}
	dirs := map[string]int{}
	for i := range c.Skills {
		dir, skillPath, err := m.place(c.Skills[i].URI, o.Prefix)
		if err != nil {
			return nil, err
		}
		at, ok := dirs[dir]
		if !ok {
			at = len(m.Plugins)
			dirs[dir] = at
			m.Plugins = append(m.Plugins, m.newPlugin(dir, title))
		}
		m.Plugins[at].Skills = append(m.Plugins[at].Skills, "./"+skillPath)
	}
	return m, nil
}

// place returns where a skill is in the repository: its directory and the one that holds it.
func (m *market) place(uri, prefix string) (parent, dir string, err error) {
	_, manifest, err := protocol.SplitURI(uri)
	if err != nil {
		return "", "", fmt.Errorf("%q: %w", uri, err)
	}
	dir = parentOf(manifest)
	if prefix != "" {
		dir = strings.TrimPrefix(dir, strings.Trim(prefix, "/")+"/")
	}
	return parentOf(dir), dir, nil
}

// newPlugin is a plugin without skills yet, under a name that no other has.
func (m *market) newPlugin(dir, title string) plugin {
	p := plugin{Source: "./", Description: "The skills of " + cmp.Or(dir, title), Name: m.Name}
	if dir != "" {
		p.Name = cmp.Or(protocol.PlainName(dir), "skills")
	}
	taken := func(name string) bool {
		return slices.ContainsFunc(m.Plugins, func(q plugin) bool { return q.Name == name })
	}
	for base, n := p.Name, 2; taken(p.Name); n++ {
		p.Name = base + "-" + strconv.Itoa(n)
	}
	return p
}

func (m *market) file() File {
	return File{Path: ".claude-plugin/marketplace.json", Type: jsonType, Size: -1, Kind: Index, Bytes: func() ([]byte, error) {
		return encode(m)
	}}
}

// reservedMarket reports whether Claude's documentation keeps a name from others, or could
// by its rule against names that pass for its maker's.
func reservedMarket(name string) bool {
	switch name {
	case "agent-skills", "life-sciences", "knowledge-work-plugins", "financial-services-plugins",
		"first-party-plugins", "healthcare", "inline", "builtin", "skills-dir", "synced",
		"npm", "pip", "uv", "cargo", "github", "gh":
		return true
	}
	first, rest, _ := strings.Cut(name, "-")
	maker := func(word string) bool { return word == "claude" || word == "anthropic" }
	return maker(first) || first == "claudeai" || first == "official" && slices.ContainsFunc(strings.Split(rest, "-"), maker)
}
