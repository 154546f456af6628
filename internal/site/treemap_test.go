package site

import (
	"fmt"
	"slices"
	"testing"
)

func TestSquarify(t *testing.T) {
	many := make([]int64, 300)
	for i := range many {
		many[i] = int64(1_000_000 / (i + 1))
	}
	for name, weights := range map[string][]int64{
		"one": {7}, "the example of the paper": {6, 6, 4, 3, 2, 2, 1}, "equal": slices.Repeat([]int64{5}, 12),
		"many": many, "one is nearly all": {1 << 40, 3, 2, 1}, "none": {},
	} {
		for _, area := range []rect{{0, 0, 96000, 42000}, {100, 200, 3000, 90000}} {
			t.Run(fmt.Sprint(name, area), func(t *testing.T) { checkParts(t, weights, area, squarify(weights, area)) })
		}
	}
}

// checkParts holds parts to be within the area, apart from each other, and as large as
// their weights, up to half a unit at each edge.
func checkParts(t *testing.T, weights []int64, area rect, parts []rect) {
	t.Helper()
	if len(parts) != len(weights) {
		t.Fatalf("%d parts of %d weights", len(parts), len(weights))
	}
	var covered int64
	for i, p := range parts {
		if p.X < area.X || p.Y < area.Y || p.X+p.W > area.X+area.W || p.Y+p.H > area.Y+area.H || p.W < 0 || p.H < 0 {
			t.Errorf("part %d, %v, is outside", i, p)
		}
		for j, q := range parts[:i] {
			if p.W*p.H > 0 && q.W*q.H > 0 && p.X < q.X+q.W && q.X < p.X+p.W && p.Y < q.Y+q.H && q.Y < p.Y+p.H {
				t.Errorf("parts %d and %d overlap: %v %v", i, j, p, q)
			}
		}
		covered += p.W * p.H
		want := float64(area.W) * float64(area.H) * float64(weights[i]) / float64(sum(weights))
		if got := float64(p.W * p.H); got < want-2*float64(p.W+p.H+2) || got > want+2*float64(p.W+p.H+2) {
			t.Errorf("part %d has the area %.0f, want %.0f", i, got, want)
		}
	}
	if len(parts) > 0 && covered != area.W*area.H {
		t.Errorf("%d of %d covered", covered, area.W*area.H)
	}
}

func TestSquarifyMakesSquares(t *testing.T) {
	for i, p := range squarify(slices.Repeat([]int64{1}, 16), rect{0, 0, 40000, 40000}) {
		if p.W != 10000 || p.H != 10000 {
			t.Errorf("part %d is %v", i, p)
		}
	}
}
