package catalog

import (
	"encoding/json"
	"fmt"
	"strings"
	"sync"
	"testing"

	"skillpack/internal/protocol"
)

func TestLookup(t *testing.T) {
	c := decodeCopy(t, encode(t, small()))
	for _, test := range []struct {
		uri                                string
		entry, resource, directory, isText bool
	}{
		{billing + "/SKILL.md", true, true, false, true},
		{refunds + "/SKILL.md", true, true, false, true},
		{"skill://zoo/SKILL.md", true, true, false, true}, // unlisted
		{billing + "/ref/a%20b.md", false, true, false, true},
		{refunds + "/scripts/x.bin", false, true, false, false},
		{billing + "/ref/empty", false, true, false, false},
		{billing, false, false, true, false},
		{billing + "/assets", false, false, true, false},
		{"skill://acme", false, false, false, false},
		{billing + "/", false, false, false, false},
		{billing + "/ref/a b.md", false, false, false, false},
		{"SKILL://zoo/SKILL.md", false, false, false, false},
		{"", false, false, false, false},
	} {
		t.Run(test.uri, func(t *testing.T) {
			e, isEntry := c.Entry(test.uri)
			r, isResource := c.Resource(test.uri)
			content, hasContent := c.Content(test.uri)
			d, isDirectory := c.Directory(test.uri)
			if isEntry != test.entry || isResource != test.resource || hasContent != test.resource || isDirectory != test.directory {
				t.Fatalf("entry %v, resource %v, content %v, directory %v", isEntry, isResource, hasContent, isDirectory)
			}
			if isEntry && e.URI != test.uri || isResource && r.URI != test.uri || isDirectory && d.URI != test.uri {
				t.Error("found something else")
			}
			if hasContent && content.Text() != test.isText {
				t.Errorf("text is %v", content.Text())
			}
		})
	}
}

func TestNotFrozen(t *testing.T) {
	c := small()
	_, entry := c.Entry("skill://zoo/SKILL.md")
	_, resource := c.Resource("skill://zoo/SKILL.md")
	_, content := c.Content("skill://zoo/SKILL.md")
	_, directory := c.Directory("skill://zoo")
	if c.Frozen() || c.Digest() != "" || entry || resource || content || directory {
		t.Error("a catalog that is not frozen finds things")
	}
	if c.Skills[0].Wire() != nil || c.Resources[0].Wire() != nil || c.Contents[0].Wire() != nil {
		t.Error("a catalog that is not frozen has wire forms")
	}
	if b, err := c.Contents[0].Bytes(); err != nil || protocol.Digest(b) != c.Contents[0].Digest {
		t.Errorf("Bytes does not read: %q, %v", b, err)
	}
}

// TestWire compares the wire forms with what the standard encoder makes of the same
// values.
func TestWire(t *testing.T) {
	b := encode(t, small())
	c := decodeCopy(t, b)
	if want := string(b[len(b)-len(sealEnd)-71 : len(b)-len(sealEnd)]); c.Digest() != want || !c.Frozen() {
		t.Errorf("digest %q, expected the seal %q", c.Digest(), want)
	}
	var wire struct {
		URI, Name, Description, MIMEType string
		Size                             *int64
		Frontmatter                      json.RawMessage
		Resources                        []struct {
			URI, Digest string
			Size        int64
		}
	}
	for _, list := range [][]Entry{c.Skills, c.Unlisted} {
		for i := range list {
			e := &list[i]
			parseWire(t, e.Wire(), &wire)
			if wire.URI != e.URI || string(wire.Frontmatter) != string(e.Frontmatter) || fmt.Sprint(wire.Resources) != fmt.Sprint(e.Resources) {
				t.Errorf("wire form %s of %+v", e.Wire(), e)
			}
		}
	}
	resources := c.Resources
	for _, d := range c.Directories {
		resources = append(resources, d.Children...)
	}
	for i := range resources {
		r := &resources[i]
		wire.Description, wire.Size = "", nil
		parseWire(t, r.Wire(), &wire)
		if wire.URI != r.URI || wire.Name != r.Name || wire.Description != r.Description || wire.MIMEType != r.MIMEType {
			t.Errorf("wire form %s of %+v", r.Wire(), r)
		}
		if isDir := r.MIMEType == protocol.DirectoryType; (wire.Size == nil) != isDir || !isDir && *wire.Size != r.Size {
			t.Errorf("wire form %s of %+v", r.Wire(), r)
		}
	}
	for i := range c.Contents {
		checkContentWire(t, &c.Contents[i])
	}
}

