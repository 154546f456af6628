package verify

import (
	"encoding/json"
	"fmt"
	"math"
	"strconv"
	"strings"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// maxWhole is the greatest whole number that every JSON reader holds exactly.
const maxWhole = 1 << 53

// resources checks the files of an entry: their form (E2, E4), that they are files of
// the skill, each once (E3), and the limits (E5). The limits come last, since they can
// only be judged of what is right otherwise.
func (p *entryParser) resources(raw json.RawMessage) *entryFault {
	if string(raw) == `"dynamic"` {
		p.entry.Dynamic = true
		return nil
	}
	if len(raw) == 0 || raw[0] != '[' {
		return &entryFault{"E2", fmt.Errorf("its resources are %s, expected a list or \"dynamic\"", shown(raw))}
	}
	var items []json.RawMessage
	if err := json.Unmarshal(raw, &items); err != nil {
		return &entryFault{"E2", err}
	}
	seen := make(map[string]bool, len(items))
	refs := make([]catalog.Ref, 0, len(items))
	for i, item := range items {
		ref, fault := p.resource(item)
		if fault == nil && seen[ref.URI] {
			fault = &entryFault{"E3", fmt.Errorf("it is listed before: %s", quote(ref.URI))}
		}
		if fault != nil {
			return &entryFault{fault.requirement, fmt.Errorf("its resource %d: %w", i, fault.error)}
		}
		seen[ref.URI] = true
		refs = append(refs, ref)
	}
	if !seen[p.entry.URI] {
		return &entryFault{"E3", fmt.Errorf("its %s is not among its resources", protocol.ManifestName)}
	}
	p.entry.Resources = refs
	return limits(refs)
}

func (p *entryParser) resource(raw json.RawMessage) (catalog.Ref, *entryFault) {
	var r catalog.Ref
	fields, err := members(raw)
	if err != nil {
		return r, &entryFault{"E2", err}
	}
	if r.URI, err = text(fields, "uri"); err != nil {
		return r, &entryFault{"E2", err}
	}
	if r.Digest, err = text(fields, "digest"); err != nil {
		return r, &entryFault{"E2", err}
	}
	if r.Size, err = wholeNumber(fields, "size"); err != nil {
		return r, &entryFault{"E4", err}
	}
	if !protocol.ValidDigest(r.Digest) {
		return r, &entryFault{"E4", fmt.Errorf("its digest is %s, expected \"sha256:\" and 64 lower-case hexadecimal digits", quote(r.Digest))}
	}
	return r, p.inside(r.URI)
}

// inside checks that a URI is that of a file in the skill's directory.
func (p *entryParser) inside(uri string) *entryFault {
	if _, _, err := protocol.SplitURI(uri); err != nil {
		return &entryFault{"M1", fmt.Errorf("its uri %s is that of no file: %w", quote(uri), err)}
	}
	if !strings.HasPrefix(uri, p.root+"/") {
		return &entryFault{"E3", fmt.Errorf("its uri %s is outside the skill's directory, %s", quote(uri), quote(p.root))}
	}
	return nil
}

// limits checks what hosts accept at least (E5).
func limits(refs []catalog.Ref) *entryFault {
	if len(refs) > protocol.MaxFiles {
		return &entryFault{"E5", fmt.Errorf("it has %d files, expected at most %d", len(refs), protocol.MaxFiles)}
	}
	var sum int64 // of 512 numbers up to 2^53, which fits
	for _, r := range refs {
		sum += r.Size
	}
	if sum > protocol.MaxBytes {
		return &entryFault{"E5", fmt.Errorf("its files have %d bytes, expected at most %d", sum, protocol.MaxBytes)}
	}
	return nil
}

// wholeNumber returns the number that a member must be, from 0 to 2^53.
func wholeNumber(fields map[string]json.RawMessage, name string) (int64, error) {
	lexeme := string(fields[name])
	n, err := strconv.ParseInt(lexeme, 10, 64)
	if err == nil && 0 <= n && n <= maxWhole && lexeme != "-0" {
		return n, nil
	}
	return 0, fmt.Errorf("its %q is %s, expected a whole number from 0 to 2^53", name, shown(fields[name]))
}

// finite reports whether a lexeme of JSON is a finite double.
func finite(lexeme string) bool {
	f, err := strconv.ParseFloat(lexeme, 64)
	return err == nil && !math.IsInf(f, 0)
}
