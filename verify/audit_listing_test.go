package verify

import "testing"

func TestAWholeNumberMayBeWrittenWithAPoint(t *testing.T) {
	for lexeme, want := range map[string]int64{"5": 5, "5.0": 5, "5.00": 5, "0": 0, "9007199254740992": 1 << 53} {
		if n, ok := whole(lexeme); !ok || n != want {
			t.Errorf("E4 %s: got %d, %t", lexeme, n, ok)
		}
	}
	for _, lexeme := range []string{"", "5.5", "5.", "-1", "-0.0", "1e3", `"5"`, "null", "9007199254740993"} {
		if n, ok := whole(lexeme); ok {
			t.Errorf("E4 %s: got %d, want it refused", lexeme, n)
		}
	}
}

func TestEntriesAreComparedInWhatCounts(t *testing.T) {
	const listed = `{"uri":"u","frontmatter":{"a":1},"resources":[{"uri":"x","size":1},{"uri":"y","size":2}]}`
	for got, equal := range map[string]bool{
		`{"_meta":{"at":7},"resources":[{"size":2.0,"uri":"y"},{"uri":"x","size":1}],"frontmatter":{"a":1},"uri":"u"}`: true,
		`{"uri":"u","frontmatter":{"a":1},"resources":[{"uri":"x","size":1},{"uri":"y","size":3}]}`:                    false,
		`{"uri":"u","frontmatter":{"a":1},"resources":[{"uri":"x","size":1}]}`:                                         false,
		`{"uri":"u","frontmatter":{"a":"1"},"resources":[{"uri":"x","size":1},{"uri":"y","size":2}]}`:                  false,
		`{"uri":"u","frontmatter":{"a":1},"resources":"dynamic"}`:                                                      false,
		`null`: false,
	} {
		if d := compareEntries([]byte(listed), []byte(got)); (d == "") != equal {
			t.Errorf("P3 %s: %q", got, d)
		}
	}
}
