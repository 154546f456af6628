package fix

import (
	"bytes"
	"fmt"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff returns the plan as a unified diff, with the paths that opens returns for those
// of the tree: the changes, which patch -p0 applies, then the renames.
func (p *Plan) Diff(opens func(string) string) []byte {
	var b bytes.Buffer
	for _, c := range p.Changes {
		b.Write(diff.Diff(opens(c.Path), c.Before, opens(c.Path), c.After))
	}
	for _, r := range p.Renames {
		fmt.Fprintf(&b, "rename from %s\nrename to %s\n", opens(r.From), opens(r.To))
	}
	return b.Bytes()
}
