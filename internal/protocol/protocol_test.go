package protocol

import (
	"strings"
	"testing"
)

func TestDigestIsSHA256InHex(t *testing.T) {
	const empty = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	if got := Digest(nil); got != empty {
		t.Errorf("the digest of nothing is %s", got)
	}
	for _, bad := range []string{"", "sha256:", strings.ToUpper(empty), empty[:70], empty + "0", "sha512" + empty[6:], empty[:70] + "g"} {
		if ValidDigest(bad) {
			t.Errorf("%q passes for a digest", bad)
		}
	}
	if !ValidDigest(empty) {
		t.Error("a digest is refused")
	}
}

func TestIsText(t *testing.T) {
	for data, want := range map[string]bool{
		"": false, "x": true, "\uFEFF": true, "a\r\nb": true, "é": true, "\xe9": false, "a\x00b": false, "\x1b": true,
	} {
		if got := IsText([]byte(data)); got != want {
			t.Errorf("IsText(%q) is %v", data, got)
		}
	}
}

// TestURI covers D78: each name has one URI, all are distinct, each reads back.
func TestURI(t *testing.T) {
	names := map[string]string{
		"a b": "a%20b", "a#b": "a%23b", "a?b": "a%3Fb", "100%": "100%25", "a%20b": "a%2520b", "{name}": "%7Bname%7D",
		"a+b": "a%2Bb", "a@b": "a%40b", `a"b'c`: "a%22b%27c", "-a": "-a", "e\u0301": "e%CC%81", "é": "%C3%A9",
		"a:b": "a%3Ab", "~x_y.z": "~x_y.z", "...": "...", strings.Repeat("n", 316): strings.Repeat("n", 316),
	}
	seen := map[string]string{}
	for name, want := range names {
		path := "skill-a/" + name
		got := URI("skill", path)
		if got != "skill://skill-a/"+want {
			t.Errorf("the URI of %q is %q", name, got)
		}
		if other, twice := seen[got]; twice {
			t.Errorf("%q and %q share a URI", name, other)
		}
		seen[got] = name
		scheme, back, err := SplitURI(got)
		if err != nil || scheme != "skill" || back != path {
			t.Errorf("%q reads back as %q %q (%v)", got, scheme, back, err)
		}
	}
}

func TestNormalURI(t *testing.T) {
	for uri, want := range map[string]string{
		"skill://a/SKILL.md":     "skill://a/SKILL.md",
		"skill://a/%53KILL.md":   "skill://a/SKILL.md",
		"skill://a/caf%c3%a9.md": "skill://a/caf%C3%A9.md",
		"skill://a/café.md":      "skill://a/caf%C3%A9.md",
		"skill://a/a b":          "skill://a/a%20b",
		"github://o/r/x":         "github://o/r/x",
	} {
		if got, err := NormalURI(uri); err != nil || got != want {
			t.Errorf("%q becomes %q (%v), want %q", uri, got, err, want)
		}
	}
	for _, uri := range []string{ // S82 and kin
		"", "a", "skill:/a", "skill:a/b", "://a", "SKILL://a/SKILL.md", "Skill://a", "1a://b", "skill://", "skill:///a",
		"skill://a/", "skill://a//b", "skill://a/.", "skill://a/../b", "skill://a/%2e%2e/x", "skill://a/%2E", "skill://a%2Fb",
		"skill://a/b%5Cc", `skill://a/b\c`, "skill://a/%00", "skill://a/\x00", "skill://a/b?x", "skill://a/b#x",
		"skill://a/%", "skill://a/%2", "skill://a/%zz",
	} {
		if got, err := NormalURI(uri); err == nil {
			t.Errorf("%q is taken, as %q", uri, got)
		}
	}
}

func TestValidPathAndScheme(t *testing.T) {
	for path, want := range map[string]bool{
		"a": true, "a/b c/ü": true, "": false, "/a": false, "a/": false, "a//b": false, "a/./b": false, "..": false, `a\b`: false, "a\x00": false,
	} {
		if got := ValidPath(path); got != want {
			t.Errorf("ValidPath(%q) is %v", path, got)
		}
	}
	for scheme, want := range map[string]bool{"skill": true, "git+ssh": true, "a1.b-c": true, "": false, "1a": false, "Skill": false, "a b": false, "+a": false} {
		if got := ValidScheme(scheme); got != want {
			t.Errorf("ValidScheme(%q) is %v", scheme, got)
		}
	}
}

// FuzzURI holds that a normal form is a fixed point and reads back.
func FuzzURI(f *testing.F) {
	for _, seed := range []string{"skill://a/b", "skill://é/%41", "x://%2e"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, uri string) {
		normal, err := NormalURI(uri)
		if err != nil {
			return
		}
		again, err := NormalURI(normal)
		if err != nil || again != normal {
			t.Fatalf("%q: normal form %q becomes %q (%v)", uri, normal, again, err)
		}
		if scheme, path, _ := SplitURI(normal); URI(scheme, path) != normal || !ValidPath(path) {
			t.Fatalf("%q: %q does not read back", uri, normal)
		}
	})
}
