package verify_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"io/fs"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"testing/fstest"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"skillpack/build"
	"skillpack/catalog"
	"skillpack/internal/hostile"
	"skillpack/internal/skill"
	"skillpack/lint"
	"skillpack/serve"
	"skillpack/verify"
)

// audited audits a handler in both eras.
func audited(t *testing.T, h http.Handler, o verify.AuditOptions) *verify.Report {
	t.Helper()
	r, err := tryAudit(t, h, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func tryAudit(t *testing.T, h http.Handler, o verify.AuditOptions) (*verify.Report, error) {
	t.Helper()
	web := httptest.NewServer(h)
	defer web.Close()
	o.Dial = dialing(web.URL + serve.Endpoint)
	return verify.Audit(t.Context(), o)
}

func dialing(url string) func(context.Context, verify.Era) (*verify.Client, error) {
	return func(ctx context.Context, era verify.Era) (*verify.Client, error) {
		return verify.ConnectHTTP(ctx, url, verify.Options{Era: era})
	}
}

// serving is the right server.
func serving(c *catalog.Catalog, o serve.Options) http.Handler {
	o.Logger = slog.New(slog.DiscardHandler)
	return serve.New(c, o).Handler()
}

// wantFindings compares findings with "ID URI-or-skill" of each.
func wantFindings(t *testing.T, found []verify.Finding, want ...string) {
	t.Helper()
	var got []string
	for _, f := range found {
		at := f.URI
		if at == "" {
			at = f.Skill
		}
		got = append(got, strings.TrimSpace(f.Requirement+" "+at))
	}
	slices.Sort(got)
	if !slices.Equal(got, want) {
		t.Errorf("found %q, want %q: %+v", got, want, found)
	}
}

func verdictOf(r *verify.Report, uri string) verify.Verdict {
	for _, s := range r.Skills {
		if s.URI == uri {
			return s.Verdict
		}
	}
	return "absent"
}

func TestAuditRight(t *testing.T) {
	c := exampleCatalog(t)
	var last verify.Progress
	r := audited(t, serving(c, serve.Options{}), verify.AuditOptions{Against: c, Progress: func(p verify.Progress) { last = p }})
	wantFindings(t, slices.Collect(r.All()))
	if len(r.Skills) != 5 || !slices.Equal(r.Eras, bothEras) || len(r.Notes) != 0 {
		t.Errorf("%+v", r)
	}
	for _, s := range r.Skills {
		if s.Verdict != verify.Verified || s.Files == 0 || s.Bytes == 0 || s.Unlisted != (s.URI == hostile.Hidden) {
			t.Errorf("%+v", s)
		}
	}
	if last.Era != verify.Legacy || last.Skills != 5 || last.FilesDone != len(c.Resources) || last.Files != last.FilesDone || last.Bytes == 0 {
		t.Errorf("the last progress is %+v", last)
	}
}

// dynamicSkill has the files given; its SKILL.md is always there.
func dynamicSkill(files map[string]string) serve.DynamicSkill {
	files["SKILL.md"] = "---\nname: live\ndescription: Says what is so now.\n---\n"
	return serve.DynamicSkill{
		URI: "skill://live/SKILL.md", Frontmatter: map[string]any{"name": "live", "description": "Says what is so now."},
		Read: func(_ context.Context, path string) (serve.DynamicFile, error) {
			data, ok := files[path]
			if !ok {
				return serve.DynamicFile{}, fs.ErrNotExist
			}
			return serve.DynamicFile{Data: []byte(data)}, nil
		},
		List: func(_ context.Context, path string) ([]serve.DynamicChild, error) {
			if path != "." {
				return nil, fs.ErrNotExist
			}
			return []serve.DynamicChild{{Name: "SKILL.md"}, {Name: "now.txt"}}, nil
		},
	}
}

func TestAuditDynamic(t *testing.T) {
	t.Run("H7 never verified", func(t *testing.T) {
		skill := dynamicSkill(map[string]string{"now.txt": "12"})
		r := audited(t, serving(exampleCatalog(t), serve.Options{Dynamic: []serve.DynamicSkill{skill}}), verify.AuditOptions{})
		if wantFindings(t, slices.Collect(r.All())); verdictOf(r, skill.URI) != verify.Unverifiable {
			t.Errorf("%+v", r.Skills)
		}
	})
	t.Run("P5 a file that its directory lists and nobody can read", func(t *testing.T) {
		skill := dynamicSkill(map[string]string{})
		r := audited(t, serving(exampleCatalog(t), serve.Options{Dynamic: []serve.DynamicSkill{skill}}), verify.AuditOptions{})
		if wantFindings(t, slices.Collect(r.All()), "P5 skill://live/now.txt"); verdictOf(r, skill.URI) != verify.Failed {
			t.Errorf("%+v", r.Skills)
		}
	})
	t.Run("beside a catalog it is one skill more", func(t *testing.T) {
		c := exampleCatalog(t)
		skill := dynamicSkill(map[string]string{"now.txt": "12"})
		r := audited(t, serving(c, serve.Options{Dynamic: []serve.DynamicSkill{skill}}), verify.AuditOptions{Against: c})
		wantFindings(t, slices.Collect(r.All()), "P2 skill://live/SKILL.md")
	})
}

// without returns the catalog without its skills below a URI.
func without(t *testing.T, c *catalog.Catalog, root string) *catalog.Catalog {
	t.Helper()
	below := func(uri string) bool { return uri == root || strings.HasPrefix(uri, root+"/") }
	less := *c
	less.Skills = slices.DeleteFunc(slices.Clone(c.Skills), func(e catalog.Entry) bool { return below(e.URI) })
	less.Resources = slices.DeleteFunc(slices.Clone(c.Resources), func(r catalog.Resource) bool { return below(r.URI) })
	less.Directories = slices.DeleteFunc(slices.Clone(c.Directories), func(d catalog.Directory) bool { return below(d.URI) })
	used := map[string]bool{}
	for _, e := range slices.Concat(less.Skills, less.Unlisted) {
		for _, ref := range e.Resources {
			used[ref.Digest] = true
		}
	}
	less.Contents = slices.DeleteFunc(slices.Clone(c.Contents), func(c catalog.Content) bool { return !used[c.Digest] })
	for i := range less.Contents {
		read := less.Contents[i].Bytes
		data, err := read()
		if err != nil {
			t.Fatal(err)
		}
		less.Contents[i] = catalog.Content{Digest: less.Contents[i].Digest, Size: less.Contents[i].Size, Read: func() ([]byte, error) { return data, nil }}
	}
	frozen, err := catalog.Freeze(&less)
	if err != nil {
		t.Fatal(err)
	}
	return frozen
}

func TestAuditAgainst(t *testing.T) {
	whole := exampleCatalog(t)
	less := without(t, whole, "skill://zoo")
	t.Run("P2 a skill less", func(t *testing.T) {
		r := audited(t, serving(less, serve.Options{}), verify.AuditOptions{Against: whole})
		wantFindings(t, r.Server, "P2 skill://zoo/SKILL.md")
	})
	t.Run("P2 a skill more", func(t *testing.T) {
		r := audited(t, serving(whole, serve.Options{}), verify.AuditOptions{Against: less})
		wantFindings(t, slices.Collect(r.All()), "P2 skill://zoo/SKILL.md")
	})
	t.Run("P2 settings", func(t *testing.T) {
		ttl := int64(7)
		r := audited(t, serving(whole, serve.Options{TTLMs: &ttl, CacheScope: "private"}), verify.AuditOptions{Against: whole})
		wantFindings(t, r.Server, "P2", "P2")
	})
	t.Run("a catalog that is not frozen", func(t *testing.T) {
		if _, err := verify.Audit(t.Context(), verify.AuditOptions{Against: &catalog.Catalog{}}); err == nil {
			t.Error("no error")
		}
	})
}

func TestAuditBounds(t *testing.T) {
	t.Run("P2 more skills than may be looked at", func(t *testing.T) {
		r := audited(t, serving(exampleCatalog(t), serve.Options{}), verify.AuditOptions{MaxSkills: 2})
		if wantFindings(t, slices.Collect(r.All()), "P2"); len(r.Skills) != 2 {
			t.Errorf("%d skills", len(r.Skills))
		}
	})
	t.Run("P5 a file far larger than its entry says is not held", func(t *testing.T) {
		inner := serving(exampleCatalog(t), serve.Options{})
		r := audited(t, rewriting(inner, "resources/read", "skill://zoo/SKILL.md", func(result map[string]any) {
			result["contents"].([]any)[0].(map[string]any)["text"] = strings.Repeat("x", 1<<20)
		}), verify.AuditOptions{})
		found := slices.Collect(r.All())
		if wantFindings(t, found, "P5 skill://zoo/SKILL.md"); !strings.Contains(found[0].Message, "too large") {
			t.Errorf("%+v", found)
		}
	})
	t.Run("never more calls at a time than asked for", func(t *testing.T) {
		var now, most atomic.Int64
		inner := serving(exampleCatalog(t), serve.Options{})
		h := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			most.Store(max(most.Load(), now.Add(1)))
			defer now.Add(-1)
			inner.ServeHTTP(w, r)
		})
		wantFindings(t, slices.Collect(audited(t, h, verify.AuditOptions{Concurrency: 2}).All()))
		if most.Load() > 2 {
			t.Errorf("%d calls at a time", most.Load())
		}
	})
}

