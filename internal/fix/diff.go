package fix

import (
	"bytes"
	"fmt"
	"path"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff returns the plan as a unified diff, with base before each path: the changes, then
// the renames, as patch -p0 can apply the former.
func (p *Plan) Diff(base string) []byte {
	var b bytes.Buffer
	for _, c := range p.Changes {
		name := path.Join(base, c.Path)
		b.Write(diff.Diff(name, c.Before, name, c.After))
	}
	for _, r := range p.Renames {
		fmt.Fprintf(&b, "rename from %s\nrename to %s\n", path.Join(base, r.From), path.Join(base, r.To))
	}
	return b.Bytes()
}
