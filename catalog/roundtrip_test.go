package catalog

import (
	"bytes"
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"skillpack/internal/protocol"
)

var update = flag.Bool("update", false, "write the golden catalog")

func TestGolden(t *testing.T) {
	got := encode(t, small())
	golden := filepath.Join("testdata", "small.json")
	if *update {
		if err := os.WriteFile(golden, got, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(got, want) {
		t.Errorf("got %s\nwant %s", got, want)
	}
}

func TestRoundTrip(t *testing.T) {
	for name, c := range map[string]*Catalog{
		"small": small(),
		"empty": build(nil),
		"one":   build(source{"a/SKILL.md": `{"name":"a","description":"x"}`}),
	} {
		t.Run(name, func(t *testing.T) {
			b := encode(t, c)
			if again := encode(t, decodeCopy(t, b)); !bytes.Equal(again, b) {
				t.Errorf("Encode(Decode(b)) is\n%s\nb is\n%s", again, b)
			}
			if !json.Valid(b) {
				t.Error("not JSON")
			}
		})
	}
}

func TestDeterminism(t *testing.T) {
	first := encode(t, small())
	for range 5 {
		if again := encode(t, small()); !bytes.Equal(again, first) {
			t.Fatal("two runs differ")
		}
	}
}

func TestFrozen(t *testing.T) {
	src := smallSource()
	c, err := Freeze(small())
	if err != nil {
		t.Fatal(err)
	}
	for p, want := range src {
		if p[len(p)-1] == '/' {
			continue
		}
		content, ok := c.Content(testURI(p))
		if !ok {
			t.Fatalf("no content of %s", p)
		}
		got, err := content.Bytes()
		if err != nil || string(got) != want || content.Text() != protocol.IsText([]byte(want)) {
			t.Errorf("%s: %q, %v, text %v", p, got, err, content.Text())
		}
	}
	if again, err := Freeze(c); again != c || err != nil {
		t.Errorf("freezing twice gives %p, %v", again, err)
	}
}
