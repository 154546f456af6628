package skill

import (
	"fmt"
	"path"
	"slices"
	"strings"

	"github.com/bmatcuk/doublestar/v4"
)

// Globs is a list of valid doublestar patterns over paths below the root. Make one
// with ParseGlobs. The zero Globs matches nothing.
type Globs []string

// ParseGlobs checks patterns and brings them into the form that Match wants: "./"
// before and "/" behind a pattern mean nothing, and "." is the whole tree. The error
// names the first bad pattern.
func ParseGlobs(patterns []string) (Globs, error) {
	globs := make(Globs, 0, len(patterns))
	for _, p := range patterns {
		g, err := parseGlob(p)
		if err != nil {
			return nil, err
		}
		globs = append(globs, g)
	}
	return globs, nil
}

func parseGlob(pattern string) (string, error) {
	g := strings.TrimPrefix(strings.TrimRight(pattern, "/"), "./")
	switch {
	case g == "":
		return "", fmt.Errorf("bad glob %q: it is empty; \"**\" stands for everything", pattern)
	case strings.HasPrefix(g, "/"):
		return "", fmt.Errorf("bad glob %q: it starts with \"/\"; write it relative to the root of the tree", pattern)
	case slices.Contains(strings.Split(g, "/"), ".."):
		return "", fmt.Errorf("bad glob %q: \"..\" leads out of the tree", pattern)
	case !doublestar.ValidatePattern(g):
		return "", fmt.Errorf("bad glob %q: a bracket, brace or escape is not closed", pattern)
	case g == ".":
		return "**", nil
	}
	return g, nil
}

// Match reports whether a pattern matches the path or a directory that holds it, and
// returns that pattern.
func (g Globs) Match(file string) (pattern string, ok bool) {
	for _, pattern := range g {
		for p := file; ; p = path.Dir(p) {
			if doublestar.MatchUnvalidated(pattern, p) {
				return pattern, true
			}
			if !strings.Contains(p, "/") {
				break
			}
		}
	}
	return "", false
}

// matchOnly is Match for a path of which no directory that holds it matches.
func (g Globs) matchOnly(file string) (pattern string, ok bool) {
	for _, pattern := range g {
		if doublestar.MatchUnvalidated(pattern, file) {
			return pattern, true
		}
	}
	return "", false
}
