package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"

	"skillpack/catalog"
	"skillpack/verify"
)

// TestSessionHoldsTheEntry covers H6: reads keep to the entry that was loaded, and
// another entry is no quiet replacement for it.
func TestSessionHoldsTheEntry(t *testing.T) {
	shop := newShop()
	s := shop.session(t, "work", verify.SessionOptions{})
	e := shop.forms()
	skill := load(t, s, e)
	held := slices.Clone(skill.Entry.Resources)
	slices.Reverse(e.Resources)
	if again := load(t, s, e); again != skill {
		t.Error("the same set in another order was loaded a second time")
	}
	shop.put(guideURI, "# Evil!\n")
	later := shop.forms()
	t.Run("H6 another digest", func(t *testing.T) {
		_, err := s.Load(t.Context(), later)
		wantErr(t, err, verify.ErrChanged, guideURI)
		_, err = s.Read(t.Context(), guideURI)
		wantErr(t, err, verify.ErrDigest, guideURI)
	})
	t.Run("H6 a file more", func(t *testing.T) {
		more := e
		more.Resources = append(slices.Clone(e.Resources), catalog.Ref{URI: "skill://office/forms/z.sh", Digest: e.Resources[0].Digest})
		_, err := s.Load(t.Context(), more)
		wantErr(t, err, verify.ErrChanged, `"skill://office/forms/z.sh" is new`)
	})
	t.Run("H6 a file less", func(t *testing.T) {
		less := e
		less.Resources = slices.DeleteFunc(slices.Clone(e.Resources), func(r catalog.Ref) bool { return r.URI == guideURI })
		_, err := s.Load(t.Context(), less)
		wantErr(t, err, verify.ErrChanged, `guide.md" is no longer listed`)
	})
	t.Run("H2 the same files and another frontmatter", func(t *testing.T) {
		other := e
		other.Frontmatter = json.RawMessage(`{"name":"forms","description":"Fills forms"}`)
		_, err := s.Load(t.Context(), other)
		wantErr(t, err, verify.ErrFrontmatter, "allowed-tools")
	})
	t.Run("H6 the caller's memory", func(t *testing.T) {
		for i := range e.Resources {
			e.Resources[i].Digest = later.Resources[0].Digest
		}
		copy(e.Frontmatter, bytes.Repeat([]byte{' '}, len(e.Frontmatter)))
		if string(skill.Entry.Frontmatter) != string(later.Frontmatter) {
			t.Errorf("the held frontmatter is %s", skill.Entry.Frontmatter)
		}
		if !slices.Equal(skill.Entry.Resources, held) {
			t.Errorf("the held files are %v", skill.Entry.Resources)
		}
		_, err := s.Read(t.Context(), formsURI)
		if err != nil {
			t.Error(err)
		}
	})
	t.Run("H6 unloaded", func(t *testing.T) {
		if !s.Unload(formsURI) || s.Unload(formsURI) {
			t.Error("Unload does not tell whether it did anything")
		}
		_, err := s.Read(t.Context(), guideURI)
		wantErr(t, err, verify.ErrUnlisted, guideURI)
		load(t, s, later)
		if data, err := s.Read(t.Context(), guideURI); string(data) != "# Evil!\n" {
			t.Errorf("got %q, %v", data, err)
		}
	})
}

// TestSessionNested covers M7: a file that two loaded entries list is readable while
// one of them is loaded, and they have to agree on it.
func TestSessionNested(t *testing.T) {
	const inner = "skill://office/forms/tax/SKILL.md"
	const innerFront = `{"name":"tax","description":"x"}`
	shop := newShop()
	shop.put(inner, "---\nname: tax\ndescription: x\n---\n")
	s := shop.session(t, "work", verify.SessionOptions{})
	outer := shop.forms()
	load(t, s, outer)
	load(t, s, shop.entry(inner, innerFront))
	s.Unload(formsURI)
	if _, err := s.Read(t.Context(), inner); err != nil {
		t.Errorf("M7 the nested skill lost its file: %v", err)
	}
	_, err := s.Read(t.Context(), guideURI)
	wantErr(t, err, verify.ErrUnlisted, guideURI)
	shop.put(inner, "---\nname: tax\ndescription: x\n---\nmore\n")
	shop.put(formsURI, formsText)
	_, err = s.Load(t.Context(), shop.forms())
	wantErr(t, err, verify.ErrChanged, inner)
	if _, err := s.Read(t.Context(), guideURI); !errors.Is(err, verify.ErrUnlisted) {
		t.Errorf("M7 a refused skill left a file readable: %v", err)
	}
}

