package serve

import (
	"fmt"
	"math"
	"net/http"
	"net/http/httptest"
	"runtime"
	"strings"
	"testing"

	"skillpack/catalog"
)

// sizedSkill is a skill whose files are of the sizes that their names say.
const sizedSkill = "skill://team/skill-000/"

// sizedCatalog has the files of sizedSkill, a directory, and enough skills for a listing of
// 100 entries of about 1.4 KB. Only a large one has the file skill://big/16M.
func sizedCatalog(t testing.TB, large bool) *catalog.Catalog {
	const line = "Check the request against its policy, then write \"why\" into the note.\n"
	text := func(size int) string { return strings.Repeat(line, size/len(line)+1)[:size] }
	src := tree{"big/SKILL.md": "Has a file of almost all that a skill may hold"}
	if large {
		src["big/16M"] = text(16<<20 - 1<<10)
	}
	for i := range 99 {
		skill := fmt.Sprintf("team/skill-%03d", i)
		src[skill+"/SKILL.md"] = text(120)
		for f := range 7 {
			src[fmt.Sprintf("%s/references/topic-number-%02d.md", skill, f)] = text(700 + i)
		}
	}
	for name, size := range map[string]int{"1K": 1 << 10, "9K": 9 << 10, "1M": 1 << 20, "4M": 4 << 20} {
		src["team/skill-000/"+name] = text(size)
	}
	return freeze(t, src)
}

// sink is a response that nobody reads.
type sink struct {
	header http.Header
	status int
	bytes  int64
}

func (s *sink) Header() http.Header { return s.header }

func (s *sink) WriteHeader(status int) { s.status = status }

func (s *sink) Write(b []byte) (int, error) {
	s.bytes += int64(len(b))
	return len(b), nil
}

// repeated sends one request over and over, without work of its own. Every request is
// observed, as in production.
type repeated struct {
	handler http.Handler
	request *http.Request
	body    *strings.Reader
	text    string
	to      sink
	last    Call
}

// repeat prepares a call of the modern era. Headers are pairs of name and value, "" for
// none.
func repeat(c *catalog.Catalog, o Options, method, uri string, headers ...string) *repeated {
	p := &repeated{body: strings.NewReader(""), to: sink{header: http.Header{}}}
	o.Observe = func(_ *http.Request, call Call) { p.last = call }
	p.handler = New(c, o).Handler()
	params := ""
	if uri != "" {
		params = fmt.Sprintf(`{"uri":%q}`, uri)
		headers = append(headers, "Mcp-Name", uri)
	}
	p.text = modernBody(method, params)
	p.request = httptest.NewRequest("POST", "http://127.0.0.1:8080"+Endpoint, nil)
	p.request.ContentLength = int64(len(p.text))
	headers = append(headers, "Content-Type", "application/json", "Accept", "application/json, text/event-stream",
		"Mcp-Protocol-Version", modern, "Mcp-Method", method)
	for i := 0; i < len(headers); i += 2 {
		if headers[i+1] != "" {
			p.request.Header.Set(headers[i], headers[i+1])
		}
	}
	return p
}

type reusedBody struct{ *strings.Reader }

func (reusedBody) Close() error { return nil }

// send makes the call once.
func (p *repeated) send() {
	clear(p.to.header)
	p.to.status, p.to.bytes = 0, 0
	p.body.Reset(p.text)
	p.request.Body = reusedBody{p.body}
	p.handler.ServeHTTP(&p.to, p.request)
}

// check makes the call and fails unless it is answered by the door.
func (p *repeated) check(t testing.TB, door Door) {
	t.Helper()
	p.send()
	if p.last.Status != 200 || p.last.Door != door || p.to.bytes == 0 {
		t.Fatalf("status %d by door %q with %d bytes, expected 200 by door %q", p.last.Status, p.last.Door, p.to.bytes, door)
	}
}

// BenchmarkDoors makes the same calls of both doors.
func BenchmarkDoors(b *testing.B) {
	calls := []struct{ name, method, uri string }{
		{"get", methodGet, sizedSkill + "SKILL.md"},
		{"read1K", methodReadResource, sizedSkill + "1K"},
		{"read9K", methodReadResource, sizedSkill + "9K"},
		{"read1M", methodReadResource, sizedSkill + "1M"},
		{"read16M", methodReadResource, "skill://big/16M"},
		{"list100", methodList, ""},
		{"directory", methodDirectory, sizedSkill + "references"},
		{"resources", methodListResources, ""},
	}
	c := sizedCatalog(b, true)
	for _, door := range []Door{DirectDoor, SDKDoor} {
		for _, call := range calls {
			for _, coding := range []string{"", "gzip"} {
				b.Run(strings.TrimSuffix(fmt.Sprintf("%s/%s/%s", door, call.name, coding), "/"), func(b *testing.B) {
					p := repeat(c, Options{SDKOnly: door == SDKDoor}, call.method, call.uri, "Accept-Encoding", coding)
					p.check(b, door)
					b.ReportAllocs()
					for b.Loop() {
						p.send()
					}
					b.ReportMetric(float64(p.to.bytes), "sent-B/op")
				})
			}
		}
	}
}

// allocated returns the allocations and the bytes allocated of one call. The least of
// several runs is it, since others may allocate meanwhile.
func (p *repeated) allocated() (count, size uint64) {
	const calls = 200
	var before, after runtime.MemStats
	count, size = math.MaxUint64, math.MaxUint64
	for range 5 {
		runtime.ReadMemStats(&before)
		for range calls {
			p.send()
		}
		runtime.ReadMemStats(&after)
		count = min(count, (after.Mallocs-before.Mallocs)/calls)
		size = min(size, (after.TotalAlloc-before.TotalAlloc)/calls)
	}
	return count, size
}

// TestDirectAllocations holds that an answer of the direct path costs a handful of small
// allocations, however large what it sends is.
func TestDirectAllocations(t *testing.T) {
	const (
		maxCount = 8
		maxSize  = 8 << 10 // bytes; 300 do, but the race detector loses some of what is pooled
	)
	c := sizedCatalog(t, false)
	for _, coding := range []string{"", "gzip"} {
		for _, call := range [][3]string{
			{"1K", methodReadResource, sizedSkill + "1K"}, {"4M", methodReadResource, sizedSkill + "4M"},
			{"get", methodGet, sizedSkill + "SKILL.md"}, {"list", methodList, ""},
			{"directory", methodDirectory, sizedSkill + "references"}, {"resources", methodListResources, ""},
		} {
			t.Run(call[0]+coding, func(t *testing.T) {
				p := repeat(c, Options{}, call[1], call[2], "Accept-Encoding", coding)
				p.check(t, DirectDoor)
				count, size := p.allocated()
				t.Logf("%d allocations of %d bytes for an answer of %d", count, size, p.to.bytes)
				if count > maxCount || size > maxSize {
					t.Errorf("%d allocations of %d bytes, expected at most %d of %d", count, size, maxCount, maxSize)
				}
			})
		}
	}
}
