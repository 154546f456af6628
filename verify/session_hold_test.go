package verify

import (
	"sync"
	"testing"

	"skillpack/catalog"
)

// TestHoldOnce holds that of many who end loading one skill at once, one wins and all
// get its skill, and that its files are then held once.
func TestHoldOnce(t *testing.T) {
	manifest := []byte("---\nname: a\n---\n")
	entry := Entry{URI: "skill://a/SKILL.md", Frontmatter: []byte(`{"name":"a"}`), Resources: []catalog.Ref{{URI: "skill://a/SKILL.md"}}}
	for range 200 {
		s := NewSession(nil, SessionOptions{})
		var got [4]*Skill
		var wg sync.WaitGroup
		for i := range got {
			wg.Go(func() { got[i], _ = s.hold(&Skill{Entry: entry, Manifest: manifest}) })
		}
		wg.Wait()
		for _, skill := range got {
			if skill == nil || skill != s.skills[entry.URI] {
				t.Fatalf("got %p, the session holds %p", skill, s.skills[entry.URI])
			}
		}
		if s.Unload(entry.URI); len(s.files) > 0 {
			t.Fatalf("after Unload it holds %v", s.files)
		}
	}
}
