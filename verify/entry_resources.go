package verify

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"skillpack/catalog"
	"skillpack/internal/protocol"
)

// maxWhole is the greatest whole number that every JSON reader holds exactly.
const maxWhole = 1 << 53

// maxDigestShown is more than a digest has, so that a character too many is seen.
const maxDigestShown = 80

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
	list, err := items(raw)
	if err != nil {
		return &entryFault{"E2", err}
	}
	seen := make(map[string]string, len(list)) // spellings by normal form
	refs := make([]catalog.Ref, 0, len(list))
	for i, item := range list {
		ref, fault := p.resource(item)
		if fault == nil {
			fault = listedOnce(seen, ref.URI)
		}
		if fault != nil {
			return &entryFault{fault.requirement, fmt.Errorf("its resource %s: %w", numbered(i, ref.URI, fault), fault.error)}
		}
		refs = append(refs, ref)
	}
	if !slices.ContainsFunc(refs, func(r catalog.Ref) bool { return r.URI == p.entry.URI }) {
		return &entryFault{"E3", fmt.Errorf("its %s is not among its resources", protocol.ManifestName)}
	}
	p.entry.Resources = refs
	return limits(refs)
}

// numbered names a resource by its number, and by its URI where it has one that the fault
// does not name.
func numbered(i int, uri string, f *entryFault) string {
	if uri == "" || strings.Contains(f.Error(), quote(uri)) {
		return strconv.Itoa(i)
	}
	return fmt.Sprintf("%d, %s", i, quote(uri))
}

// listedOnce notes a URI that inside took, and refuses one that names a file a second
// time, in whatever spelling.
func listedOnce(seen map[string]string, uri string) *entryFault {
	normal, err := protocol.NormalURI(uri)
	if err != nil {
		return &entryFault{"M1", err}
	}
	if before, again := seen[normal]; again {
		return &entryFault{"E3", fmt.Errorf("%s is listed before, as %s", quote(uri), quote(before))}
	}
	seen[normal] = uri
	return nil
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
		return r, &entryFault{"E4", fmt.Errorf("its digest is %s, expected \"sha256:\" and 64 lower-case hexadecimal digits", strconv.Quote(cut(r.Digest, maxDigestShown)))}
	}
	return r, p.inside(r.URI)
}

// inside checks that a URI is that of a file in the skill's directory.
func (p *entryParser) inside(uri string) *entryFault {
	if err := uriFault(uri); err != nil {
		return &entryFault{"M1", fmt.Errorf("its uri %s is that of no file: %w", quote(uri), err)}
	}
	if !strings.HasPrefix(uri, p.root+"/") {
		return &entryFault{"E3", fmt.Errorf("its uri %s is outside the skill's directory, %s", quote(uri), quote(p.root))}
	}
	return nil
}

// uriFault says why a URI can be that of no file or directory of a skill.
func uriFault(uri string) error {
	if strings.ContainsFunc(uri, inNoURI) {
		return errors.New("a blank or a control character, which a URI writes as %XX")
	}
	_, _, err := protocol.SplitURI(uri)
	return err
}

// inNoURI reports whether a character can stand in no URI, and so in no header.
func inNoURI(c rune) bool { return c == ' ' || unicode.IsControl(c) }

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
	if n, ok := whole(string(fields[name])); ok {
		return n, nil
	}
	return 0, fmt.Errorf("its %q is %s, expected a whole number from 0 to 2^53", name, shown(fields[name]))
}

// whole returns the whole number from 0 to 2^53 that a lexeme of JSON is. That of 5.0 is
// 5: some languages write it so, and clients read it so.
func whole(lexeme string) (n int64, ok bool) {
	before, after, fraction := strings.Cut(lexeme, ".")
	if fraction && (after == "" || strings.Trim(after, "0") != "") {
		return 0, false
	}
	n, err := strconv.ParseInt(before, 10, 64)
	return n, err == nil && 0 <= n && n <= maxWhole && before != "-0"
}

// finite reports whether a lexeme of JSON is a finite double.
func finite(lexeme string) bool {
	f, err := strconv.ParseFloat(lexeme, 64)
	return err == nil && !math.IsInf(f, 0)
}
