package build

import "testing"

func TestMIMETypeIsByNameThenByBytes(t *testing.T) {
	for _, c := range []struct {
		name string
		text bool
		want string
	}{
		{"a/SKILL.md", true, "text/markdown"},
		{"a/references/GUIDE.MD", true, "text/markdown"},
		{"latin1.md", false, "text/markdown"}, // D80: type by table, text or blob by bytes
		{"really.png.md", false, "text/markdown"},
		{"json.png", true, "image/png"},
		{"x.py", true, "text/x-python"},
		{"run.sh", true, "application/x-sh"},
		{"data.json", true, "application/json"},
		{"logo.svg", true, "image/svg+xml"},
		{"Dockerfile", true, "text/plain"},
		{"LICENSE", true, "text/plain"},
		{".gitignore", true, "text/plain"},
		{"noextension", false, "application/octet-stream"},
		{"model.bin", false, "application/octet-stream"},
		{"odd.xyzzy", true, "text/plain"},
		{"archive.tar.gz", false, "application/gzip"},
	} {
		if got := mimeType(c.name, c.text); got != c.want {
			t.Errorf("%s (text %v) is %s, want %s", c.name, c.text, got, c.want)
		}
	}
}
