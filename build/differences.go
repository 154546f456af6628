package build

import (
	"cmp"
	"fmt"
	"slices"

	"skillpack/catalog"
)

// Differences says, a line each, how the catalog now differs from the catalog old:
// skills and files added, removed and changed, and settings. Both must be frozen. It
// is empty exactly if both have the same digest.
func Differences(old, now *catalog.Catalog) []string {
	if old.Digest() == now.Digest() {
		return nil
	}
	var lines []string
	if old.Server != now.Server {
		lines = append(lines, "server settings changed")
	}
	lines = append(lines, entryLines(old, now)...)
	lines = append(lines, resourceLines(old, now)...)
	if len(lines) == 0 {
		lines = append(lines, "directories changed")
	}
	return lines
}

func entryLines(old, now *catalog.Catalog) []string {
	return compareLists(entries(old), entries(now), func(e listed) string { return e.URI }, func(a, b listed) string {
		switch {
		case a.unlisted != b.unlisted:
			return fmt.Sprintf("skill changed its listing: %s", a.URI)
		case string(a.Frontmatter) != string(b.Frontmatter):
			return fmt.Sprintf("frontmatter changed: %s", a.URI)
		}
		return ""
	}, "skill")
}

func resourceLines(old, now *catalog.Catalog) []string {
	return compareLists(old.Resources, now.Resources, func(r catalog.Resource) string { return r.URI }, func(a, b catalog.Resource) string {
		x, _ := old.Content(a.URI)
		y, _ := now.Content(b.URI)
		if x == nil || y == nil || x.Digest != y.Digest {
			return fmt.Sprintf("file changed: %s (%d to %d bytes)", a.URI, a.Size, b.Size)
		}
		if a.MIMEType != b.MIMEType {
			return fmt.Sprintf("type changed: %s (%s to %s)", a.URI, a.MIMEType, b.MIMEType)
		}
		return ""
	}, "file")
}

// listed is an entry that knows which list it is in.
type listed struct {
	catalog.Entry
	unlisted bool
}

func entries(c *catalog.Catalog) []listed {
	all := make([]listed, 0, len(c.Skills)+len(c.Unlisted))
	for _, e := range c.Skills {
		all = append(all, listed{e, false})
	}
	for _, e := range c.Unlisted {
		all = append(all, listed{e, true})
	}
	slices.SortFunc(all, func(a, b listed) int { return cmp.Compare(a.URI, b.URI) })
	return all
}

// compareLists walks two lists that are sorted by key side by side. differ says how
// two items of one key differ, "" for not at all.
func compareLists[T any](old, now []T, key func(T) string, differ func(a, b T) string, what string) []string {
	var lines []string
	for len(old) > 0 || len(now) > 0 {
		switch order := compareHeads(old, now, key); {
		case order < 0:
			lines = append(lines, fmt.Sprintf("%s removed: %s", what, key(old[0])))
			old = old[1:]
		case order > 0:
			lines = append(lines, fmt.Sprintf("%s added: %s", what, key(now[0])))
			now = now[1:]
		default:
			if line := differ(old[0], now[0]); line != "" {
				lines = append(lines, line)
			}
			old, now = old[1:], now[1:]
		}
	}
	return lines
}

func compareHeads[T any](old, now []T, key func(T) string) int {
	if len(old) == 0 {
		return 1
	}
	if len(now) == 0 {
		return -1
	}
	return cmp.Compare(key(old[0]), key(now[0]))
}
