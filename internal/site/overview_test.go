package site

import (
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

func TestOverview(t *testing.T) {
	same := strings.Repeat("the same bytes\n", 100)
	src := tree{
		"top/SKILL.md":              "x",
		"acme/one/SKILL.md":         "x",
		"acme/one/licence.txt":      same,
		"acme/two/SKILL.md":         "x",
		"acme/two/licence.txt":      same,
		"acme/two/three/SKILL.md":   "nested",
		"acme/two/three/<b>.txt":    same,
		"acme/two/three/empty":      "",
		"acme/two/three/empty2":     "",
		"acme/full/SKILL.md":        "x",
		"other/secret/SKILL.md":     "x",
		"other/secret/licence.txt":  same,
		"other/secret/licence2.txt": same,
	}
	for i := range 470 {
		src[fmt.Sprintf("acme/full/f%03d.txt", i)] = strconv.Itoa(i)
	}
	c := compiled(t, src, "other/secret")
	o := made(t, c, Options{}).overview()

	t.Run("M7 files of nested skills count once, those of unlisted ones never", func(t *testing.T) {
		if o.Totals.Skills != 5 || o.Totals.Files != 10+470 {
			t.Errorf("%+v", o.Totals)
		}
		var bytes int64
		for _, s := range o.Prefixes.Top {
			bytes += s.Bytes
		}
		if bytes != o.Totals.Bytes {
			t.Errorf("%d bytes by prefix, %d in all", bytes, o.Totals.Bytes)
		}
	})
	t.Run("contents in several places and what they cost", func(t *testing.T) {
		d := o.Doubles
		if d.Contents != 1 || d.Bytes != int64(2*len(same)) || len(d.Top[0].Files) != 3 {
			t.Fatalf("%+v", d)
		}
	})
	t.Run("E5 near a limit", func(t *testing.T) {
		if len(o.Near) != 1 || o.Near[0].Path != "acme/full" || len(o.Near[0].Bars) != 1 {
			t.Errorf("%+v", o.Near)
		}
		if protocol.NearLimit(460, protocol.MaxFiles) || !protocol.NearLimit(461, protocol.MaxFiles) {
			t.Error("nine tenths of 512 are 460.8")
		}
	})
	t.Run("largest first", func(t *testing.T) {
		if l := o.Largest; len(l) != 5 || l[0].Path != "acme/two" || l[0].Percent != "100" {
			t.Errorf("%+v", l)
		}
	})
	t.Run("the same each time", func(t *testing.T) {
		s := made(t, c, Options{})
		first := content(t, s, overviewPage)
		for range 5 {
			if content(t, made(t, c, Options{}), overviewPage) != first {
				t.Fatal("another page")
			}
		}
		if strings.Contains(first, "secret") || !strings.Contains(first, "&lt;b&gt;.txt") {
			t.Error("an unlisted skill is named, or a name is not escaped")
		}
	})
}

var mapRect = regexp.MustCompile(`<rect class="m\d" x="([0-9.]+)" y="([0-9.]+)" width="([0-9.]+)" height="([0-9.]+)"/>`)

// TestMapOfManySkills holds the drawing to its frame and to a number of areas, whatever
// the catalog.
func TestMapOfManySkills(t *testing.T) {
	skills := madeUp(5000, "x", func(i int) string { return fmt.Sprintf("p%d/s%04d", i*i%90, i) })
	for i, k := range skills {
		k.Files = []*SkillFile{{Owner: k, Size: int64(1 + i%1000), Type: "text/plain"}}
		k.Bytes = k.Files[0].Size
	}
	s := listed(t, skills, Options{})
	m := newTreemap(s.regions())
	if n := len(m.Cells); n > 2*maxCells || n < maxCells/2 {
		t.Errorf("%d areas", n)
	}
	more := 0
	area := 0.0
	number := func(text string) float64 {
		f, err := strconv.ParseFloat(text, 64)
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	for _, c := range m.Cells {
		x, y, w, h := number(c.X), number(c.Y), number(c.W), number(c.H)
		if x < 0 || y < 0 || x+w > mapWidth+.001 || y+h > mapHeight+.001 {
			t.Errorf("outside: %+v", c)
		}
		area += w * h
		if strings.Contains(c.Title, " more skills") {
			more++
		}
	}
	if more == 0 || area < mapWidth*mapHeight*.999 || area > mapWidth*mapHeight*1.001 {
		t.Errorf("%d areas of what is left out, %.0f of %d covered", more, area, mapWidth*mapHeight)
	}
	if top := prefixShares(s.regions()); len(top.Top) != maxShares || !strings.Contains(top.Rest.Name, "more prefixes") {
		t.Errorf("%d prefixes and %q", len(top.Top), top.Rest.Name)
	}
}

func TestMapIsDrawnInThePage(t *testing.T) {
	s := made(t, examples(t), Options{})
	html := content(t, s, overviewPage)
	if n := len(mapRect.FindAllString(html, -1)); n != len(s.skills) {
		t.Errorf("%d areas of %d skills", n, len(s.skills))
	}
	for _, want := range []string{`role="img" aria-labelledby="map-title map-desc"`, `<title id="map-title">`, `<desc id="map-desc">`} {
		if !strings.Contains(html, want) {
			t.Errorf("no %s", want)
		}
	}
}

func TestPercent(t *testing.T) {
	for want, n := range map[string][2]int64{"0": {0, 0}, "33.3": {1, 3}, "100": {5, 5}, "7": {7, 100}, "0.1": {1, 1000}} {
		if got := percent(n[0], n[1]); got != want {
			t.Errorf("%d of %d is %q, want %q", n[0], n[1], got, want)
		}
	}
}
