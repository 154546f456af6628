package site

import (
	"cmp"
	"maps"
	"slices"
	"strings"
)

// doubles are the contents that files of several places share.
type doubles struct {
	Contents int   // how many there are
	Bytes    int64 // what they take beyond once each
	Top      []double
}

// Rest is how many Top leaves out.
func (d doubles) Rest() int { return d.Contents - len(d.Top) }

// double is a content that is in several places.
type double struct {
	Digest string
	Size   int64
	Bytes  int64        // beyond once
	Files  []*SkillFile // by URI
}

// Shown are the first of the places, Rest is how many more there are.
func (d double) Shown() []*SkillFile { return d.Files[:min(maxPlaces, len(d.Files))] }
func (d double) Rest() int           { return max(0, len(d.Files)-maxPlaces) }

const (
	maxDoubles = 25
	maxPlaces  = 5
)

// doubles finds them, those that cost most first. Empty files cost nothing.
func (s *Site) doubles() doubles {
	byDigest := map[string][]*SkillFile{}
	for _, f := range s.views {
		if f.Size > 0 {
			byDigest[f.Digest] = append(byDigest[f.Digest], f)
		}
	}
	maps.DeleteFunc(byDigest, func(_ string, files []*SkillFile) bool { return len(files) == 1 })
	var all doubles
	for digest, files := range byDigest {
		cost := files[0].Size * int64(len(files)-1)
		all.Top = append(all.Top, double{digest, files[0].Size, cost, files})
		all.Bytes += cost
	}
	all.Contents = len(all.Top)
	slices.SortFunc(all.Top, func(a, b double) int {
		return cmp.Or(cmp.Compare(b.Bytes, a.Bytes), strings.Compare(a.Digest, b.Digest))
	})
	all.Top = all.Top[:min(maxDoubles, len(all.Top))]
	for _, d := range all.Top {
		slices.SortFunc(d.Files, func(a, b *SkillFile) int { return strings.Compare(a.URI, b.URI) })
	}
	return all
}
