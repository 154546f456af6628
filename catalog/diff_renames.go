package catalog

import (
	"crypto/sha256"
	"maps"
	"slices"
	"strings"
)

// sum is equal for skills that a rename can have made of one another; none for a skill
// of which that cannot be told.
type sum [sha256.Size]byte

var none sum

// pairs finds for skills that are gone the added ones that they were renamed to: first
// those of the same content, then those alike but for the name in SKILL.md, then those
// alike but for SKILL.md.
func (d differ) pairs(gone, added []*Entry) map[*Entry]*Entry {
	found, taken := map[*Entry]*Entry{}, map[*Entry]bool{}
	if len(gone) == 0 || len(added) == 0 {
		return found
	}
	for _, key := range []func(*Catalog, *Entry) sum{contentKey, namelessKey, filesKey} {
		candidates := map[sum][]*Entry{}
		for _, now := range added {
			if k := key(d.now, now); k != none && !taken[now] {
				candidates[k] = append(candidates[k], now)
			}
		}
		for _, old := range gone {
			if found[old] != nil {
				continue
			}
			k := key(d.old, old)
			if same := candidates[k]; len(same) > 0 {
				found[old], candidates[k], taken[same[0]] = same[0], same[1:], true
			}
		}
	}
	return found
}

// contentKey is equal for skills with the same files below their directories.
func contentKey(_ *Catalog, e *Entry) sum {
	return sha256.Sum256([]byte(manifestText(e, true)))
}

// filesKey is equal for skills with the same files but for SKILL.md; none where there is
// no other file.
func filesKey(_ *Catalog, e *Entry) sum {
	if len(e.Resources) < 2 {
		return none
	}
	return sha256.Sum256([]byte(manifestText(e, false)))
}

// namelessKey is equal for skills with the same files but for the name in SKILL.md.
func namelessKey(c *Catalog, e *Entry) sum {
	text, ok := textOf(c, ownManifest(e))
	if !ok {
		return none
	}
	var b strings.Builder
	fields := fieldsOf(e.Frontmatter)
	for _, key := range slices.Sorted(maps.Keys(fields)) {
		if key != "name" {
			b.WriteString(string(jsonText(key)) + " " + string(fields[key]) + "\n")
		}
	}
	return sha256.Sum256([]byte(manifestText(e, false) + b.String() + withoutFrontmatter(text)))
}

// manifestText writes the paths below a skill's directory and the digests, with or
// without its own SKILL.md. Paths in normal form hold no blank.
func manifestText(e *Entry, own bool) string {
	root := len(rootOf(e))
	var b strings.Builder
	for i := range e.Resources {
		if ref := &e.Resources[i]; own || ref.URI != e.URI {
			b.WriteString(ref.URI[root:] + " " + ref.Digest + "\n")
		}
	}
	return b.String()
}

// withoutFrontmatter returns what follows the frontmatter of a SKILL.md, all of a text
// that has none.
func withoutFrontmatter(text string) string {
	fence := func(line string) bool { return strings.TrimRight(line, " \t\r\n") == "---" }
	lines := strings.SplitAfter(text, "\n")
	if !fence(lines[0]) {
		return text
	}
	for i, line := range lines[1:] {
		if fence(line) {
			return strings.Join(lines[i+2:], "")
		}
	}
	return text
}

// renamedFiles tells of SKILL.md where that of a renamed skill differs.
func (d differ) renamedFiles(old, now *Entry) []FileChange {
	before, after := ownManifest(old), ownManifest(now)
	if before == nil || after == nil || before.Digest == after.Digest {
		return nil
	}
	return []FileChange{d.file(now, before, after)}
}

// ownManifest returns an entry's own SKILL.md, which that of a frozen catalog has.
func ownManifest(e *Entry) *Ref {
	for i := range e.Resources {
		if e.Resources[i].URI == e.URI {
			return &e.Resources[i]
		}
	}
	return nil
}
