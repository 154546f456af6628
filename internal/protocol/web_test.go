package protocol

import (
	"strings"
	"testing"
)

func TestCheckWebURL(t *testing.T) {
	for _, good := range []string{
		"https://skills.example.com", "http://127.0.0.1:8080/", "https://a.example/x/y", "https://a.example/x/y/", "http://[::1]:80/mcp", "https://a/%C3%A9",
	} {
		if err := CheckWebURL(good); err != nil {
			t.Errorf("%s: %v", good, err)
		}
	}
	for _, bad := range []string{
		"", "skills.example.com", "//a.example", "ftp://a.example", "https://", "https:///x", "https://:80/", "https://a/?x", "https://a/#x", "https://a/?",
		"https://a//b", "https://a/../b", "https://a/x//", `https://a/\b`, "https://a/ b", "https://a/%0a", "javascript:alert(1)", "https://a/%00", "https://a:x/",
	} {
		if err := CheckWebURL(bad); err == nil || !strings.Contains(err.Error(), "expected an http or https URL") {
			t.Errorf("%q: %v", bad, err)
		}
	}
	if err := CheckWebURL("https://me:secret@a.example/"); err == nil || strings.Contains(err.Error(), "secret") {
		t.Errorf("with a password: %v", err)
	}
}

func TestCheckWebPath(t *testing.T) {
	for path, ok := range map[string]bool{
		"/skills": true, "/a/b": true, "/é x": true, "": false, "/": false, "skills": false, "/a/": false, "//a": false, "/a//b": false,
		"/../a": false, "/a/.": false, `/\a`: false, "/a\n": false, "/a\x00": false,
	} {
		if err := CheckWebPath(path); (err == nil) != ok {
			t.Errorf("%q: %v", path, err)
		}
	}
}
