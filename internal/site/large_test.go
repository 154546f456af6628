package site

import (
	"strings"
	"testing"
)

func TestLargeTextsStandWhereTheTemplateNamedThem(t *testing.T) {
	p := &page{}
	output := "a" + string(p.Large("ONE\x00")) + "b" + string(p.Large("")) + string(p.Large("\x00TWO")) + "c"
	if got, want := joined(t, p, output), "aONE\x00b\x00TWOc"; got != want {
		t.Errorf("joined = %q, want %q", got, want)
	}
	if got := joined(t, &page{}, "plain"); got != "plain" {
		t.Errorf("joined = %q, want %q", got, "plain")
	}
}

func joined(t *testing.T, p *page, output string) string {
	t.Helper()
	var b strings.Builder
	if err := p.join(&b, []byte(output)); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestNoPageHoldsNUL(t *testing.T) {
	s := made(t, hostile(t), Options{Scoped: true})
	for f := range s.Files() {
		if text := content(t, s, f.Path); f.Class == Page && strings.Contains(text, "\x00") {
			t.Errorf("%s holds NUL", f.Path)
		}
	}
}
