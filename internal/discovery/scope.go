package discovery

import (
	"errors"
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
)

// scope is one index: a directory and the skills below it that the index has, by name.
type scope struct {
	dir    string
	skills []*entry
}

// scopes sorts skills into indexes, sorted by directory, and sets where their artifacts are.
// The root always has one.
func (s *Set) scopes(skills []*entry, scoped bool) ([]scope, error) {
	below := map[string][]*entry{"": nil}
	for _, k := range skills {
		below[""] = append(below[""], k)
		if !scoped {
			continue
		}
		k.home = k.parent()
		for dir := k.home; dir != ""; dir = parentOf(dir) {
			below[dir] = append(below[dir], k)
		}
	}
	scopes := make([]scope, 0, len(below))
	for _, dir := range slices.Sorted(maps.Keys(below)) {
		unique, shared := byName(below[dir])
		if !scoped && len(shared) > 0 {
			return nil, sharedNames(shared)
		}
		for _, same := range shared {
			one, err := s.nearest(dir, same)
			if err != nil {
				return nil, err
			}
			unique = append(unique, one...)
		}
		slices.SortFunc(unique, func(a, b *entry) int { return strings.Compare(a.name, b.name) })
		scopes = append(scopes, scope{dir, unique})
	}
	return scopes, nil
}

func parentOf(dir string) string {
	dir, _ = path.Split(dir)
	return strings.TrimSuffix(dir, "/")
}

// byName parts the skills whose name no other one has from the rest, which are by name.
func byName(skills []*entry) (unique []*entry, shared [][]*entry) {
	names := map[string][]*entry{}
	for _, k := range skills {
		names[k.name] = append(names[k.name], k)
	}
	for _, name := range slices.Sorted(maps.Keys(names)) {
		if same := names[name]; len(same) == 1 {
			unique = append(unique, same[0])
		} else {
			shared = append(shared, same)
		}
	}
	return unique, shared
}

// nearest returns which of several skills of one name is in the index of a directory: the one
// right in it, if any. Two can be there only under two schemes.
func (s *Set) nearest(dir string, same []*entry) ([]*entry, error) {
	var here []*entry
	for _, k := range same {
		if k.home == dir {
			here = append(here, k)
		} else if dir == "" {
			s.warn("%q is not in the discovery index of the whole site, for another skill is named %q too: it is in that of %q", k.uri, k.name, k.home)
		}
	}
	if len(here) > 1 {
		return nil, fmt.Errorf("%q and %q have one path and one name, and an index holds a name once: rename one of them or make it unlisted", here[0].uri, here[1].uri)
	}
	return here, nil
}

// scoped sorts skills into the indexes that are asked for.
func (s *Set) scoped(skills []*entry, o Options) ([]scope, error) {
	if o.ScopedIfShared && !o.Scoped {
		return s.scopesIfShared(skills)
	}
	return s.scopes(skills, o.Scoped)
}

// scopesIfShared is one index for all where no two skills have one name, and else scopes, of
// which one warning tells instead of one for each skill.
func (s *Set) scopesIfShared(skills []*entry) ([]scope, error) {
	scopes, err := s.scopes(skills, false)
	var shared sharedNamesError
	if !errors.As(err, &shared) {
		return scopes, err
	}
	known := len(s.warnings)
	scopes, err = s.scopes(skills, true)
	s.warnings = s.warnings[:known]
	s.shared = string(shared) + "; a discovery index holds a name once, so each directory of skills has one of its own, and that of the whole site may lack these: " +
		"rename skills, make them unlisted, or use --scoped if that is meant"
	return scopes, err
}

// sharedNamesError says which skills cannot share an index.
type sharedNamesError string

func (e sharedNamesError) Error() string {
	return string(e) + "; a discovery index holds a name once: rename skills, make them unlisted, or use --scoped for an index for each directory"
}

// sharedNames is the error of skills that cannot share an index.
func sharedNames(shared [][]*entry) error {
	var faults []string
	for _, same := range shared {
		var uris []string
		for _, k := range same {
			uris = append(uris, fmt.Sprintf("%q", k.uri))
		}
		faults = append(faults, fmt.Sprintf("%d listed skills are named %q: %s", len(same), same[0].name, strings.Join(uris, ", ")))
	}
	return sharedNamesError(strings.Join(faults, "; "))
}
