package fix

import (
	"bytes"
	"fmt"
	"strconv"
	"strings"
	"unicode"

	"github.com/rogpeppe/go-internal/diff"
)

// Diff returns the plan as a unified diff, with the paths that opens returns for those
// of the tree: the changes, which patch -p0 applies, then the renames.
func (p *Plan) Diff(opens func(string) string) []byte {
	var b bytes.Buffer
	for _, c := range p.Changes {
		name := oneLine(opens(c.Path))
		if strings.Contains(name, " ") {
			name += "\t" // up to which diff and patch read a name
		}
		b.Write(diff.Diff(name, c.Before, name, c.After))
	}
	for _, r := range p.Renames {
		fmt.Fprintf(&b, "rename from %s\nrename to %s\n", oneLine(opens(r.From)), oneLine(opens(r.To)))
	}
	return b.Bytes()
}

// oneLine returns a path, quoted where it could end the line.
func oneLine(path string) string {
	if strings.ContainsFunc(path, unicode.IsControl) {
		return strconv.Quote(path)
	}
	return path
}
