package serve

import (
	"encoding/base64"
	"encoding/binary"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"

	"skillpack/catalog"
)

// walked is a list that can be walked.
type walked struct {
	method, field string
	uri           string // of the directory
	want          func(*catalog.Catalog) []string
}

var lists = []walked{
	{methodList, "skills", "", func(c *catalog.Catalog) []string {
		return urisOf(c.Skills, func(e catalog.Entry) string { return e.URI })
	}},
	{methodListResources, "resources", "", func(c *catalog.Catalog) []string {
		return urisOf(c.Resources, func(r catalog.Resource) string { return r.URI })
	}},
	{methodDirectory, "resources", "skill://big/files", func(c *catalog.Catalog) []string {
		d, _ := c.Directory("skill://big/files")
		return urisOf(d.Children, func(r catalog.Resource) string { return r.URI })
	}},
}

func urisOf[T any](items []T, uri func(T) string) []string {
	all := make([]string, len(items))
	for i := range items {
		all[i] = uri(items[i])
	}
	return all
}

// page asks one of servers, in turn, for a page.
func (l walked) page(t *testing.T, s *Server, era, cursor string) *reply {
	params := map[string]string{}
	if l.uri != "" {
		params["uri"] = l.uri
	}
	if cursor != "" {
		params["cursor"] = cursor
	}
	b, _ := encodeJSON(params)
	return ask(t, s.Handler(), era, l.method, string(b))
}

// walk walks the list, each page from the next server in turn, and returns the URIs
// and the number of pages.
func (l walked) walk(t *testing.T, era string, servers ...*Server) (all []string, pages int) {
	t.Helper()
	cursor := ""
	for {
		a := l.page(t, servers[pages%len(servers)], era, cursor)
		if a.Result == nil {
			t.Fatalf("page %d of %s: %s", pages, l.method, a.body)
		}
		pages++
		all = append(all, uris(t, a.Result[l.field])...)
		cursor = strings.Trim(string(a.Result["nextCursor"]), `"`)
		if a.Result["nextCursor"] == nil {
			return all, pages
		}
		if pages > 2000 {
			t.Fatal("the walk does not end")
		}
	}
}

func TestS83(t *testing.T) { // P12, E7
	c := many(t, 1000)
	for _, size := range []int{0, 5, 99, 100, 499, 999, 1000, 1001, 100000} {
		s := New(c, Options{PageSize: size})
		for _, l := range lists {
			t.Run(fmt.Sprintf("S83/%s/%d", l.method, size), func(t *testing.T) {
				got, pages := l.walk(t, legacy, s)
				if want := l.want(c); !slices.Equal(got, want) {
					t.Errorf("%d items, want %d in the catalog's order without gap or repeat", len(got), len(want))
				}
				if size == 0 && pages > maxPages {
					t.Errorf("%d pages", pages)
				}
				if size > 0 && pages != (len(got)+size-1)/size {
					t.Errorf("%d pages of %d for %d items", pages, size, len(got))
				}
			})
		}
	}
	t.Run("S83/page size grows", func(t *testing.T) { // P12
		for n, want := range map[int]int{0: 100, 99: 100, 5000: 100, 5001: 101, 100000: 2000} {
			if got := (&snapshot{}).sizeOfPage(n); got != want {
				t.Errorf("page of %d for %d items, want %d", got, n, want)
			}
		}
	})
}

func TestReplicasContinueAWalk(t *testing.T) {
	c := many(t, 300)
	a, b := New(c, Options{PageSize: 7}), New(c, Options{PageSize: 20})
	for _, l := range lists {
		if got, _ := l.walk(t, modern, a, b); !slices.Equal(got, l.want(c)) {
			t.Errorf("%s: a walk over two servers gave %d items, want %d", l.method, len(got), len(l.want(c)))
		}
	}
}

// flip changes the first character of a cursor.
func flip(cursor string) string {
	if cursor[0] == 'A' {
		return "B" + cursor[1:]
	}
	return "A" + cursor[1:]
}

