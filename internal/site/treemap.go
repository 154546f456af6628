package site

// rect is a rectangle of a drawing, in hundredths of its unit: whole numbers, so that each
// machine draws the same.
type rect struct{ X, Y, W, H int64 }

// squarify parts a rectangle into one for each weight, of areas in proportion to the
// weights and as near to squares as rows of them allow (Bruls, Huizing and van Wijk). The
// weights are positive and sorted, greatest first; the edges of the parts are rounded to whole
// units, so that they lie against each other without gap or overlap.
func squarify(weights []int64, r rect) []rect {
	parts := make([]rect, 0, len(weights))
	rest := sum(weights)
	for len(weights) > 0 {
		n := rowLength(weights, rest, r)
		row := sum(weights[:n])
		upright := r.W >= r.H
		var strip rect
		strip, r = r.split(row, rest)
		parts = append(parts, strip.fill(weights[:n], row, upright)...)
		weights, rest = weights[n:], rest-row
	}
	return parts
}

// rowLength is how many of the weights go into the next row: as many as make the worst of
// its rectangles no longer.
func rowLength(weights []int64, rest int64, r rect) int {
	row := weights[0]
	worst := r.worst(row, weights[0], weights[0], rest)
	for n := 1; n < len(weights); n++ {
		row += weights[n]
		next := r.worst(row, weights[0], weights[n], rest)
		if next > worst {
			return n
		}
		worst = next
	}
	return len(weights)
}

// worst is the greatest ratio of sides in a row of this weight along the shorter side. Nothing is
// added to a product here: some machines would round that otherwise.
func (r rect) worst(row, greatest, least, rest int64) float64 {
	long, short := float64(max(r.W, r.H, 1)), float64(max(min(r.W, r.H), 1))
	thick := long * float64(row) / float64(rest)
	a := short * float64(greatest) / float64(row) / thick
	b := thick / (short * float64(least) / float64(row))
	return max(a, 1/a, b, 1/b)
}

// split cuts the share of a row off, along the shorter side.
func (r rect) split(row, rest int64) (strip, remaining rect) {
	if r.H > r.W {
		strip, remaining = r.turned().split(row, rest)
		return strip.turned(), remaining.turned()
	}
	width := share(r.W, row, rest)
	return rect{r.X, r.Y, width, r.H}, rect{r.X + width, r.Y, r.W - width, r.H}
}

// fill parts a row: one rectangle above the other where it stands upright, else side by
// side.
func (r rect) fill(weights []int64, row int64, upright bool) []rect {
	if !upright {
		parts := r.turned().fill(weights, row, true)
		for i, p := range parts {
			parts[i] = p.turned()
		}
		return parts
	}
	parts := make([]rect, len(weights))
	var above int64
	for i, w := range weights {
		top, bottom := share(r.H, above, row), share(r.H, above+w, row)
		parts[i] = rect{r.X, r.Y + top, r.W, bottom - top}
		above += w
	}
	return parts
}

// turned is the rectangle with its axes swapped.
func (r rect) turned() rect { return rect{r.Y, r.X, r.H, r.W} }

// share is the part of a length, rounded. Lengths stay below 2^20 and weights below 2^42.
func share(length, part, whole int64) int64 { return (length*part + whole/2) / whole }

func sum(weights []int64) int64 {
	var s int64
	for _, w := range weights {
		s += w
	}
	return s
}
