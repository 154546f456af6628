package serve

import (
	"encoding/binary"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"skillpack/internal/protocol"
)

// revisions are the revisions that a client may name in its header, and none. The
// direct path knows the first ones, which are eras.
var revisions = []string{modern, legacy, "2025-06-18", "2025-03-26", ""}

// doorOf is the door that a good request in a revision comes to.
func doorOf(revision string) Door {
	if slices.Contains(eras, revision) {
		return DirectDoor
	}
	return SDKDoor
}

func jsonHeaders(era string) http.Header {
	h := http.Header{"Content-Type": {"application/json"}, "Accept": {"application/json, text/event-stream"}}
	if era != "" {
		h.Set("Mcp-Protocol-Version", era)
	}
	return h
}

func uriIn(params string) string {
	var named struct {
		URI string `json:"uri"`
	}
	_ = json.Unmarshal([]byte(params), &named)
	return named.URI
}

func object(members ...string) string {
	var b []byte
	for i := 0; i < len(members); i += 2 {
		if members[i+1] != "" {
			b = protocol.AppendString(append(b, ','), members[i])
			b = protocol.AppendString(append(b, ':'), members[i+1])
		}
	}
	return "{" + strings.TrimPrefix(string(b), ",") + "}"
}

// walkBoth walks a list to its end through both doors and returns its URIs, and the
// door that gave each page.
func walkBoth(t *testing.T, w twins, era string, list walked) (all []string, doors []Door) {
	cursor := ""
	for range 2000 {
		q := usual(era, list.method, object("uri", list.uri, "cursor", cursor))
		if len(all)%2 == 1 {
			q = q.with("Accept-Encoding", "gzip")
		}
		a := w.check(t, q)
		doors = append(doors, a.call.Door)
		var page reply
		if err := json.Unmarshal(a.body, &page); err != nil || page.Result == nil || t.Failed() {
			t.Fatalf("%v: %.500s", err, a.body)
		}
		all = append(all, uris(t, page.Result[list.field])...)
		if page.Result["nextCursor"] == nil {
			return all, doors
		}
		cursor = strings.Trim(string(page.Result["nextCursor"]), `"`)
	}
	t.Fatal("the walk does not end")
	return nil, nil
}

// Every page of every list, at every page size, is the same at both doors and answered
// by the direct path.
func TestDoorsOfEveryPage(t *testing.T) { // S83
	for _, n := range []int{0, 1, 3, 120} {
		c := crowd(t, n)
		for size := range n + 2 {
			w := newTwins(c, Options{PageSize: size})
			eras := []string{revisions[size%len(revisions)]} // all of them for few skills, each in turn for many
			if n < 120 {
				eras = revisions
			}
			for _, era := range eras {
				t.Run(fmt.Sprintf("S83/%d skills/page of %d/%s", n, size, era), func(t *testing.T) {
					lists := []walked{{methodList, "skills", "", nil}, {methodListResources, "resources", "", nil}}
					for i := range c.Directories {
						if i < 2 || i == len(c.Directories)-1 {
							lists = append(lists, walked{methodDirectory, "resources", c.Directories[i].URI, nil})
						}
					}
					for _, list := range lists {
						all, doors := walkBoth(t, w, era, list)
						if list.method == methodList && len(all) != n {
							t.Errorf("%d skills, want %d", len(all), n)
						}
						if other := func(d Door) bool { return d != doorOf(era) }; slices.ContainsFunc(doors, other) {
							t.Errorf("%s: pages by the doors %q, want each by %q", list.method, doors, doorOf(era))
						}
					}
				})
			}
		}
	}
}

// A page with a dynamic skill on it is the SDK's, those before it are not.
func TestDoorsOfPagesWithDynamicSkills(t *testing.T) {
	c := crowd(t, 5)
	for size := range 8 {
		w := newTwins(c, Options{PageSize: size, Dynamic: []DynamicSkill{helloSkill()}})
		for _, era := range eras {
			all, doors := walkBoth(t, w, era, walked{methodList, "skills", "", nil})
			for i, door := range doors {
				if last := i == len(doors)-1; last != (door == SDKDoor) {
					t.Errorf("pages of %d by the doors %q, want the last alone by the SDK", size, doors)
				}
			}
			if len(all) != 6 || all[5] != "skill://live/hello/SKILL.md" {
				t.Errorf("pages of %d: %q", size, all)
			}
			walkBoth(t, w, era, walked{methodListResources, "resources", "", nil})
			if size == 0 || size > 5 { // 250 children
				walkBoth(t, w, era, walked{methodDirectory, "resources", "skill://live/hello/many", nil})
			}
		}
	}
}