// TestSessionOrigin covers H8 and H9: a skill is tagged with the user's name for its
// server, whatever the server calls itself; two servers of one name stay apart.
func TestSessionOrigin(t *testing.T) {
	home, work := newShop(), newShop() // both call themselves "work"
	work.put(guideURI, "# Other\n")
	atHome, atWork := home.session(t, "home", verify.SessionOptions{}), work.session(t, "work", verify.SessionOptions{})
	skill := load(t, atHome, home.forms())
	if skill.Label != "home" {
		t.Errorf("H8 the label is %q", skill.Label)
	}
	_, err := atWork.Read(t.Context(), guideURI)
	wantErr(t, err, verify.ErrUnlisted, guideURI)
	load(t, atWork, work.forms())
	data, err := atHome.Read(t.Context(), guideURI)
	if err != nil || string(data) != "# Guide\n" {
		t.Errorf("H8 got %q, %v", data, err)
	}
	if reads := work.takeReads(); !slices.Equal(reads, []string{formsURI}) {
		t.Errorf("H8 a read went to the other server: %q", reads)
	}
	for _, field := range reflect.VisibleFields(reflect.TypeFor[verify.Skill]()) {
		if strings.Contains(strings.ToLower(field.Name), "tool") {
			t.Errorf("H9 Skill has %s: allowed-tools must not look like a grant", field.Name)
		}
	}
}

// TestSessionConcurrent holds that goroutines may share a Session, and that one skill
// loaded by many is one.
func TestSessionConcurrent(t *testing.T) {
	shop := newShop()
	const inner = "skill://office/forms/tax/SKILL.md"
	shop.put(inner, "---\nname: tax\ndescription: x\n---\n")
	s := shop.session(t, "work", verify.SessionOptions{})
	outer, nested := shop.forms(), shop.entry(inner, `{"name":"tax","description":"x"}`)
	first := load(t, s, outer)
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			for range 5 {
				if again, err := s.Load(t.Context(), outer); err != nil || again != first {
					t.Errorf("got %v, %v", again, err)
				}
				if _, err := s.Read(t.Context(), guideURI); err != nil {
					t.Error(err)
				}
				if _, err := s.Load(t.Context(), nested); err != nil {
					t.Error(err)
				}
				s.Collisions()
				s.Unload(inner)
			}
		})
	}
	wg.Wait()
	s.Unload(inner)
	if _, err := s.Read(t.Context(), inner); err != nil {
		t.Errorf("the enclosing skill lost a file: %v", err)
	}
}

// TestSessionLoadedTwiceAtOnce holds that of two loads that overlap the first to end wins.
func TestSessionLoadedTwiceAtOnce(t *testing.T) {
	shop := newShop()
	s := shop.session(t, "work", verify.SessionOptions{})
	var both sync.WaitGroup // have begun before one is answered
	both.Add(2)
	shop.during = func(string) { both.Done(); both.Wait() }
	var loaded [2]*verify.Skill
	var wg sync.WaitGroup
	for i := range loaded {
		wg.Go(func() { loaded[i], _ = s.Load(t.Context(), shop.forms()) })
	}
	wg.Wait()
	if loaded[0] == nil || loaded[0] != loaded[1] {
		t.Errorf("got %p and %p", loaded[0], loaded[1])
	}
}

func TestSessionCanceled(t *testing.T) {
	shop := newShop()
	s := shop.session(t, "work", verify.SessionOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Load(ctx, shop.forms()); !errors.Is(err, context.Canceled) {
		t.Errorf("got %v, want %v", err, context.Canceled)
	}
}
