package verify_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"skillpack/catalog"
	"skillpack/verify"
)

// wantErr fails unless err is want, of all the sentinel errors, and tells of the fragment.
func wantErr(t *testing.T, err, want error, fragment string) {
	t.Helper()
	if err == nil || !strings.Contains(err.Error(), fragment) {
		t.Errorf("got %v, want an error with %q", err, fragment)
	}
	for _, sentinel := range []error{
		verify.ErrEntry, verify.ErrName, verify.ErrLimit, verify.ErrDynamic, verify.ErrSize, verify.ErrDigest,
		verify.ErrFrontmatter, verify.ErrUnlisted, verify.ErrChanged,
	} {
		if is := errors.Is(err, sentinel); is != (sentinel == want) {
			t.Errorf("%v: is it %q? %v", err, sentinel, is)
		}
	}
}

// load loads an entry that has to load.
func load(t *testing.T, s *verify.Session, e verify.Entry) *verify.Skill {
	t.Helper()
	skill, err := s.Load(t.Context(), e)
	if err != nil {
		t.Fatal(err)
	}
	return skill
}

func TestSessionLoadsAndReads(t *testing.T) {
	shop := newShop()
	s := shop.session(t, "work", verify.SessionOptions{})
	e := shop.forms()
	if reads := shop.takeReads(); len(reads) > 0 {
		t.Errorf("read before it was asked for: %q", reads)
	}
	skill := load(t, s, e)
	if skill.Name != "forms" || skill.Label != "work" || string(skill.Manifest) != formsText {
		t.Errorf("loaded %+v", skill)
	}
	if reads := shop.takeReads(); !slices.Equal(reads, []string{formsURI}) {
		t.Errorf("Load read %q, want SKILL.md alone", reads)
	}
	for uri, want := range shop.files {
		if got, err := s.Read(t.Context(), uri); err != nil || string(got) != want {
			t.Errorf("%s: got %q, %v", uri, got, err)
		}
	}
}

// TestSessionRead covers H1: what differs from the entry is not handed out, by size
// before digest.
func TestSessionRead(t *testing.T) {
	for _, c := range []struct {
		name, data string
		want       error
		fragment   string
	}{
		{"H1 a wrong byte", "# Guidf\n", verify.ErrDigest, guideURI},
		{"H1 truncated", "# Guide", verify.ErrSize, "it has 7 bytes, expected 8"},
		{"H1 padded", "# Guide\n\n", verify.ErrSize, "it has 9 bytes, expected 8"},
		{"H1 emptied", "", verify.ErrSize, "it has 0 bytes"},
		{"H1 CRLF", "# Guide\r\n", verify.ErrSize, "it has 9 bytes"},
		{"H1 a blob", "\xff Guide\n", verify.ErrDigest, "sha256:"},
	} {
		t.Run(c.name, func(t *testing.T) {
			shop := newShop()
			s := shop.session(t, "work", verify.SessionOptions{})
			load(t, s, shop.forms())
			shop.put(guideURI, c.data)
			data, err := s.Read(t.Context(), guideURI)
			wantErr(t, err, c.want, c.fragment)
			if data != nil {
				t.Errorf("handed out %q", data)
			}
		})
	}
}

// TestSessionLoadChecksTheManifest covers H1 and H2 at the SKILL.md, and that what
// failed is not loaded.
func TestSessionLoadChecksTheManifest(t *testing.T) {
	for _, c := range []struct {
		name     string
		spoil    func(*shop, *verify.Entry)
		want     error
		fragment string
	}{
		{"H1 the size", func(s *shop, _ *verify.Entry) { s.put(formsURI, formsText+"\n") }, verify.ErrSize, "expected"},
		{"H1 the digest", func(s *shop, _ *verify.Entry) { s.put(formsURI, strings.Replace(formsText, "Read", "Read"[:3]+"D", 1)) }, verify.ErrDigest, "sha256:"},
		{"H1 size before digest before frontmatter", func(s *shop, _ *verify.Entry) { s.put(formsURI, "x") }, verify.ErrSize, "1 bytes"},
		{"H2 another description", func(_ *shop, e *verify.Entry) {
			e.Frontmatter = json.RawMessage(`{"name":"forms","description":"Harmless","allowed-tools":"Bash"}`)
		}, verify.ErrFrontmatter, `description: the entry has text "Harmless", SKILL.md has text "Fills forms"`},
		{"H2 a field that the entry hides", func(_ *shop, e *verify.Entry) {
			e.Frontmatter = json.RawMessage(`{"name":"forms","description":"Fills forms"}`)
		}, verify.ErrFrontmatter, `allowed-tools: the entry has nothing, SKILL.md has text "Bash"`},
	} {
		t.Run(c.name, func(t *testing.T) {
			shop := newShop()
			s := shop.session(t, "work", verify.SessionOptions{})
			e := shop.forms()
			c.spoil(shop, &e)
			_, err := s.Load(t.Context(), e)
			wantErr(t, err, c.want, c.fragment)
			_, err = s.Read(t.Context(), guideURI)
			wantErr(t, err, verify.ErrUnlisted, guideURI)
			if reads := shop.takeReads(); !slices.Equal(reads, []string{formsURI}) {
				t.Errorf("read %q, want SKILL.md alone", reads)
			}
		})
	}
}

