package site

import (
	"strings"
	"testing"
)

func TestLargeTextsStandWhereTheTemplateNamedThem(t *testing.T) {
	p := &page{}
	output := "a" + string(p.Large("ONE\x00")) + "b" + string(p.Large("")) + string(p.Large("\x00TWO")) + "c"
	if got, want := string(p.joined([]byte(output))), "aONE\x00b\x00TWOc"; got != want {
		t.Errorf("joined = %q, want %q", got, want)
	}
	if got := string((&page{}).joined([]byte("plain"))); got != "plain" {
		t.Errorf("joined = %q, want %q", got, "plain")
	}
}

func TestNoPageHoldsNUL(t *testing.T) {
	s := made(t, hostile(t), Options{Scoped: true})
	for f := range s.Files() {
		if text := content(t, s, f.Path); f.Class == Page && strings.Contains(text, "\x00") {
			t.Errorf("%s holds NUL", f.Path)
		}
	}
}
