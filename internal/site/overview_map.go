package site

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// region is a prefix in the map of the whole, with all skills below it.
type region struct {
	prefix, name string
	skills       []*Skill
	bytes        int64 // of files counted once
	color        int   // class in the map
}

// otherColor is that of all regions behind the first.
const otherColor = 7

// regions part the skills by the first prefixes at which they differ, greatest first. The
// skills above those are a region too.
func (s *Site) regions() []region {
	root := newTree(s.skills).junction()
	regions := make([]region, 0, 1+len(root.children))
	if len(root.skills) > 0 {
		regions = append(regions, region{prefix: root.prefix, name: prefixText(root.prefix), skills: root.skills})
	}
	for _, c := range root.children {
		c = c.junction()
		r := region{prefix: c.prefix, name: prefixText(c.prefix)}
		for _, g := range c.groups() {
			r.skills = append(r.skills, g.Skills...)
		}
		regions = append(regions, r)
	}
	for i := range regions {
		for _, k := range regions[i].skills {
			regions[i].bytes += k.ownBytes()
		}
	}
	slices.SortStableFunc(regions, func(a, b region) int { return cmp.Compare(b.bytes, a.bytes) })
	for i := range regions {
		regions[i].color = min(i, otherColor)
	}
	return regions
}

// treemap is the skills as areas: regions of them, in each the skills.
type treemap struct {
	Width, Height int64
	Title, Desc   string
	Cells         []cell
}

// cell is one area of a treemap.
type cell struct {
	Color      int
	X, Y, W, H string
	Title      string
	Label, Sub string // "" where they do not fit
	TextX      string
	TextY      string
	SubY       string
}

const (
	mapWidth, mapHeight = 960, 420
	// maxCells bounds the drawing; what is beyond in a region is one area.
	maxCells = 400
)

func newTreemap(regions []region) *treemap {
	m := &treemap{Width: mapWidth, Height: mapHeight, Title: "Sizes of the skills", Desc: mapDesc(regions)}
	weights := make([]int64, len(regions))
	for i, r := range regions {
		weights[i] = r.bytes
	}
	whole := sum(weights)
	for i, area := range squarify(weights, rect{0, 0, 100 * mapWidth, 100 * mapHeight}) {
		m.Cells = append(m.Cells, regions[i].cells(area, whole)...)
	}
	return m
}

func mapDesc(regions []region) string {
	var b strings.Builder
	b.WriteString("Each area is a skill, as large as its files; areas of one colour have a prefix in common. ")
	var whole int64
	for _, r := range regions {
		whole += r.bytes
	}
	for _, r := range regions[:min(otherColor, len(regions))] {
		fmt.Fprintf(&b, "%s: %s%%. ", r.name, percent(r.bytes, whole))
	}
	b.WriteString("The table below says the same in numbers.")
	return b.String()
}

// cells are the areas of a region. It has as many of all as it has of the bytes.
func (r region) cells(area rect, whole int64) []cell {
	skills := slices.SortedStableFunc(slices.Values(r.skills), func(a, b *Skill) int { return cmp.Compare(b.ownBytes(), a.ownBytes()) })
	shown := min(len(skills), int(max(1, maxCells*r.bytes/whole)))
	weights := make([]int64, 0, shown+1)
	for _, k := range skills[:shown] {
		weights = append(weights, k.ownBytes())
	}
	names := skills[:shown]
	if shown < len(skills) {
		// The rest is as one area put where its weight sorts it.
		rest := r.bytes - sum(weights)
		at, _ := slices.BinarySearchFunc(weights, rest, func(w, rest int64) int { return cmp.Compare(rest, w) })
		weights, names = slices.Insert(weights, at, rest), slices.Insert(slices.Clone(names), at, nil)
	}
	cells := make([]cell, len(weights))
	for i, a := range squarify(weights, area) {
		name, title := plural(int64(len(skills)-shown), "more skill", "more skills"), r.name
		if names[i] != nil {
			name, title = names[i].Name, names[i].Path
		} else {
			title += ": " + name
		}
		cells[i] = newCell(a, r.color, name, title, weights[i])
	}
	return cells
}

func newCell(a rect, color int, name, title string, bytes int64) cell {
	size := formatSize(bytes)
	c := cell{Color: color, X: units(a.X), Y: units(a.Y), W: units(a.W), H: units(a.H), Title: title + ", " + size}
	// Of the font in the style sheet, with room to spare.
	const perLetter, margin, line, least = 9_20, 9_00, 20_00, 5
	letters := int((a.W - 2*margin) / perLetter)
	if a.H < line+margin || letters < min(least, utf8.RuneCountInString(name)) {
		return c
	}
	c.Label, c.TextX, c.TextY = clip(name, letters), units(a.X+margin), units(a.Y+line)
	if a.H >= 2*line+margin && letters >= len(size) {
		c.Sub, c.SubY = size, units(a.Y+2*line)
	}
	return c
}

// units writes hundredths.
func units(n int64) string {
	text := strconv.FormatInt(n/100, 10)
	if n%100 != 0 {
		text += fmt.Sprintf(".%02d", n%100)
	}
	return text
}
