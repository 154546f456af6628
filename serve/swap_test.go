package serve

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"skillpack/catalog"
)

// oneSkill is a catalog whose every text is the version.
func oneSkill(t testing.TB, version string) *catalog.Catalog {
	src := tree{}
	for _, dir := range []string{"a", "b", "c"} {
		src[dir+"/SKILL.md"] = version
	}
	c := freeze(t, src)
	// Written again with other settings.
	again := &catalog.Catalog{Server: c.Server, Skills: c.Skills, Resources: c.Resources, Directories: c.Directories}
	again.Server.Version, again.Server.Instructions = version, version
	for i := range c.Contents {
		again.Contents = append(again.Contents, catalog.Content{
			Digest: c.Contents[i].Digest, Size: c.Contents[i].Size, Read: func() ([]byte, error) { return []byte(version), nil },
		})
	}
	frozen, err := catalog.Freeze(again)
	if err != nil {
		t.Fatal(err)
	}
	return frozen
}

func TestSwap(t *testing.T) {
	s := New(oneSkill(t, "v1"), Options{PageSize: 2})
	h := s.Handler()
	a := ask(t, h, modern, methodList, "")
	cursor := string(a.Result["nextCursor"])
	if err := s.Swap(oneSkill(t, "v2")); err != nil {
		t.Fatal(err)
	}
	for method, params := range map[string]string{
		methodList: "", methodGet: `{"uri":"skill://a/SKILL.md"}`, methodReadResource: `{"uri":"skill://a/SKILL.md"}`,
		methodListResources: "", methodDirectory: `{"uri":"skill://a"}`, "server/discover": "", "tools/list": "",
	} {
		a := ask(t, h, modern, method, params)
		if strings.Contains(a.body, "v1") || !strings.Contains(a.body, "v2") {
			t.Errorf("%s after the swap: %s", method, a.body)
		}
	}
	if a := ask(t, h, legacy, methodInitialize, `{"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"0"}}`); strings.Contains(a.body, "v1") {
		t.Errorf("initialize after the swap: %s", a.body)
	}
	if a := ask(t, h, modern, methodList, `{"cursor":`+cursor+`}`); a.code() != -32602 {
		t.Errorf("a cursor of the old catalog: %s", a.body)
	}
}

func TestS84(t *testing.T) {
	s := New(smallCatalog(t), Options{Dynamic: []DynamicSkill{helloSkill()}})
	before := ask(t, s.Handler(), modern, methodList, "").body
	refuse := func(name string, swap func() error) {
		t.Run("S84/"+name, func(t *testing.T) {
			if err := swap(); err == nil {
				t.Error("it was accepted")
			}
			if after := ask(t, s.Handler(), modern, methodList, "").body; after != before {
				t.Errorf("the catalog changed: %s", after)
			}
		})
	}
	refuse("not frozen", func() error { return s.Swap(&catalog.Catalog{}) })
	refuse("nil", func() error { return s.Swap(nil) })
	refuse("collides with a dynamic skill", func() error { return s.Swap(freeze(t, tree{"live/hello/SKILL.md": "x"})) })
	refuse("damaged", func() error {
		c, err := catalog.Decode([]byte(`{"skillpack":1`))
		if err != nil {
			return err
		}
		return s.Swap(c)
	})
}

func TestS85(t *testing.T) {
	file := filepath.Join(t.TempDir(), "catalog.json")
	w, err := os.Create(file)
	if err != nil {
		t.Fatal(err)
	}
	unfrozen := &catalog.Catalog{Server: catalog.Server{Name: "x", CacheScope: "public"}}
	if err := catalog.Encode(w, unfrozen); err != nil {
		t.Fatal(err)
	}
	w.Close()
	c, err := catalog.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	h := New(c, Options{}).Handler()
	before := ask(t, h, modern, methodList, "").body
	for _, c := range []struct { // deleted last, since the others need the file
		name   string
		change func() error
	}{
		{"truncated", func() error { return os.Truncate(file, 3) }},
		{"replaced", func() error { return os.WriteFile(file, []byte("other"), 0o600) }},
		{"deleted", func() error { return os.Remove(file) }},
	} {
		t.Run("S85/"+c.name, func(t *testing.T) {
			if err := c.change(); err != nil {
				t.Fatal(err)
			}
			if after := ask(t, h, modern, methodList, "").body; after != before {
				t.Errorf("the answer changed: %s", after)
			}
		})
	}
}

// Run it with -race. Each answer must be of one catalog, whichever.
func TestConcurrentSwap(t *testing.T) {
	catalogs := []*catalog.Catalog{oneSkill(t, "v1"), oneSkill(t, "v2")}
	s := New(catalogs[0], Options{})
	h := s.Handler()
	ctx, stop := context.WithCancel(t.Context())
	swapped := make(chan bool)
	go func() {
		defer close(swapped)
		for i := 0; ctx.Err() == nil; i++ {
			if err := s.Swap(catalogs[i%2]); err != nil {
				t.Error(err)
			}
		}
	}()
	var clients sync.WaitGroup
	for _, era := range []string{modern, legacy} {
		clients.Go(func() {
			for range 50 {
				for method, params := range map[string]string{methodList: "", methodGet: `{"uri":"skill://a/SKILL.md"}`, methodReadResource: `{"uri":"skill://b/SKILL.md"}`, methodListResources: ""} {
					a := ask(t, h, era, method, params)
					if old, now := strings.Contains(a.body, "v1"), strings.Contains(a.body, "v2"); a.Result == nil || old == now {
						t.Errorf("%s: %s", method, a.body)
					}
				}
			}
		})
	}
	clients.Wait()
	stop()
	<-swapped
}