// rewriting changes the results of a method for a URI.
func rewriting(inner http.Handler, method, uri string, change func(map[string]any)) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		var call struct {
			Method string
			Params struct{ URI string }
		}
		body := peek(r)
		_ = json.Unmarshal(body, &call)
		if call.Method != method || call.Params.URI != uri {
			inner.ServeHTTP(w, r)
			return
		}
		right := httptest.NewRecorder()
		r.Header.Del("Accept-Encoding")
		inner.ServeHTTP(right, r)
		var message map[string]any
		if err := json.Unmarshal(right.Body.Bytes(), &message); err != nil {
			panic(err)
		}
		if result, ok := message["result"].(map[string]any); ok {
			change(result)
		}
		w.Header().Set("Content-Type", "application/json")
		_ = json.NewEncoder(w).Encode(message)
	})
}

func TestAuditUnreachable(t *testing.T) {
	t.Run("no server", func(t *testing.T) {
		web := httptest.NewServer(http.NotFoundHandler())
		web.Close()
		r, err := verify.Audit(t.Context(), verify.AuditOptions{Dial: dialing(web.URL)})
		if !verify.Unreachable(err) || r == nil || len(r.Eras) != 0 {
			t.Errorf("%v, %+v", err, r)
		}
	})
	t.Run("T5 an era that is not spoken is a note", func(t *testing.T) {
		web := httptest.NewServer(serving(exampleCatalog(t), serve.Options{}))
		defer web.Close()
		dial := dialing(web.URL + serve.Endpoint)
		r, err := verify.Audit(t.Context(), verify.AuditOptions{Dial: func(ctx context.Context, era verify.Era) (*verify.Client, error) {
			if era == verify.Modern {
				return nil, verify.ErrEra
			}
			return dial(ctx, era)
		}})
		if err != nil || !slices.Equal(r.Eras, []verify.Era{verify.Legacy}) {
			t.Fatal(err, r.Eras)
		}
		wantFindings(t, slices.Collect(r.All()))
		wantFindings(t, r.Notes, "T5")
	})
	t.Run("no era is spoken", func(t *testing.T) {
		_, err := verify.Audit(t.Context(), verify.AuditOptions{Dial: func(context.Context, verify.Era) (*verify.Client, error) { return nil, verify.ErrEra }})
		if !errors.Is(err, verify.ErrEra) {
			t.Error(err)
		}
	})
	t.Run("the audit was cancelled", func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		inner := serving(exampleCatalog(t), serve.Options{})
		web := httptest.NewServer(rewriting(inner, "resources/read", "skill://zoo/SKILL.md", func(map[string]any) { cancel() }))
		defer web.Close()
		if _, err := verify.Audit(ctx, verify.AuditOptions{Dial: dialing(web.URL + serve.Endpoint)}); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	})
}

