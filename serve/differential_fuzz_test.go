package serve

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"net/http"
	"strings"
	"testing"

	"golang.org/x/net/http/httpguts"
)

// FuzzDoors asks the same of the direct path and of the SDK. Shape chooses a request
// from the grammar of requestOf; each line of lines is a header more, "Name: value";
// splice goes into the body where shape says, and is the whole body where shape is empty.
func FuzzDoors(f *testing.F) {
	w := newTwins(freeze(f, fuzzed, zoo), Options{PageSize: 4, Dynamic: []DynamicSkill{helloSkill()}})
	g := newGrammar(w.servers[0])
	for _, seed := range seeds() {
		f.Add(seed.shape, seed.lines, seed.splice)
	}
	f.Fuzz(func(t *testing.T, shape, lines, splice []byte) {
		w.check(t, g.requestOf(shape, lines, splice))
	})
}

// A grammar whose requests all come to one door would find nothing.
func TestGrammarReachesBothDoors(t *testing.T) {
	w := newTwins(freeze(t, fuzzed, zoo), Options{PageSize: 4, Dynamic: []DynamicSkill{helloSkill()}})
	g, random := newGrammar(w.servers[0]), rand.NewChaCha8([32]byte{1})
	const total = 1500
	answered := map[string]int{}
	for range total {
		shape := make([]byte, 120)
		_, _ = random.Read(shape)
		a := w.check(t, g.requestOf(shape, nil, nil))
		answered[fmt.Sprintf("%s %d", a.call.Door, a.status)]++
	}
	t.Log(answered)
	if answered["direct 200"] < total/10 || answered["sdk 200"] < total/10 || answered["sdk 400"] < total/10 {
		t.Errorf("of %d requests %v; want a tenth each of direct 200, sdk 200 and sdk 400", total, answered)
	}
}

// fuzzed is a small tree with some of everything.
var fuzzed = tree{
	"acme/billing/SKILL.md":         small["acme/billing/SKILL.md"],
	"acme/billing/assets/":          "",
	"acme/billing/ref/a b.md":       small["acme/billing/ref/a b.md"],
	"acme/billing/ref/%41 ü😀.md":    "names",
	"acme/billing/ref/empty":        "",
	"acme/billing/ref/large.txt":    strings.Repeat("all work and no play\n", 500),
	"acme/billing/refunds/SKILL.md": "Gives money back",
	"acme/billing/refunds/x.bin":    "\x00\xff",
	"s1/SKILL.md":                   "One",
	"s2/SKILL.md":                   "Two",
	"s3/SKILL.md":                   "Three",
	"zoo/SKILL.md":                  "Unlisted",
}

type seed struct{ shape, lines, splice []byte }

// seeds are requests that the tables make, raw, and choices of the grammar.
func seeds() (all []seed) {
	for _, era := range revisions {
		for _, q := range goodCalls(era) {
			all = append(all, seedOf(q))
		}
		for _, c := range widest {
			all = append(all, seedOf(c.calls(era, methodReadResource, `"uri":"`+zoo+`"`, "7")[0]), seedOf(c.calls(era, methodList, "", "7")[0]))
		}
	}
	for i, envelope := range envelopes {
		era := eras[i%2]
		all = append(all, seedOf(raw(era, methodList, fill(envelope, methodList, `{"_meta":`+goodMeta+`}`))))
	}
	for i := range 150 {
		shape := make([]byte, 40)
		for k := range shape {
			shape[k] = byte(i*31 + k*k*7 + i*k*13)
		}
		all = append(all, seed{shape: shape}, seed{shape: shape[:i%len(shape)], lines: []byte("Accept-Encoding: gzip\n"), splice: []byte(`"x":1,`)})
	}
	return all
}

// seedOf writes a question as raw input.
func seedOf(q question) seed {
	var lines bytes.Buffer
	for name, values := range q.header {
		for _, value := range values {
			fmt.Fprintf(&lines, "%s: %s\n", name, value)
		}
	}
	return seed{lines: lines.Bytes(), splice: []byte(q.body)}
}

// addLines adds headers that net/http would let through.
func addLines(h http.Header, lines []byte) {
	for line := range strings.SplitSeq(string(lines), "\n") {
		name, value, ok := strings.Cut(line, ":")
		value = strings.Trim(value, " \t")
		name = http.CanonicalHeaderKey(name)
		framing := name == "Host" || name == "Transfer-Encoding" || name == "Content-Length"
		if ok && !framing && httpguts.ValidHeaderFieldName(name) && httpguts.ValidHeaderFieldValue(value) && len(h[name]) < 10 {
			h.Add(name, value)
		}
	}
}
