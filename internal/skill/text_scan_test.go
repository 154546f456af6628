package skill

import (
	"bytes"
	"slices"
	"testing"
)

// What a byte is does not depend on where among plain ones it stands.
func TestScanTextAtEveryPlace(t *testing.T) { // A1, A4, A19
	for c := range 0x100 {
		alone := scanText([]byte{byte(c), 'y'}) // too short to look at several together
		for at := range 20 {
			data := slices.Concat(bytes.Repeat([]byte("~"), at), []byte{byte(c)}, bytes.Repeat([]byte(" "), 9))
			want := alone
			for _, s := range []*sightings{&want.invalid, &want.nul, &want.control, &want.bareCR} {
				if s.count > 0 {
					s.first.Start, s.first.End = s.first.Start+at, s.first.End+at
				}
			}
			if got := scanText(data); got != want {
				t.Fatalf("%q: got %+v, want %+v", data, got, want)
			}
		}
	}
}