// TestSessionFrontmatterError covers H2: the differences are there for a program.
func TestSessionFrontmatterError(t *testing.T) {
	shop := newShop()
	e := shop.entry(formsURI, `{"name":"forms","description":"x","allowed-tools":["Bash"]}`)
	_, err := shop.session(t, "work", verify.SessionOptions{}).Load(t.Context(), e)
	var differs *verify.FrontmatterError
	if !errors.As(err, &differs) || differs.URI != formsURI || len(differs.Differences) != 2 {
		t.Fatalf("got %#v", err)
	}
	if got := differs.Differences[1].Path; got != "allowed-tools" {
		t.Errorf("the second difference is of %q", got)
	}
}

// TestFrontmatterErrorIsShort covers H2: a message shows some of many differences.
func TestFrontmatterErrorIsShort(t *testing.T) {
	differences := make([]verify.Difference, 7)
	for i := range differences {
		differences[i] = verify.Difference{Path: fmt.Sprintf("f%d", i), Entry: "nothing", Manifest: "null"}
	}
	err := &verify.FrontmatterError{URI: formsURI, Differences: differences}
	if got := err.Error(); !strings.HasSuffix(got, "f4: the entry has nothing, SKILL.md has null; and 2 more") {
		t.Errorf("got %s", got)
	}
}

// TestSessionReadsOnlyWhatIsListed covers H3 and H10: no request is made for what no
// loaded entry lists.
func TestSessionReadsOnlyWhatIsListed(t *testing.T) {
	shop := newShop()
	client := shop.client(t, "work")
	s := verify.NewSession(client, verify.SessionOptions{})
	e := shop.forms()
	load(t, s, e)
	shop.takeReads()
	shop.put("skill://office/forms/late.md", "late")
	listed := false
	for r, err := range client.ReadDirectory(t.Context(), "skill://office/forms") {
		if err != nil {
			t.Fatal(err)
		}
		listed = listed || r.URI == "skill://office/forms/late.md"
	}
	if !listed {
		t.Fatal("the directory does not list the late file")
	}
	for name, uri := range map[string]string{
		"H10 a directory lists it": "skill://office/forms/late.md",
		"H3 not there":             "skill://office/forms/none.md",
		"H3 another skill":         "skill://office/other/SKILL.md",
		"H3 another spelling":      "skill://office/forms/%67uide.md",
		"H3 up and down":           "skill://office/forms/x/../guide.md",
		"H3 a directory":           "skill://office/forms",
		"H3 nothing":               "",
		"H3 a local file":          "file:///etc/passwd",
	} {
		t.Run(name, func(t *testing.T) {
			_, err := s.Read(t.Context(), uri)
			wantErr(t, err, verify.ErrUnlisted, fmt.Sprintf("%q", uri))
		})
	}
	if reads := shop.takeReads(); len(reads) > 0 {
		t.Errorf("asked for %q", reads)
	}
}

