package main

import (
	"fmt"
	"strings"
	"testing"
)

func TestPrintable(t *testing.T) {
	var out strings.Builder
	if n, err := fmt.Fprint(printable{&out}, "one\r\n\x1b[2Jtwo\nthree"); n != 18 || err != nil {
		t.Errorf("%d %v", n, err)
	}
	if got, want := out.String(), "one\n\\u{1b}[2Jtwo\nthree"; got != want {
		t.Errorf("%q, want %q", got, want)
	}
}