// Somebody's server has resources of its own, which are none of our business.
func TestAuditRegistered(t *testing.T) {
	server := mcp.NewServer(&mcp.Implementation{Name: "theirs", Version: "1"}, nil)
	server.AddResource(&mcp.Resource{URI: "file:///own.txt", Name: "own"}, func(context.Context, *mcp.ReadResourceRequest) (*mcp.ReadResourceResult, error) {
		return &mcp.ReadResourceResult{Contents: []*mcp.ResourceContents{{URI: "file:///own.txt", Text: "x"}}}, nil
	})
	c := exampleCatalog(t)
	r := audited(t, serve.Register(server, c).Handler(), verify.AuditOptions{Against: c})
	wantFindings(t, slices.Collect(r.All()))
	wantFindings(t, r.Notes, "T7") // the SDK promises listChanged of them
}

func TestAuditCatalog(t *testing.T) {
	c := exampleCatalog(t)
	r := verify.AuditCatalog(c)
	if wantFindings(t, slices.Collect(r.All())); len(r.Skills) != 5 || verdictOf(r, hostile.Hidden) != verify.Verified {
		t.Errorf("%+v", r)
	}
	t.Run("H2", func(t *testing.T) {
		other := without(t, c, "skill://nothing")
		other.Skills[len(other.Skills)-1].Frontmatter = []byte(`{"name":"zoo","description":"Knows animals. Use when somebody asks for one.","version":1}`)
		changed := without(t, other, "skill://nothing")
		wantFindings(t, slices.Collect(verify.AuditCatalog(changed).All()), "H2 skill://zoo/SKILL.md")
	})
	t.Run("E6 is a note", func(t *testing.T) {
		files := fstest.MapFS{}
		for _, team := range []string{"a", "b"} {
			files[team+"/same/SKILL.md"] = &fstest.MapFile{Data: []byte("---\nname: same\ndescription: Works for team " + team + ".\n---\n\n# Same\n")}
		}
		tree, _, err := skill.Load(t.Context(), files, skill.Options{})
		if err != nil {
			t.Fatal(err)
		}
		two, found, err := build.Compile(t.Context(), tree, build.Options{Lint: lint.Config{}, Server: build.DefaultServer()})
		if err != nil || two == nil {
			t.Fatal(err, found)
		}
		if two, err = catalog.Freeze(two); err != nil {
			t.Fatal(err)
		}
		r := verify.AuditCatalog(two)
		wantFindings(t, slices.Collect(r.All()))
		wantFindings(t, r.Notes, "E6")
	})
	t.Run("not frozen", func(t *testing.T) {
		if verify.AuditCatalog(&catalog.Catalog{}).OK() {
			t.Error("it passes")
		}
	})
}

// peek returns the body of a request, which can still be read.
func peek(r *http.Request) []byte {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		panic(err)
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	return body
}
