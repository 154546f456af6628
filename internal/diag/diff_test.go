package diag

import (
	"strings"
	"testing"
)

const aDiff = "diff a b\n--- a\n+++ a\n@@ -1,3 +1,3 @@\n kept\r\n-same\r\n+same\n--- no header\n+\x1b[2J\nrename from a\nrename to b\n"

// A3: lines that differ in their end alone look different.
func TestDiffShowsCarriageReturns(t *testing.T) {
	var b strings.Builder
	if err := WriteDiff(&b, []byte(aDiff), false); err != nil {
		t.Fatal(err)
	}
	want := "diff a b\n--- a\n+++ a\n@@ -1,3 +1,3 @@\n kept\n-same^M\n+same\n--- no header\n+\\u{1b}[2J\nrename from a\nrename to b\n"
	if b.String() != want {
		t.Errorf("got\n%s\nwant\n%s", b.String(), want)
	}
}

func TestDiffInColour(t *testing.T) {
	var b strings.Builder
	if err := WriteDiff(&b, []byte(aDiff), true); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{
		"\x1b[1m--- a\x1b[0m\n", "\x1b[1;34m@@ -1,3 +1,3 @@\x1b[0m\n", "\n kept\n", "\x1b[1;31m-same^M\x1b[0m\n", "\x1b[1;32m+same\x1b[0m\n",
		"\x1b[1;31m--- no header\x1b[0m\n", "\x1b[1mrename to b\x1b[0m\n",
	} {
		if !strings.Contains(b.String(), want) {
			t.Errorf("no %q in\n%q", want, b.String())
		}
	}
}