// spare sets a bit of a cursor's last character that is not part of its bytes.
func spare(last byte) string {
	const digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
	return digits[strings.IndexByte(digits, last)+1:][:1]
}

func TestS80(t *testing.T) { // P7
	c := many(t, 300)
	s := New(c, Options{PageSize: 10})
	other := New(many(t, 301), Options{PageSize: 10})
	withDynamic := New(c, Options{PageSize: 10, Dynamic: []DynamicSkill{helloSkill()}})
	for _, l := range lists {
		next := strings.Trim(string(l.page(t, s, modern, "").Result["nextCursor"]), `"`)
		raw, err := base64.RawURLEncoding.DecodeString(next)
		if err != nil {
			t.Fatal(err)
		}
		at := func(position uint32) string {
			return base64.RawURLEncoding.EncodeToString(binary.BigEndian.AppendUint32(slices.Clone(raw[:len(raw)-4]), position))
		}
		last := uint32(len(l.want(c)))
		if a := l.page(t, s, modern, at(last-1)); a.code() != 0 {
			t.Fatalf("%s: the last position is refused: %s", l.method, a.body)
		}
		bad := map[string]string{
			"percent": "%%%", "space": " ", "word": "next", "padded": next + "==", "cut": next[:len(next)-2], "longer": next + "AAAA",
			"line break": next[:4] + "\n" + next[4:], "flipped": flip(next), "spare bits": next[:len(next)-1] + spare(next[len(next)-1]), "upper": strings.ToUpper(next),
			"zero": at(0), "end": at(last), "huge": at(1<<32 - 1), "negative": at(1 << 31), "number": "-1", "long": strings.Repeat("A", 100000),
			"no position": base64.RawURLEncoding.EncodeToString(raw[:len(raw)-4]),
		}
		for name, cursor := range bad {
			t.Run("S80/"+l.method+"/"+name, func(t *testing.T) {
				for _, era := range []string{modern, legacy} {
					if a := l.page(t, s, era, cursor); a.code() != -32602 {
						t.Errorf("status %d, %.200s; want -32602", a.status, a.body)
					}
				}
			})
		}
		t.Run("S80/"+l.method+"/another catalog", func(t *testing.T) {
			for _, elsewhere := range []*Server{other, withDynamic} {
				if a := l.page(t, elsewhere, modern, next); a.code() != -32602 {
					t.Errorf("%.200s, want -32602", a.body)
				}
			}
		})
		t.Run("S80/"+l.method+"/another list", func(t *testing.T) {
			for _, elsewhere := range append(slices.Clone(lists), walked{methodDirectory, "resources", "skill://big", nil}) {
				if elsewhere.method == l.method && elsewhere.uri == l.uri {
					continue
				}
				if a := elsewhere.page(t, s, modern, next); a.code() != -32602 {
					t.Errorf("%s: %.200s, want -32602", elsewhere.method, a.body)
				}
			}
		})
	}
	t.Run("S80/templates", func(t *testing.T) {
		if a := ask(t, s.Handler(), modern, "resources/templates/list", `{"cursor":"%%%"}`); a.code() != -32602 {
			t.Errorf("%s, want -32602", a.body)
		}
	})
}

// The SDK's client walks with its own iterator.
func TestClientWalk(t *testing.T) {
	c := many(t, 300)
	for _, era := range eras {
		session := connect(t, New(c, Options{PageSize: 9}), "http", era)
		var got []string
		for r, err := range session.Resources(t.Context(), nil) {
			if err != nil {
				t.Fatal(err)
			}
			got = append(got, r.URI)
		}
		if want := lists[1].want(c); !slices.Equal(got, want) {
			t.Errorf("%s: %d resources, want %d", era, len(got), len(want))
		}
		if _, err := session.ListResources(t.Context(), &mcp.ListResourcesParams{Cursor: "%%%"}); err == nil {
			t.Errorf("%s: a bad cursor gave a page", era)
		} else {
			wantCode(t, err, -32602)
		}
	}
}
