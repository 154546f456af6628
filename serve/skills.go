package serve

import (
	"context"
	"slices"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The methods of the extension.
const (
	methodList      = "skills/list"
	methodGet       = "skills/get"
	methodDirectory = "resources/directory/read"
)

// addSkillsMethods registers the extension's methods with the SDK.
func (s *Server) addSkillsMethods() {
	add := func(method string, handle func(context.Context, *snapshot, *params) ([]byte, error)) {
		err := mcp.AddReceivingCustomMethod(s.mcp, method,
			func(ctx context.Context, _ *mcp.ServerSession, p *params) (*result, error) {
				now := s.begun(ctx)
				body, err := handle(ctx, now, p)
				if err != nil {
					return nil, hide(ctx, s.options.Logger, method, err)
				}
				return now.respond(p.modern(), body), nil
			})
		if err != nil {
			panic("serve: " + err.Error()) // the SDK took the method into its own set
		}
	}
	add(methodList, listSkills)
	add(methodGet, getSkill)
	add(methodDirectory, readDirectory)
}

// listSkills answers skills/list (P2).
func listSkills(_ context.Context, now *snapshot, p *params) ([]byte, error) {
	if err := p.check(); err != nil {
		return nil, err
	}
	items, next, err := now.page(listID{method: methodList}, now.skills, p.page())
	if err != nil {
		return nil, err
	}
	return listBody("skills", items, next), nil
}

// getSkill answers skills/get, for unlisted skills too (P3).
func getSkill(_ context.Context, now *snapshot, p *params) ([]byte, error) {
	uri, err := p.needURI()
	if err != nil {
		return nil, err
	}
	entry, ok := find(now.entry, uri)
	if !ok {
		return nil, errUnknown("unknown skill; ask for the uri of an entry of skills/list", uri)
	}
	return slices.Concat([]byte(`"skill":`), entry), nil
}

// readDirectory answers resources/directory/read (P4).
func readDirectory(ctx context.Context, now *snapshot, p *params) ([]byte, error) {
	uri, err := p.needURI()
	if err != nil {
		return nil, err
	}
	list, children, err := now.children(ctx, uri)
	if err != nil {
		return nil, err
	}
	items, next, err := now.page(list, children, p.page())
	if err != nil {
		return nil, err
	}
	return listBody("resources", items, next), nil
}

// entry returns the wire form of an entry by the URI of its SKILL.md.
func (n *snapshot) entry(uri string) ([]byte, bool) {
	if e, ok := n.catalog.Entry(uri); ok {
		return e.Wire(), true
	}
	for _, d := range n.dynamic {
		if d.uri == uri {
			return d.entry, true
		}
	}
	return nil, false
}

// children returns the wire forms of the direct children of a directory, and the
// list that they make.
func (n *snapshot) children(ctx context.Context, uri string) (listID, [][]byte, error) {
	if d, ok := find(n.catalog.Directory, uri); ok {
		items := make([][]byte, len(d.Children))
		for i := range d.Children {
			items[i] = d.Children[i].Wire()
		}
		return listID{methodDirectory, d.URI}, items, nil
	}
	if d, path, normal := n.dynamicAt(uri); d != nil {
		items, err := d.children(ctx, path)
		return listID{methodDirectory, normal}, items, err
	}
	return listID{}, nil, errUnknownDirectory(uri)
}

func errUnknownDirectory(uri string) error {
	return errUnknown("unknown directory; its uri is that of a file without the last segment", uri)
}
