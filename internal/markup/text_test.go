package markup

import (
	"bytes"
	"strings"
	"testing"
)

func TestHiddenCharactersAreShown(t *testing.T) {
	ctl := func(title, text string) string { return `<bdi class="ctl" title="` + title + `">` + text + `</bdi>` }
	for _, tt := range []struct{ name, text, want string }{
		{"markup", `a<b>&"'`, `a&lt;b&gt;&amp;"'`},
		{"white space", "a\tb\nc\r\nd", "a\tb\nc&#13;\nd"},
		{"direction", "a\u202eb\u2066", "a" + ctl("U+202E", "\u202e") + "b" + ctl("U+2066", "\u2066")},
		{"control", "\x1b[31m\x7f\u0085", ctl("U+001B", "\x1b") + "[31m" + ctl("U+007F", "\x7f") + ctl("U+0085", "\u0085")},
		{"NUL", "a\x00\x00b", "a" + ctl("U+0000 × 2", "\ufffd\ufffd") + "b"},
		{"not UTF-8", "a\xff\xfe", "a" + ctl("byte 0xFF", "\ufffd") + ctl("byte 0xFE", "\ufffd")},
		{"replacement character", "a\ufffd", "a\ufffd"},
		{"zero width", "a\u200bb\ufeff\u00ad\u2060", "a" + ctl("U+200B", "\u200b") + "b" + ctl("U+FEFF", "\ufeff") + ctl("U+00AD", "\u00ad") + ctl("U+2060", "\u2060")},
		{"runs", strings.Repeat("\u200b", 12), ctl("U+200B × 12", strings.Repeat("\u200b", 12))},
		{"line separators", "\u2028\u2029", ctl("U+2028", "\u2028") + ctl("U+2029", "\u2029")},
		{"fillers", "\u3164\u115f\uffa0\u2800\u034f", ctl("U+3164", "\u3164") + ctl("U+115F", "\u115f") + ctl("U+FFA0", "\uffa0") + ctl("U+2800", "\u2800") + ctl("U+034F", "\u034f")},
		{"tags", "\U000e0041", ctl("U+E0041", "\U000e0041")},
		{"carriage return alone", "a\rb", "a" + ctl("U+000D", "&#13;") + "b"},
		{"joiners in emoji", "👩\u200d💻 ⚙\ufe0f", "👩\u200d💻 ⚙\ufe0f"},
		{"joiner in Persian", "می\u200cخواهم", "می\u200cخواهم"},
		{"joiners behind ASCII and each other", "a\u200db é\u200d\u200d", "a" + ctl("U+200D", "\u200d") + "b é\u200d" + ctl("U+200D", "\u200d")},
		{"variation selectors that hide data", "😀\ufe01\U000e0101", "😀" + ctl("U+FE01", "\ufe01") + ctl("U+E0101", "\U000e0101")},
		{"letters", "é中文한글אב Ж", "é中文한글אב Ж"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			if got := string(appendText(nil, []byte(tt.text), 1<<20)); got != tt.want {
				t.Errorf("got  %q\nwant %q", got, tt.want)
			}
		})
	}
}

func TestTextEndsAtItsLimit(t *testing.T) {
	for piece, most := range map[string]int{"a": 11, "&": 15, "é": 12, "\u200b": 80} {
		for limit := range 11 {
			got := appendText(nil, []byte(strings.Repeat(piece+"-", 50)), limit)
			if len(got) <= limit || len(got) > most {
				t.Errorf("%q: %d bytes of at most %d: %q", piece, len(got), limit, got)
			}
		}
	}
}

func TestAttributesHideNothing(t *testing.T) {
	if got := string(appendAttribute(nil, []byte("a\"'<>&\u202eb\x00é\xff👩\u200d💻"))); got != "a&#34;&#39;&lt;&gt;&amp;\ufffdb\ufffdé\ufffd👩\u200d💻" {
		t.Errorf("%q", got)
	}
}

func TestHex(t *testing.T) {
	got := textOf(t, string(Hex([]byte("<b>\x00\xff0123456789abcdef"))))
	want := "00000000  3c 62 3e 00 ff 30 31 32  33 34 35 36 37 38 39 61  <b>..0123456789a\n" +
		"00000010  62 63 64 65 66                                    bcdef\n\n"
	if got != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if lines := bytes.Count([]byte(Hex(make([]byte, 3*MaxHex))), []byte("hex-offset")); lines != MaxHex/hexWidth {
		t.Errorf("%d lines", lines)
	}
	requireSafe(t, string(Hex([]byte("<script>&\"'"))))
}

func TestKinds(t *testing.T) {
	for _, tt := range []struct {
		data, name, mediaType string
		want                  Kind
		extension             string
	}{
		{"", "x", "", Text, ""},
		{"a", "x.md", "", MarkdownText, ""},
		{"a", "X.MARKDOWN", "", MarkdownText, ""},
		{"a", "x", "text/markdown", MarkdownText, ""},
		{"a\x00", "x.md", "text/markdown", Binary, ""},
		{"a\xff", "x.txt", "text/plain", Binary, ""},
		{"<svg></svg>", "x.svg", "", SVG, ""},
		{"<svg></svg>", "x.txt", "", Text, ""},
		{"no", "x.svg", "image/svg+xml", Text, ""},
		{"<html>", "x.png", "image/png", Text, ""},
		{"\x89PNG\r\n\x1a\nx", "x.html", "text/html", Raster, "png"},
		{"\xff\xd8\xff\xe0", "x", "", Raster, "jpg"},
		{"GIF89a\x01\x00", "x", "", Raster, "gif"},
		{"GIF89a is a format", "x.md", "", MarkdownText, "gif"},
		{"GIF87a too", "x.gif", "image/gif", Text, "gif"},
		{"RIFF\x00\x00\x00\x00WEBPVP8 ", "x", "", Raster, "webp"},
		{"RIFF\x00\x00\x00\x00WAVEfmt ", "x.webp", "image/webp", Binary, ""},
		{"\x00\x00\x00\x1cftypavif", "x", "", Raster, "avif"},
		{"\x00\x00\x00\x1cftypmp42", "x.avif", "image/avif", Binary, ""},
	} {
		if got := KindOf([]byte(tt.data), tt.name, tt.mediaType); got != tt.want {
			t.Errorf("%q %s %s is %d, want %d", tt.data, tt.name, tt.mediaType, got, tt.want)
		}
		if got := RasterExtension([]byte(tt.data)); got != tt.extension {
			t.Errorf("%q has %q, want %q", tt.data, got, tt.extension)
		}
	}
}

func TestSVGData(t *testing.T) {
	uri, ok := SVGData([]byte("<svg/>"))
	if !ok || uri != "data:image/svg+xml;base64,PHN2Zy8+" || !isSVGData(string(uri)) {
		t.Errorf("%q %v", uri, ok)
	}
	for _, size := range []int{0, MaxSVGData + 1} {
		if _, ok := SVGData(make([]byte, size)); ok {
			t.Errorf("%d bytes are taken", size)
		}
	}
}
