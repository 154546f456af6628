package serve

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// The members of a modern _meta.
const (
	metaVersion      = `"io.modelcontextprotocol/protocolVersion"`
	metaCapabilities = `"io.modelcontextprotocol/clientCapabilities"`
	metaInfo         = `"io.modelcontextprotocol/clientInfo"`
	metaLogLevel     = `"io.modelcontextprotocol/logLevel"`
)

// anyJSON are values of every kind.
var anyJSON = []string{"null", "{}", "[]", `""`, `"x"`, "5", "1.5", "-0", "1e400", "true", "false", `{"a":5}`, `{"a":{}}`, `{"a":null}`, `[{}]`, `[null]`, `{"":0}`}

// capabilities are what a client may claim, right and wrong.
var capabilities = []string{
	`{}`, `{"roots":{"listChanged":true},"extensions":{"io.modelcontextprotocol/tasks":{},"io.modelcontextprotocol/skills":{}}}`,
	`{"roots":{"listChanged":"x"}}`, `{"roots":{"listChanged":1}}`, `{"roots":{"listChanged":null}}`, `{"roots":{"ListChanged":5}}`, `{"roots":{"LISTCHANGED":"x","listChanged":false}}`, `{"Roots":5}`, `{"ROOTS":"x"}`,
	`{"roots":{"listChanged":true,"x":1}}`, `{"roots":{"listChanged":true,"listChanged":5}}`, `{"roots":{"listChanged":5,"listChanged":true}}`, `{"roots":{},"roots":5}`, `{"roots":5,"roots":{}}`,
	`{"sampling":{"tools":5}}`, `{"sampling":{"context":5}}`, `{"sampling":{"tools":{},"context":{}}}`, `{"sampling":{"tools":{"a":5}}}`, `{"sampling":{"tools":null}}`, `{"sampling":{"x":5}}`, `{"sampling":{"Tools":5}}`,
	`{"elicitation":{"form":[]}}`, `{"elicitation":{"url":5}}`, `{"elicitation":{"form":{},"url":{}}}`, `{"elicitation":{"form":{"applyDefaults":5}}}`, `{"elicitation":{"form":{"applyDefaults":true}}}`, `{"elicitation":{"form":{"schemaValidation":true}}}`, `{"Elicitation":5}`,
	`{"extensions":{"a":5}}`, `{"extensions":{"a":null}}`, `{"extensions":{"a":[]}}`, `{"extensions":{"a":{},"a":5}}`, `{"extensions":{"a":{"b":{"c":[1,2,"x",1.5,null]}}}}`, `{"extensions":{"\ud800":{}}}`,
	`{"experimental":{"a":5}}`, `{"experimental":{"a":{}}}`, `{"Experimental":5}`, `{"tasks":{"list":{},"cancel":{},"requests":{}}}`, `{"tasks":5}`, `{"unknown":5,"other":[{"a":1}]}`, `{"x":1,"x":2}`, `{"x":1e5}`, `{"x":"a\"b"}`,
	`{"x":` + strings.Repeat("[", 20) + strings.Repeat("]", 20) + `}`, `{"experimental":{"a":` + strings.Repeat("[", 994) + strings.Repeat("]", 994) + `}}`, `{"RootsV2":5}`, `{"rootsV2":5}`, `{"-":5}`, `{"ClientCapabilities":5}`,
}

// infos are what a client may say of itself.
var infos = []string{
	`{"name":"x","version":"1"}`, `{}`, `{"name":"x"}`, `{"version":"1"}`, `{"name":"x","title":"X","version":"1","description":"d","websiteUrl":"https://x.example"}`, `{"name":"<b>ü\u2028</b>😀","version":""}`,
	`{"name":"a\"b","version":"1"}`, `{"name":"\ud800","version":"1"}`, `{"name":5,"version":"1"}`, `{"name":"x","version":1}`, `{"name":null,"version":null}`, `{"name":["x"],"version":"1"}`, `{"name":"x","title":5}`, `{"name":"x","description":[]}`, `{"name":"x","websiteUrl":{}}`,
	`{"Name":5,"version":"1"}`, `{"NAME":"y","name":"x"}`, `{"name":"x","name":"y"}`, `{"name":"x","name":5}`, `{"name":5,"name":"x"}`, `{"name":"x","n\u0061me":"y"}`, `{"n\u0061me":"y"}`, `{"name":"x","extra":{"a":[1]}}`, `{"name":"x","extra":1e400}`,
	`{"name":"x","icons":[]}`, `{"name":"x","icons":null}`, `{"name":"x","icons":5}`, `{"name":"x","icons":{}}`, `{"name":"x","icons":[5]}`, `{"name":"x","icons":[{"src":5}]}`, `{"name":"x","icons":[{"src":"https://x"}]}`, `{"name":"x","icons":[{"src":"x","sizes":"48x48"}]}`,
	`{"name":"x","icons":[{"src":"x","sizes":["48x48"],"theme":"light","mimeType":"image/png"}]}`, `{"name":"x","icons":[{"src":"x","theme":5}]}`, `{"name":"x","icons":[null]}`, `{"name":"x","Icons":5}`, `{"name":"` + strings.Repeat("n", 5000) + `"}`,
}

