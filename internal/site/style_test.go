package site

import (
	"fmt"
	"io/fs"
	"math"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"skillpack/templates"
)

func assetText(t *testing.T, name string) string {
	t.Helper()
	data, err := fs.ReadFile(templates.Site(), name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestAssetsAreSmallAndSelfContained(t *testing.T) {
	for name, most := range map[string]int{"site.css": 20_000, "site.js": 6_000} {
		text := assetText(t, name)
		if len(text) >= most {
			t.Errorf("%s has %d bytes, want fewer than %d", name, len(text), most)
		}
		for _, no := range []string{"://", "url(", "@import", "innerHTML", "eval(", "Function("} {
			if strings.Contains(text, no) {
				t.Errorf("%s has %q", name, no)
			}
		}
	}
}

// TestContrast holds every pair of colours that is used to WCAG 2.2 AA: 4.5 for text, 3 for
// what shows a state or a value otherwise.
func TestContrast(t *testing.T) {
	light, dark, _ := strings.Cut(assetText(t, "site.css"), "prefers-color-scheme: dark")
	pairs := map[string]float64{
		"text bg": 4.5, "text panel": 4.5, "muted bg": 4.5, "muted panel": 4.5, "link bg": 4.5, "link panel": 4.5,
		"mark-text mark": 4.5, "warn warn-panel": 4.5, "link warn-panel": 4.5, "over panel": 4.5,
		"tok-c panel": 4.5, "tok-s panel": 4.5, "tok-n panel": 4.5, "tok-k panel": 4.5,
		"edge bg": 3, "edge panel": 3, "focus bg": 3, "focus panel": 3, "bar panel": 3, "near panel": 3, "over bg": 3,
	}
	for i := range otherColor + 1 {
		pairs[fmt.Sprintf("m-text m%d", i)] = 4.5
		pairs[fmt.Sprintf("m%d bg", i)] = 3
	}
	for mode, css := range map[string]string{"light": light, "dark": dark} {
		colors := customColors(css)
		for pair, least := range pairs {
			a, b, _ := strings.Cut(pair, " ")
			t.Run(mode+" "+a+" on "+b, func(t *testing.T) {
				if got := contrast(colors[a], colors[b]); !(got >= least) {
					t.Errorf("%s on %s has a contrast of %.2f, want %.1f", colors[a], colors[b], got, least)
				}
			})
		}
	}
}

// customColors are the custom properties of the first block of a sheet.
func customColors(css string) map[string]string {
	block, _, _ := strings.Cut(css, "}")
	colors := map[string]string{}
	for _, m := range regexp.MustCompile(`--([a-z0-9-]+): #([0-9a-f]{6});`).FindAllStringSubmatch(block, -1) {
		colors[m[1]] = m[2]
	}
	return colors
}

// contrast is the ratio that WCAG defines; NaN for what is no colour.
func contrast(a, b string) float64 {
	x, y := luminance(a), luminance(b)
	return (max(x, y) + .05) / (min(x, y) + .05)
}

func luminance(color string) float64 {
	n, err := strconv.ParseUint(color, 16, 32)
	if err != nil {
		return math.NaN()
	}
	linear := func(c uint64) float64 {
		v := float64(c&0xff) / 255
		if v <= .04045 {
			return v / 12.92
		}
		return math.Pow((v+.055)/1.055, 2.4)
	}
	return .2126*linear(n>>16) + .7152*linear(n>>8) + .0722*linear(n)
}

func TestContrastIsReckonedRight(t *testing.T) {
	for pair, want := range map[[2]string]float64{{"000000", "ffffff"}: 21, {"777777", "ffffff"}: 4.48, {"ff0000", "ffffff"}: 4.0} {
		if got := contrast(pair[0], pair[1]); math.Abs(got-want) > .01 {
			t.Errorf("%v: %.3f, want %.2f", pair, got, want)
		}
	}
}

// TestPagesHaveNoStyleOrScriptOfTheirOwn holds the templates to what the policy of the
// pages lets a browser do.
func TestPagesHaveNoStyleOrScriptOfTheirOwn(t *testing.T) {
	names, err := fs.Glob(templates.Site(), "*.html")
	if err != nil || len(names) < 5 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		text := assetText(t, name)
		if m := regexp.MustCompile(`<style|\sstyle=|\son[a-z]+=|<script>|javascript:`).FindString(text); m != "" {
			t.Errorf("%s has %q", name, m)
		}
	}
}
