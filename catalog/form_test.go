package catalog

import (
	"bytes"
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

// TestRefusedForm edits the text of the small catalog, seals it again and expects a
// refusal at the line and column of the edit. old stands there exactly once.
func TestRefusedForm(t *testing.T) {
	b := string(encode(t, small()))
	for _, test := range []struct {
		id, old, new string
		line         int
		want         string
	}{
		{"space", `"server":{`, `"server": {`, 2, `found " {\"name\"`},
		{"line break", `,"ttlMs"`, ",\n\"ttlMs\"", 2, `expected "\"ttlMs\":"`},
		{"other order of keys", `"name":"test","version":"1"`, `"version":"1","name":"test"`, 2, `expected "name\":"`},
		{"unknown key", `,"cacheScope":"public"}`, `,"cacheScope":"public","x":1}`, 2, `expected "},\n"`},
		{"missing key", `"version":"1",`, ``, 2, "found"},
		{"key twice", `"version":"1"`, `"version":"1","version":"1"`, 2, "found"},
		{"empty instructions", "\"Read\\n`skill://zoo/SKILL.md`\"", `""`, 2, `"instructions" is empty, expected it to be left out`},
		{"P2 ttlMs below 0", `60000`, `-1`, 2, "expected a whole number"},
		{"P2 ttlMs over 2^53", `60000`, `9007199254740993`, 2, "is over 2^53"},
		{"P2 ttlMs far over", `60000`, strings.Repeat("9", 400), 2, "is over 2^53"},
		{"P2 ttlMs with leading zero", `60000`, `060000`, 2, "has a leading zero"},
		{"P2 ttlMs a fraction", `60000`, `60000.0`, 2, `found ".0`},
		{"P2 ttlMs text", `60000`, `"60000"`, 2, "expected a whole number"},
		{"name a number", `"name":"test"`, `"name":1`, 2, `expected "\""`},

		{"no comma between items", "]},\n{\"uri\":\"skill://acme/billing/refunds/SKILL.md\",\"front", "]}\n{\"uri\":\"skill://acme/billing/refunds/SKILL.md\",\"front", 5, `expected "],\n"`},
		{"comma after the last item", "\n],\n\"resources\":[", ",\n],\n\"resources\":[", 9, `expected "{\"uri\":"`},
		{"no closing line", "\n],\n\"resources\":[", "\n\"resources\":[", 9, `expected "],\n"`},
		{"empty line", "\"resources\":[\n{", "\"resources\":[\n\n{", 11, "found"},
		{"section missing", "\"unlisted\":[\n", "", 7, "expected \"\\\"unlisted\\\":[\\n\""},
		{"resource size left out", `"mimeType":"text/plain","size":3},` + "\n", `"mimeType":"text/plain"},` + "\n", 16, `expected ",\"size\":"`},
		{"empty description", "\n" + `{"uri":"skill://acme/billing/ref/a%20b.md","name":"a b.md",`, "\n" + `{"uri":"skill://acme/billing/ref/a%20b.md","name":"a b.md","description":"",`, 12, `"description" is empty`},
		{"directory with a size", `"name":"deep","mimeType":"inode/directory"}`, `"name":"deep","mimeType":"inode/directory","size":0}`, 22, "found"},
		{"M8 file of a directory's type", `"name":"x.bin","mimeType":"text/plain","size":3},` + "\n", `"name":"x.bin","mimeType":"inode/directory"},` + "\n", 16, `has mimeType "inode/directory"`},
		{"E5 size over the limit", `"name":"zoo","description":"Unlisted","mimeType":"text/markdown","size":39}` + "\n", `"name":"zoo","description":"Unlisted","mimeType":"text/markdown","size":16777217}` + "\n", 17, "expected 0 to 16777216"},
		{"E2 dynamic", `"resources":[{"uri":"skill://zoo/SKILL.md","digest"`, `"resources":"dynamic",[{"uri":"skill://zoo/SKILL.md","digest"`, 8, `expected "["`},
		{"E2 no resources", `"frontmatter":{"name":"zoo","description":"Unlisted"},"resources":[`, `"frontmatter":{"name":"zoo","description":"Unlisted"},"resources":[]`, 8, `expected "{\"uri\":"`},
		{"E1 frontmatter missing", `"frontmatter":{"name":"zoo","description":"Unlisted"},`, ``, 8, "expected \"frontmatter\\\":\""},

		{"escaped letter", `"name":"test"`, `"name":"\u0074est"`, 2, `the escape "\\u0074" is not the one`},
		{"escaped slash", `"name":"test"`, `"name":"te\/st"`, 2, `the escape "\\/st\"`[:14]},
		{"long form of a short escape", `Read\n`, `Read\u000a`, 2, `the escape "\\u000a"`},
		{"upper-case hex", `bell\u0007`, `bell\u000B`, 30, `the escape "\\u000B"`},
		{"escape of a plain control", `"name":"test"`, `"name":"te\u007f"`, 2, `the escape "\\u007f"`},
		{"surrogates", `"name":"test"`, `"name":"\ud83d\ude00"`, 2, `the escape "\\ud83d"`},
		{"unknown escape", `"name":"test"`, `"name":"\x41"`, 2, `the escape "\\x41"`},
		{"raw control", `"name":"test"`, "\"name\":\"te\x01st\"", 2, "the control character 0x01 is not escaped"},
		{"raw tab", `"name":"test"`, "\"name\":\"te\tst\"", 2, "the control character 0x09 is not escaped"},
		{"raw U+2028", `"name":"test"`, "\"name\":\"te\u2028st\"", 2, "U+2028 is not escaped"},
		{"raw U+2029", `"name":"test"`, "\"name\":\"te\u2029st\"", 2, "U+2029 is not escaped"},
		{"not UTF-8", `"name":"test"`, "\"name\":\"te\xffst\"", 2, "not valid UTF-8"},
		{"open string", `"cacheScope":"public"}`, `"cacheScope":"public}`, 2, "has no end"},
		{"line break in a string", `"name":"test"`, "\"name\":\"te\nst\"", 2, "has no end"},

		{"content neither text nor blob", `"blob":"AP8Q"`, `"data":"AP8Q"`, 29, `expected "text" or "blob"`},
		{"content text and blob", `"blob":"AP8Q"`, `"blob":"AP8Q","text":"x"`, 29, "not base64 in its only form"},
		{"content without end", `"blob":"AP8Q"},`, `"blob":"AP8Q",`, 29, "does not end with"},
		{"content digest form", `{"digest":"sha256:2da4`, `{"digest":"sha256:2DA4`, 29, `64 lower-case hexadecimal digits`},
		{"E4 content digest", `"AP8Q"`, `"AP8R"`, 29, "the content's digest is sha256:"},
		{"E4 text digest", `\u0007\r\n"`, `\u0007\r"`, 30, "the content's digest is sha256:"},
		{"P5 empty text", `"blob":""`, `"text":""`, 32, "the text is empty, expected an empty blob"},
		{"P5 NUL in text", `"text":"tab`, `"text":"\u0000tab`, 30, "the text holds NUL, expected a blob"},
		{"P5 blob of text", `"blob":"AP8Q"`, `"blob":"YWJj"`, 29, "expected it as text"},
		{"blob without padding", `"AP8Q"`, `"AP8"`, 29, "not base64 in its only form"},
		{"blob with loose bits", `"AP8Q"`, `"AP9="`, 29, "not base64 in its only form"},
		{"blob with padding inside", `"AP8Q"`, `"AP8=AP8Q"`, 29, "not base64 in its only form"},
		{"blob with a line break", `"AP8Q"`, "\"AP8Q\r\"", 29, "not base64 in its only form"},
		{"blob in the other alphabet", `"AP8Q"`, `"AP-_"`, 29, "not base64 in its only form"},
		{"text with a bare quote", `"text":"tab`, `"text":"t"ab`, 30, "a quote is not escaped"},
		{"text ending inside an escape", `\u0007\r\n"}`, `\u0007\r\"}`, 30, "ends inside an escape"},
		{"text with U+2028", `\u2028 `, "\u2028 ", 30, "U+2028 is not escaped"},
		{"text with a control", `tab\t`, "tab\t", 30, "the control character 0x09 is not escaped"},
		{"text not UTF-8", `"text":"tab`, "\"text\":\"tab\xc3", 30, "not valid UTF-8"},
	} {
		t.Run(test.id, func(t *testing.T) {
			if strings.Count(b, test.old) != 1 {
				t.Fatalf("%q is there %d times", test.old, strings.Count(b, test.old))
			}
			e := refusal(t, reseal([]byte(strings.Replace(b, test.old, test.new, 1))))
			wantMessage(t, e, test.want, "build it again")
			if test.line > 0 && e.Line != test.line {
				t.Errorf("line %d, expected %d: %v", e.Line, test.line, e)
			}
		})
	}
}

// TestFaultPlace has faults whose offset must be that of the edit, exactly.
func TestFaultPlace(t *testing.T) {
	b := encode(t, small())
	for _, test := range []struct{ id, old, before, at string }{
		{"escape in a content", `quote\" \\`, `quote\" `, `\/`},
		{"control in a content", `quote\" \\`, `quote\" `, "\t"},
		{"escape in a string", `Read\n`, `Read`, `\/`},
		{"space", `"server":{`, `"server":`, ` {`},
		{"not UTF-8 in a content", `quote\" \\`, `quote\" `, "\xff"},
		{"not UTF-8 in a string", `Read\n`, `Read`, "\xff"},
	} {
		t.Run(test.id, func(t *testing.T) {
			edited := reseal(bytes.Replace(b, []byte(test.old), []byte(test.before+test.at), 1))
			want := bytes.Index(b, []byte(test.old)) + len(test.before)
			if e := refusal(t, edited); e.Offset != int64(want) {
				t.Errorf("offset %d, expected %d: %v", e.Offset, want, e)
			}
		})
	}
}

func TestFirstFaultWins(t *testing.T) {
	b := encode(t, small())
	edited := bytes.Replace(b, []byte("AP8Q"), []byte("AP8R"), 1)
	edited = bytes.Replace(edited, []byte(`bell`), []byte("bull"), 1)
	for range 50 {
		if e := refusal(t, reseal(edited)); e.Line != 29 {
			t.Fatalf("line %d, expected that of the first content: %v", e.Line, e)
		}
	}
}

// TestContentLimit has contents too large for any skill, which are refused before
// they are decoded whole.
func TestContentLimit(t *testing.T) {
	k := newContentChecker()
	_, _, err := k.hashText(bytes.Repeat([]byte{'x'}, protocol.MaxBytes+1))
	wantMessage(t, err, "more than 16777216 bytes")
	_, _, err = k.hashBlob(bytes.Repeat([]byte{'/'}, base64Form.EncodedLen(protocol.MaxBytes)+4))
	wantMessage(t, err, "more than 16777216 bytes")
}

// TestLimits has the limits of E5, which are inclusive, and the depth of frontmatter.
func TestLimits(t *testing.T) {
	files := func(n int) source { return many(1, n-1, 0, func(int, uint64) string { return "x" }) }
	bytesOf := func(n int) source { // bytes, not characters
		manifest := `{"name":"a","description":"x"}`
		return source{"a/SKILL.md": manifest, "a/b": "é" + strings.Repeat("x", n-len(manifest)-len("é"))}
	}
	nested := func(n int) source {
		return source{"a/SKILL.md": `{"name":"a","description":"x","n":` + strings.Repeat("[", n-1) + strings.Repeat("]", n-1) + `}`}
	}
	described := func(n int) source {
		return source{"a/SKILL.md": `{"name":"a","description":"` + strings.Repeat("\U0001F600", n) + `"}`}
	}
	for _, test := range []struct {
		id   string
		src  source
		want string
	}{
		{"D72 512 files", files(protocol.MaxFiles), ""},
		{"D72 513 files", files(protocol.MaxFiles + 1), "it has 513 files, expected at most 512"},
		{"D72 16 MiB", bytesOf(protocol.MaxBytes), ""},
		{"D72 16 MiB and a byte", bytesOf(protocol.MaxBytes + 1), "it has 16777217 bytes, expected at most 16777216"},
		{"Y45 128 deep", nested(maxDepth), ""},
		{"Y45 129 deep", nested(maxDepth + 1), "nested more than 128 deep"},
		{"N47 1024 emoji", described(maxDescription), ""},
		{"N47 1025 emoji", described(maxDescription + 1), "the description has 1025 characters"},
	} {
		t.Run(test.id, func(t *testing.T) {
			b := writeUnchecked(t, build(test.src))
			c, err := Decode(bytes.Clone(b))
			if test.want != "" {
				wantMessage(t, err, test.want)
				wantMessage(t, Encode(&bytes.Buffer{}, build(test.src)), test.want)
				return
			}
			if err != nil || !bytes.Equal(encode(t, c), b) {
				t.Errorf("not accepted: %v", err)
			}
		})
	}
}