// TestSessionJudgesTheEntryFirst covers H4, H5 and H7: no file is read of a skill that
// its entry alone makes unloadable, be the entry from a Client or made by hand.
func TestSessionJudgesTheEntryFirst(t *testing.T) {
	const digest = "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"
	many := func(n int, size int64) func(e *verify.Entry) {
		return func(e *verify.Entry) {
			for i := len(e.Resources); i < n; i++ {
				e.Resources = append(e.Resources, catalog.Ref{URI: fmt.Sprintf("skill://office/forms/%03d", i), Digest: digest, Size: size})
			}
		}
	}
	first := func(edit func(*catalog.Ref)) func(*verify.Entry) {
		return func(e *verify.Entry) { edit(&e.Resources[0]) }
	}
	for _, c := range []struct {
		name  string
		spoil func(*verify.Entry)
		want  error
	}{
		{"H7 dynamic", func(e *verify.Entry) { e.Dynamic, e.Resources = true, nil }, verify.ErrDynamic},
		{"H7 dynamic with files", func(e *verify.Entry) { e.Dynamic = true }, verify.ErrDynamic},
		{"H4 another name", func(e *verify.Entry) {
			e.Frontmatter = json.RawMessage(`{"name":"form","description":"Fills forms"}`)
		}, verify.ErrName},
		{"H5 513 files", many(513, 0), verify.ErrLimit},
		{"H5 a byte more than 16 MiB", many(4, 16<<20), verify.ErrLimit},
		{"H5 petabytes", many(512, 1<<53), verify.ErrLimit},
		{"E4 sizes that wrap around", many(6, 1<<62), verify.ErrEntry},
		{"E2 no files", func(e *verify.Entry) { e.Resources = nil }, verify.ErrEntry},
		{"E3 no SKILL.md", func(e *verify.Entry) {
			e.Resources = slices.DeleteFunc(e.Resources, func(r catalog.Ref) bool { return r.URI == formsURI })
		}, verify.ErrEntry},
		{"E3 a file twice", func(e *verify.Entry) { e.Resources = append(e.Resources, e.Resources[0]) }, verify.ErrEntry},
		{"E3 a file elsewhere", func(e *verify.Entry) {
			e.Resources = append(e.Resources, catalog.Ref{URI: "skill://office/x/y", Digest: digest})
		}, verify.ErrEntry},
		{"E3 a file beside", func(e *verify.Entry) {
			e.Resources = append(e.Resources, catalog.Ref{URI: "skill://office/forms-2/y", Digest: digest})
		}, verify.ErrEntry},
		{"E4 an upper-case digest", first(func(r *catalog.Ref) { r.Digest = "sha256:" + strings.ToUpper(r.Digest[7:]) }), verify.ErrEntry},
		{"E4 no digest", first(func(r *catalog.Ref) { r.Digest = "" }), verify.ErrEntry},
		{"E4 a negative size", first(func(r *catalog.Ref) { r.Size = -1 }), verify.ErrEntry},
		{"E1 no frontmatter", func(e *verify.Entry) { e.Frontmatter = nil }, verify.ErrEntry},
		{"E1 a frontmatter that is no JSON", func(e *verify.Entry) { e.Frontmatter = json.RawMessage(`{`) }, verify.ErrEntry},
		{"M1 a URI that is not UTF-8", func(e *verify.Entry) {
			e.URI = "skill://office/forms\xff/SKILL.md"
			for i := range e.Resources {
				e.Resources[i].URI = strings.Replace(e.Resources[i].URI, "forms", "forms\xfe", 1)
			}
			e.Frontmatter = json.RawMessage(`{"name":"forms\ufffd","description":"x"}`)
		}, verify.ErrEntry},
		{"M1 a skill's URI that is not UTF-8", func(e *verify.Entry) { e.URI = "skill://\xff/SKILL.md" }, verify.ErrEntry},
		{"M1 no SKILL.md", func(e *verify.Entry) { e.URI = guideURI }, verify.ErrEntry},
	} {
		t.Run(c.name, func(t *testing.T) {
			shop := newShop()
			s := shop.session(t, "work", verify.SessionOptions{})
			e := shop.forms()
			c.spoil(&e)
			_, err := s.Load(t.Context(), e)
			wantErr(t, err, c.want, fmt.Sprintf("%q: %v: ", e.URI, c.want))
			if reads := shop.takeReads(); len(reads) > 0 {
				t.Errorf("read %q", reads)
			}
		})
	}
	for name, fill := range map[string]func(*verify.Entry){
		"H5 512 files": many(512, 0),
		"H5 16 MiB": func(e *verify.Entry) {
			var sum int64
			for _, r := range e.Resources {
				sum += r.Size
			}
			many(4, 16<<20-sum)(e)
		},
	} {
		t.Run(name, func(t *testing.T) {
			shop := newShop()
			e := shop.forms()
			fill(&e)
			load(t, shop.session(t, "work", verify.SessionOptions{}), e)
		})
	}
}

// TestSessionNames covers H4: names that several loaded skills share are reported.
func TestSessionNames(t *testing.T) {
	shop := newShop()
	const other = "skill://home/forms/SKILL.md"
	shop.put(other, "---\nname: forms\ndescription: x\n---\n")
	s := shop.session(t, "work", verify.SessionOptions{})
	load(t, s, shop.forms())
	if found := s.Collisions(); len(found) > 0 {
		t.Errorf("one skill collides: %q", found)
	}
	load(t, s, shop.entry(other, `{"name":"forms","description":"x"}`))
	t.Run("H4 a name that collides", func(t *testing.T) {
		if found := s.Collisions(); !reflect.DeepEqual(found, map[string][]string{"forms": {other, formsURI}}) {
			t.Errorf("got %q", found)
		}
	})
	s.Unload(other)
	if found := s.Collisions(); len(found) > 0 {
		t.Errorf("an unloaded skill collides: %q", found)
	}
}