func parseWire(t *testing.T, b []byte, v any) {
	t.Helper()
	if err := json.Unmarshal(b, v); err != nil {
		t.Fatalf("%v in %s", err, b)
	}
}

func checkContentWire(t *testing.T, c *Content) {
	t.Helper()
	var wire struct {
		Text *string
		Blob []byte
	}
	parseWire(t, []byte("{"+string(c.Wire())+"}"), &wire)
	want, err := c.Bytes()
	if err != nil || protocol.Digest(want) != c.Digest || int64(len(want)) != c.Size {
		t.Fatalf("bytes %q of %+v, %v", want, c, err)
	}
	if got := string(wire.Blob); wire.Text == nil && got != string(want) || wire.Text != nil && *wire.Text != string(want) {
		t.Errorf("wire form %s of %q", c.Wire(), want)
	}
}

// TestStringForms sends every character that needs care through Encode and Decode.
func TestStringForms(t *testing.T) {
	text := everyCharacter()
	src := source{"a/SKILL.md": `{"name":"a","description":"x"}`, "a/blob": text, "a/text": strings.ReplaceAll(text, "\x00", "")}
	built := build(src)
	built.Server.Instructions = text
	c := decodeCopy(t, encode(t, built))
	for p, want := range src {
		content, _ := c.Content(testURI(p))
		if got, err := content.Bytes(); string(got) != want || err != nil {
			t.Errorf("%s is %q, %v", p, got, err)
		}
	}
	if c.Server.Instructions != text {
		t.Errorf("instructions %q, expected %q", c.Server.Instructions, text)
	}
}

func everyCharacter() string {
	var all strings.Builder
	for r := range rune(0x300) {
		all.WriteRune(r)
	}
	all.WriteString("\u2027\u2028\u2029\u202a\ufeff\ufffd\uffff\U0001F600\U0010FFFF")
	return all.String()
}

// TestFill reads a text through buffers of every size, so that every character falls
// on the end of one.
func TestFill(t *testing.T) {
	want := everyCharacter()
	raw := protocol.AppendString(nil, want)
	for size := maxCharacter; size < 64; size++ {
		u, dst, got := unescaper{raw: raw[1 : len(raw)-1]}, make([]byte, size), ""
		for u.pos < len(u.raw) {
			n, err := u.fill(dst)
			if n == 0 || err != nil {
				t.Fatalf("size %d: %d bytes, %v", size, n, err)
			}
			got += string(dst[:n])
		}
		if got != want || !u.nul {
			t.Errorf("size %d: %q", size, got)
		}
	}
}

func TestConcurrentReaders(t *testing.T) {
	c := decodeCopy(t, encode(t, small()))
	var group sync.WaitGroup
	for range 8 {
		group.Go(func() {
			for i := range c.Resources {
				content, ok := c.Content(c.Resources[i].URI)
				if !ok {
					t.Errorf("no content of %s", c.Resources[i].URI)
					continue
				}
				if b, err := content.Bytes(); err != nil || protocol.Digest(b) != content.Digest {
					t.Errorf("%s: %q, %v", c.Resources[i].URI, b, err)
				}
			}
			encode(t, c)
		})
	}
	group.Wait()
}

// A copy that was changed is another catalog, with another digest.
func TestCopyIsNotFrozen(t *testing.T) {
	c, err := Freeze(small())
	if err != nil {
		t.Fatal(err)
	}
	changed := *c
	changed.Server.Instructions = "Others"
	if changed.Frozen() || changed.Digest() != "" {
		t.Error("a copy is frozen")
	}
	again, err := Freeze(&changed)
	if err != nil || again.Digest() == c.Digest() || again.Server.Instructions != "Others" || len(again.Resources) != len(c.Resources) {
		t.Errorf("%v: digest %s after %s", err, again.Digest(), c.Digest())
	}
}
