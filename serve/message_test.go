package serve

import (
	"fmt"
	"strings"
	"testing"
	"time"
)

// A message that the SDK takes for something else is refused at every door alike.
func TestMessages(t *testing.T) {
	const get = `{"jsonrpc":"2.0","id":7,"method":"skills/get","params":{"uri":"skill://zoo/SKILL.md"}}`
	id := func(id string) string { return strings.Replace(get, `"id":7`, `"id":`+id, 1) }
	cases := map[string]struct {
		body, id string
		code     int64
	}{
		"id 0":                    {id("0"), "0", 0},
		"id below 0":              {id("-3"), "-3", 0},
		"id written as a double":  {id("7.0"), "7", 0},
		"id an empty text":        {id(`""`), `""`, 0},
		"id 2^53-1":               {id("9007199254740991"), "9007199254740991", 0},
		"id 2^53+1":               {id("9007199254740993"), "null", -32600},
		"id 2^63":                 {id("9223372036854775808"), "null", -32600},
		"id with a fraction":      {id("1.5"), "null", -32600},
		"id over every double":    {id("1e400"), "null", -32600},
		"id null":                 {id("null"), "null", -32600},
		"id a list":               {id("[1]"), "null", -32600},
		"id twice":                {id(`7,"id":8`), "null", -32600},
		"method twice":            {strings.Replace(get, `"method"`, `"method":"skills/list","method"`, 1), "null", -32600},
		"params twice":            {strings.Replace(get, `"params"`, `"params":{},"params"`, 1), "null", -32600},
		"uri twice":               {strings.Replace(get, `"uri"`, `"uri":"skill://a/SKILL.md","uri"`, 1), "7", -32602},
		"uri twice, one escaped":  {strings.Replace(get, `"uri"`, `"\u0075ri":"skill://a/SKILL.md","uri"`, 1), "7", -32602},
		"_meta twice":             {strings.Replace(get, `"uri"`, `"_meta":{},"_meta":{},"uri"`, 1), "7", -32602},
		"a member of _meta twice": {strings.Replace(get, `"uri"`, `"_meta":{"a":1,"a":2},"uri"`, 1), "7", -32602},
		"method empty":            {`{"jsonrpc":"2.0","id":7,"method":""}`, "7", -32600},
		"method null":             {`{"jsonrpc":"2.0","id":7,"method":null}`, "7", -32600},
		"Method":                  {`{"jsonrpc":"2.0","id":7,"Method":"ping"}`, "null", -32600},
		"not UTF-8":               {strings.Replace(get, "zoo", "\xff", 1), "null", -32700},
		"byte order mark":         {"\ufeff" + get, "null", -32700},
		"a NUL after it":          {get + "\x00", "null", -32700},
		"initialize with a list":  {`{"jsonrpc":"2.0","id":7,"method":"initialize","params":[]}`, "7", -32602},
		"initialize with a number for a version": {
			`{"jsonrpc":"2.0","id":7,"method":"initialize","params":{"protocolVersion":3}}`, "7", -32602},
		"batch":       {"[" + get + "]", "null", -32600},
		"empty batch": {" [ ]", "null", -32600},
		"members in odd order": {
			`{"params":{"uri":"skill://zoo/SKILL.md"},"method":"skills/get","id":7,"jsonrpc":"2.0"}`, "7", 0},
	}
	h := newSmall(t).Handler()
	for name, c := range cases {
		t.Run(name, func(t *testing.T) {
			for _, version := range []string{legacy, "2025-03-26"} { // a revision that has batches
				a := post(t, h, c.body, "MCP-Protocol-Version", version)
				if a.code() != c.code || !strings.Contains(a.body, `"id":`+c.id+",") || (c.code == 0) != (a.status == 200) {
					t.Errorf("http: status %d %s, want code %d and id %s", a.status, a.body, c.code, c.id)
				}
			}
			out := stdio(t, newSmall(t), hello, c.body)
			a := out[strings.ReplaceAll(strings.Trim(c.id, `"`), "null", "<nil>")]
			if strings.HasPrefix(c.id, "9007") {
				a = out["9.007199254740991e+15"]
			}
			if a == nil || a.code() != c.code || !strings.Contains(a.body, `"id":`+c.id+",") {
				t.Errorf("stdio: %v, want code %d and id %s", out, c.code, c.id)
			}
		})
	}
}

func TestBadNotificationIsNotAnswered(t *testing.T) { // P11
	const body = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1,"requestId":2}}`
	if a := post(t, newSmall(t).Handler(), body, "MCP-Protocol-Version", legacy); a.body != "" || a.status != 202 {
		t.Errorf("http: status %d %s", a.status, a.body)
	}
	if out := stdio(t, newSmall(t), hello, body); len(out) != 1 {
		t.Errorf("stdio: %v", out)
	}
}

// The SDK takes minutes for a batch of a few thousand calls, and all its answers at
// once into memory.
func TestBatchCostsNothing(t *testing.T) {
	calls := make([]string, 2000)
	for i := range calls {
		calls[i] = fmt.Sprintf(`{"jsonrpc":"2.0","id":%d,"method":"skills/list"}`, i)
	}
	start := time.Now()
	a := post(t, newSmall(t).Handler(), "["+strings.Join(calls, ",")+"]")
	if a.code() != -32600 || time.Since(start) > 20*time.Second {
		t.Errorf("after %v: %.200s", time.Since(start), a.body)
	}
}
