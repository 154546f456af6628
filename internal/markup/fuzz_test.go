package markup

import (
	"strings"
	"testing"
)

// FuzzMarkdown holds that no text comes out as anything but what is allowed, whatever the
// resolver says.
func FuzzMarkdown(f *testing.F) {
	for _, tt := range hostile {
		f.Add(tt.text)
	}
	for _, piece := range repeated {
		f.Add(piece + piece + "\n" + piece)
	}
	f.Fuzz(func(t *testing.T, text string) {
		for _, o := range []MarkdownOptions{{Link: careless}, {MaxBytes: 100}} {
			doc := Markdown([]byte(text), o)
			requireSafe(t, string(doc.HTML))
			for _, h := range doc.Headings {
				if !strings.HasPrefix(h.ID, idPrefix) || h.Level < 2 || h.Level > 6 || h.Text == "" {
					t.Errorf("heading %+v", h)
				}
			}
		}
	})
}

// FuzzCode holds that a listing is safe and says what the file says.
func FuzzCode(f *testing.F) {
	for i, tt := range hostile {
		name, _, _ := strings.Cut(languages[i%len(languages)].names, " ")
		f.Add(tt.text, name)
	}
	for i, piece := range repeated {
		name, _, _ := strings.Cut(languages[i%len(languages)].names, " ")
		f.Add(piece+piece+"\n"+piece, name)
	}
	f.Fuzz(func(t *testing.T, text, language string) {
		requireFaithful(t, text, Code([]byte(text), "x."+language))
	})
}