// metas are forms of _meta, with $b for the two members that the modern era requires.
func metas() []string {
	all := []string{
		"{$b}", "{}", "null", "[]", "5", `"x"`, "true", "{$b,$b}", `{$b,"x":1}`, `{"x":1,$b}`, `{$b,"x":1,"x":2}`, `{$b,"":{}}`, `{$b,"progressToken":"x","progressToken":5}`,
		"{" + metaVersion + `:"2026-07-28"}`, "{" + metaCapabilities + `:{}}`, "{" + metaCapabilities + `:{},` + metaVersion + `:"2026-07-28"}`,
		`{$b,"io.modelcontextprotocol/ProtocolVersion":"2025-11-25"}`, `{$b,"IO.MODELCONTEXTPROTOCOL/CLIENTINFO":5}`, `{$b,"\u0069o.modelcontextprotocol/clientInfo":5}`, `{"\u0069o.modelcontextprotocol/protocolVersion":"2026-07-28",` + metaCapabilities + `:{}}`,
		`{$b,"traceparent":"00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01","tracestate":"a=b","baggage":"c=d"}`, `{$b,"io.modelcontextprotocol/serverInfo":{"name":"evil"}}`, `{$b,"io.modelcontextprotocol/subscriptionId":5}`,
		`{$b,"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1}`, `{$b,"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1}`, `{$b,"a":1,"b":1,"c":1,"d":1,"e":1,"f":1,"g":1,"h":1,"i":1,"j":1,"k":1,"l":1}`,
	}
	for _, version := range []string{"2025-11-25", "2025-06-18", "2026-07-27", "2026-07-29", "2027-01-01", "2026-07-28 ", "9", "", "draft"} {
		all = append(all, "{"+metaVersion+`:"`+version+`",`+metaCapabilities+`:{}}`)
	}
	for _, value := range anyJSON {
		all = append(all, "{"+metaVersion+":"+value+","+metaCapabilities+":{}}", `{$b,"progressToken":`+value+"}", `{$b,"unknown":`+value+"}", "{$b,"+metaLogLevel+":"+value+"}", "{$b,"+metaInfo+":"+value+"}")
		for _, name := range []string{"roots", "sampling", "elicitation", "extensions", "experimental", "tasks"} {
			all = append(all, fmt.Sprintf("{%s:%q,%s:{%q:%s}}", metaVersion, modern, metaCapabilities, name, value))
		}
	}
	for _, value := range slices.Concat(anyJSON, capabilities) {
		all = append(all, "{"+metaVersion+`:"2026-07-28",`+metaCapabilities+":"+value+"}")
	}
	for _, value := range infos {
		all = append(all, "{$b,"+metaInfo+":"+value+"}", "{"+metaInfo+":"+value+",$b}")
	}
	return append(all, "{$b,"+metaLogLevel+`:"debug"}`, "{$b,"+metaLogLevel+`:"nonsense"}`)
}

func TestDoorsOfMeta(t *testing.T) { // T3
	w := newTwins(smallCatalog(t), Options{})
	both := metaVersion + `:"2026-07-28",` + metaCapabilities + ":{}"
	for _, meta := range metas() {
		meta = strings.ReplaceAll(meta, "$b", both)
		t.Run(fmt.Sprintf("%.100s", meta), func(t *testing.T) {
			for _, era := range eras[:2] {
				for method, uri := range map[string]string{methodList: "", methodReadResource: `"uri":"` + zoo + `",`} {
					q := raw(era, method, fill(envelopes[0], method, "{"+uri+`"_meta":`+meta+"}"))
					w.check(t, q)
				}
			}
			q := raw(legacy, methodDirectory, fill(envelopes[1], methodDirectory, `{"_meta":`+strings.Replace(meta, both+",", "", 1)+`,"uri":"skill://zoo"}`))
			w.check(t, q.with("Accept-Encoding", "gzip"))
		})
	}
}