// Every URI in every spelling is answered or refused alike.
func TestDoorsOfEveryURI(t *testing.T) { // S82
	c := oddCatalog(t)
	w := newTwins(c, Options{Dynamic: []DynamicSkill{helloSkill()}})
	for i, uri := range urisIn(c) {
		t.Run("S82/"+uri, func(t *testing.T) {
			for k, spelling := range spellings(uri) {
				for j, method := range []string{methodGet, methodReadResource, methodDirectory} {
					if (i+j+k)%4 == 0 { // it is asked for with the other methods and by other URIs
						continue
					}
					q := usual(eras[(i+j+k)%3], method, object("uri", spelling))
					if k%2 == 1 {
						q = q.with("Accept-Encoding", "gzip")
					}
					w.check(t, q)
				}
			}
		})
	}
}

// What the catalog has is answered by the direct path, in each era; what functions give is not.
func TestDirectAnswersTheCatalog(t *testing.T) {
	c := oddCatalog(t)
	w := newTwins(c, Options{Dynamic: []DynamicSkill{helloSkill()}})
	for _, era := range revisions {
		for i := range c.Resources {
			w.wantDoor(t, doorOf(era), usual(era, methodReadResource, object("uri", c.Resources[i].URI)))
		}
		for i := range c.Directories {
			w.wantDoor(t, doorOf(era), usual(era, methodDirectory, object("uri", c.Directories[i].URI)))
		}
		for _, e := range slices.Concat(c.Skills, c.Unlisted) {
			w.wantDoor(t, doorOf(era), usual(era, methodGet, object("uri", e.URI)))
		}
		large := usual(era, methodReadResource, object("uri", "skill://hidden/large.txt")).with("Accept-Encoding", "gzip")
		if a := w.wantDoor(t, doorOf(era), large); a.header.Get("Content-Encoding") != "gzip" {
			t.Errorf("%s: a large answer is not compressed: %v", era, a.header)
		}
		w.wantDoor(t, SDKDoor, usual(era, methodReadResource, object("uri", "skill://live/hello/x.bin")))
		w.wantDoor(t, SDKDoor, usual(era, methodDirectory, object("uri", "skill://live/hello")))
	}
}

func TestDoorsOfCursors(t *testing.T) { // S80, P7
	c := crowd(t, 120)
	w := newTwins(c, Options{PageSize: 7})
	other := newTwins(c, Options{PageSize: 7, Dynamic: []DynamicSkill{helloSkill()}})
	now := w.servers[0].current.Load()
	for _, list := range []listID{{methodList, ""}, {methodListResources, ""}, {methodDirectory, "skill://s000/files"}, {methodDirectory, "skill://s000"}} {
		at := func(position uint32) string { return now.cursor(list, binary.BigEndian.AppendUint32(nil, position)) }
		next := at(7)
		for _, cursor := range []string{
			next, at(1), at(119), at(120), at(121), at(0), at(1 << 31), at(1<<32 - 1), "%%%", " ", "next", next + "==", next + "=", next[:len(next)-1],
			next[:len(next)-2], next + "AAAA", next[:4] + "\n" + next[4:], next + "\n", "\r" + next, flip(next), next[:len(next)-1] + spare(next[len(next)-1]),
			strings.ToUpper(next), "-1", "0", strings.Repeat("A", 100000), now.cursor(list, nil), now.cursor(theirList, nil), now.cursor(theirList, []byte("x")),
			now.cursor(listID{methodDirectory, "skill://s001"}, []byte{0, 0, 0, 1}), "\u0000", "é",
		} {
			t.Run(fmt.Sprintf("S80/%s/%.30q", list, cursor), func(t *testing.T) {
				for _, era := range revisions {
					q := usual(era, list.method, object("uri", list.of, "cursor", cursor))
					w.check(t, q)
					other.check(t, q)
				}
			})
		}
	}
}

// Both doors change over to a new catalog together, and refuse a bad one.
func TestDoorsAfterASwap(t *testing.T) { // S84, S85
	w := newTwins(crowd(t, 3), Options{PageSize: 1})
	before := w.servers[0].current.Load().cursor(listID{method: methodList}, []byte{0, 0, 0, 1})
	ask := func(t *testing.T) {
		for _, era := range revisions {
			w.check(t, usual(era, methodList, object("cursor", before)))
			w.check(t, usual(era, methodReadResource, object("uri", "skill://s001/SKILL.md")))
			w.wantDoor(t, doorOf(era), usual(era, methodList, ""))
			w.wantDoor(t, doorOf(era), usual(era, methodReadResource, object("uri", "skill://s000/SKILL.md")))
		}
	}
	t.Run("S84/a bad catalog", func(t *testing.T) {
		for _, s := range w.servers {
			if s.Swap(nil) == nil {
				t.Error("it was taken")
			}
		}
		ask(t)
	})
	t.Run("S85/another catalog", func(t *testing.T) {
		next := crowd(t, 1)
		for _, s := range w.servers {
			if err := s.Swap(next); err != nil {
				t.Fatal(err)
			}
		}
		ask(t)
	})
}
