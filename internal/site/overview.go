package site

import (
	"cmp"
	"slices"

	"skillpack/internal/protocol"
)

// overviewPage is the path of the page on the whole.
const overviewPage = "overview/" + indexName

// overview is what the page on the whole tells.
type overview struct {
	Totals   totals
	Map      *treemap
	Prefixes shares
	Types    shares
	Largest  []largeSkill
	Near     []nearSkill
	Doubles  doubles
}

// overviewFiles are the files of the page on the whole.
func (s *Site) overviewFiles() ([]File, error) {
	p := page{
		Path: overviewPage, Kind: "overview", Title: "Overview",
		Description: "What the skills of " + s.Title() + " hold: sizes by prefix and type, the largest, what is near a limit, what is there twice.",
	}
	return []File{s.htmlFile(p, func() (any, error) { return s.overview(), nil })}, nil
}

func (s *Site) overview() *overview {
	regions := s.regions()
	return &overview{
		Totals: s.Totals(), Map: newTreemap(regions),
		Prefixes: prefixShares(regions), Types: s.typeShares(),
		Largest: s.largest(), Near: s.near(), Doubles: s.doubles(),
	}
}

// ownBytes is the size of a skill without the files of nested listed skills, so that sums
// count each file once.
func (s *Skill) ownBytes() int64 {
	var n int64
	for _, f := range s.Files {
		if f.Owner == s {
			n += f.Size
		}
	}
	return n
}

// largeSkill is a skill and its size beside that of the largest.
type largeSkill struct {
	*Skill
	Percent string // of the largest
}

// largest are the greatest skills, with the files of nested ones, greatest first.
func (s *Site) largest() []largeSkill {
	const most = 15
	sorted := slices.SortedStableFunc(slices.Values(s.skills), func(a, b *Skill) int { return cmp.Compare(b.Bytes, a.Bytes) })
	var large []largeSkill
	for _, k := range sorted[:min(most, len(sorted))] {
		large = append(large, largeSkill{k, percent(k.Bytes, sorted[0].Bytes)})
	}
	return large
}

// nearSkill is a skill that is over nine tenths of a limit, and which.
type nearSkill struct {
	*Skill
	Bars []bar
}

// near are the skills that are over nine tenths of a limit, by path.
func (s *Site) near() []nearSkill {
	var found []nearSkill
	for _, k := range s.skills {
		bars := slices.DeleteFunc(budget(k), func(b bar) bool { return !b.Near })
		if len(bars) > 0 {
			found = append(found, nearSkill{k, bars})
		}
	}
	return found
}

// MaxFiles and MaxBytes are the limits of a skill, for templates.
func (*overview) MaxFiles() int { return protocol.MaxFiles }
func (*overview) MaxBytes() int { return protocol.MaxBytes }
