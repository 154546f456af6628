package site

import (
	"cmp"
	"slices"
	"strings"
)

// shares are the parts of the whole by something, greatest first.
type shares struct {
	Top  []shareOf
	Rest shareOf // all that Top leaves out; its Name says how many
}

// shareOf is one part of the whole.
type shareOf struct {
	Name    string
	Link    string // fragment of the index, "" for none
	Color   int    // class in the map, -1 for none
	Skills  int
	Files   int
	Bytes   int64
	Tokens  int64  // about, of the names and descriptions
	Percent string // of all bytes
}

func (s *shareOf) add(o shareOf) {
	s.Skills += o.Skills
	s.Files += o.Files
	s.Bytes += o.Bytes
	s.Tokens += o.Tokens
}

const maxShares = 20

// newShares sorts parts, sums up what are too many to show and reckons the hundredths.
func newShares(all []shareOf, one, many string) shares {
	slices.SortFunc(all, func(a, b shareOf) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), strings.Compare(a.Name, b.Name))
	})
	var whole, rest shareOf
	for i, s := range all {
		whole.add(s)
		if i >= maxShares {
			rest.add(s)
		}
	}
	for i := range all {
		all[i].Percent = percent(all[i].Bytes, whole.Bytes)
	}
	top := all[:min(maxShares, len(all))]
	if n := len(all) - len(top); n > 0 {
		rest.Name, rest.Color, rest.Percent = plural(int64(n), "more "+one, "more "+many), otherColor, percent(rest.Bytes, whole.Bytes)
	}
	return shares{top, rest}
}

// prefixShares are the regions of the map.
func prefixShares(regions []region) shares {
	all := make([]shareOf, len(regions))
	for i, r := range regions {
		all[i] = shareOf{Name: r.name, Link: "#" + fragment(r.prefix), Color: r.color, Bytes: r.bytes, Skills: len(r.skills)}
		for _, k := range r.skills {
			all[i].Files += len(k.Own())
			all[i].Tokens += int64(metadataTokens(k))
		}
	}
	return newShares(all, "prefix", "prefixes")
}

// typeShares are the files by media type.
func (s *Site) typeShares() shares {
	byType := map[string]*shareOf{}
	for _, f := range s.views {
		t, known := byType[f.Type]
		if !known {
			t = &shareOf{Name: f.Type, Color: -1}
			byType[f.Type] = t
		}
		t.Files++
		t.Bytes += f.Size
	}
	all := make([]shareOf, 0, len(byType))
	for _, t := range byType {
		all = append(all, *t)
	}
	return newShares(all, "type", "types")
}
