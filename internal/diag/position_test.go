package diag

import (
	"bytes"
	"io"
	"strings"
	"testing"
	"time"
)

func TestLocatorIsPositionAt(t *testing.T) {
	files := map[string][]byte{"a": []byte("é\xe4\xb8x\r\n中\n\n😀 b\xff"), "b": []byte("\n\nx")}
	var l locator
	for _, file := range []string{"a", "b", "a"} {
		for _, offset := range []int{0, 1, 2, 3, 4, 5, 9, 10, 11, 13, 16, 18, 40, 7, 2, -1} {
			if got, want := l.position(file, files[file], offset), PositionAt(files[file], offset); got != want {
				t.Errorf("offset %d of %s is at %v, want %v", offset, file, got, want)
			}
		}
	}
}

// Many findings in one long file cost no pass over it each.
func TestManyFindingsAreWrittenInTime(t *testing.T) {
	// A pass each would read 450 GB, which no machine does in the time allowed.
	const count, width = 30_000, 1000
	data := bytes.Repeat([]byte("[a](b.md) "), count*width/10)
	ds := make([]Diagnostic, count)
	for i := range ds {
		ds[i] = Diagnostic{Rule: "r/x", Severity: Error, File: "f", Span: Span{i * width, i*width + width}, Message: "m"}
	}
	src := func(string) []byte { return data }
	begun := time.Now()
	var out strings.Builder
	if err := WriteText(&out, ds, src, TextOptions{}); err != nil || !strings.Contains(out.String(), "f:1:29999001: ") {
		t.Errorf("the last place is missing: %v", err)
	}
	if err := WriteJSON(io.Discard, ds, nil, src); err != nil {
		t.Error(err)
	}
	if took := time.Since(begun); took > 30*time.Second {
		t.Errorf("took %v", took)
	}
}
