package serve

import (
	"fmt"
	"strings"
	"testing"
)

// raw makes a question of a body with the headers that suit a method in an era.
func raw(era, method, body string) question {
	q := question{header: jsonHeaders(era), body: body}
	if era >= modern {
		q.header.Set("Mcp-Method", method)
		if method == methodReadResource {
			q.header.Set("Mcp-Name", zoo)
		}
	}
	return q
}

const zoo = "skill://zoo/SKILL.md"

// goodMeta is a _meta of the modern era, as an object.
const goodMeta = `{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}`

// each runs a test for every era and each of the methods with good params for zoo.
func each(t *testing.T, test func(t *testing.T, era, method, params string)) {
	for _, era := range eras {
		for method, members := range map[string]string{
			methodList: "", methodListResources: "", methodGet: `"uri":"` + zoo + `",`, methodReadResource: `"uri":"` + zoo + `",`,
			methodDirectory: `"uri":"skill://zoo",`, "server/discover": "",
		} {
			params := "{" + strings.TrimSuffix(members, ",") + "}"
			if era >= modern {
				params = "{" + members + `"_meta":` + goodMeta + "}"
			}
			t.Run(strings.ReplaceAll(method, "/", "-")+" "+era, func(t *testing.T) { test(t, era, method, params) })
		}
	}
}

// checkAll asks for each body, for every second one with compression.
func (w twins) checkAll(t *testing.T, era, method string, bodies ...string) {
	t.Helper()
	for i, body := range bodies {
		q := raw(era, method, body)
		if i%2 == 1 {
			q = q.with("Accept-Encoding", "gzip")
		}
		w.check(t, q)
	}
}

// ids are the forms of an id, good and bad.
var ids = []string{
	"0", "-1", "-0", "1", "7", "9007199254740991", "-9007199254740991", "9007199254740992", "9007199254740993", "9223372036854775808",
	"123456789012345", "1234567890123456", "999999999999999", "1.0", "1e2", "1E2", "1e-2", "1.5", "-1.0", "1e400", "01", "+1", "0x1", "1_000", ".5", "5.", "--1", "-",
	`""`, `"x"`, `"1"`, `"ü 😀 \u2028"`, "\"\u2028\u2029\u007f\"", `"a\"b"`, `"\u0041"`, `"a\\b"`, `"\/"`, `"\ud83d\ude00"`, `"\ud800"`, `"\udc00x"`,
	`"\u0000"`, `"<b>&amp;</b>"`, "\"a\tb\"", "\"a\x00b\"", "\"\xff\"", `"` + strings.Repeat("x", 255) + `"`, `"` + strings.Repeat("x", 256) + `"`,
	`"` + strings.Repeat("é", 1000) + `"`, `"` + strings.Repeat("x", 9000) + `"`, `"` + strings.Repeat("x", 100_000) + `"`,
	"null", "true", "false", "[]", "[1]", "{}", `{"a":1}`, "nul", "",
}

func TestDoorsOfIDs(t *testing.T) {
	w := newTwins(smallCatalog(t), Options{})
	each(t, func(t *testing.T, era, method, params string) {
		bodies := make([]string, len(ids))
		for i, id := range ids {
			bodies[i] = fmt.Sprintf(`{"jsonrpc":"2.0","id":%s,"method":%q,"params":%s}`, id, method, params)
		}
		w.checkAll(t, era, method, bodies...)
	})
}

// envelopes are the forms of a message, with $m for the method and $p for its params.
var envelopes = []string{
	`{"jsonrpc":"2.0","id":7,"method":$m,"params":$p}`, `{"method":$m,"params":$p,"jsonrpc":"2.0","id":7}`, `{"params":$p,"method":$m,"id":7,"jsonrpc":"2.0"}`,
	"\r\n\t { \"jsonrpc\" :\t\"2.0\" , \"id\" :\n7 , \"method\" : $m , \"params\" : $p } \n", "\ufeff" + `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p}`,
	"\x0c" + `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p}`, "\u00a0" + `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p}`,
	`{"jsonrpc":"2.0","id":7,"method":$m,"params":$p}x`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p}{}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p}` + "\x00",
	`{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,}`, `{,"jsonrpc":"2.0","id":7,"method":$m,"params":$p}`, `{"jsonrpc":"2.0" "id":7,"method":$m,"params":$p}`,
	`{"jsonrpc":"2.0","id":7,"method":$m,"params":$p`, `{"jsonrpc":"2.0","id":7,"method":$m}`, `{"jsonrpc":"2.0","id":7,"params":$p}`, `{"jsonrpc":"2.0","method":$m,"params":$p}`,
	`{"id":7,"method":$m,"params":$p}`, `{"jsonrpc":"1.0","id":7,"method":$m,"params":$p}`, `{"jsonrpc":2.0,"id":7,"method":$m,"params":$p}`, `{"jsonrpc":"2","id":7,"method":$m,"params":$p}`,
	`{"jsonrpc":null,"id":7,"method":$m,"params":$p}`, `{"jsonrpc":"\u0032.0","id":7,"method":$m,"params":$p}`, `{"jsonrpc":"2.0 ","id":7,"method":$m,"params":$p}`,
	`{"jsonrpc":"2.0","id":7,"method":$m,"params":null}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":[]}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":[$p]}`,
	`{"jsonrpc":"2.0","id":7,"method":$m,"params":{}}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":"x"}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":7}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":false}`,
	`{"jsonrpc":"2.0","jsonrpc":"2.0","id":7,"method":$m,"params":$p}`, `{"jsonrpc":"2.0","id":7,"id":7,"method":$m,"params":$p}`, `{"jsonrpc":"2.0","id":7,"method":$m,"method":$m,"params":$p}`,
	`{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,"params":$p}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,"params":null}`, `{"jsonrpc":"2.0","id":7,"id":null,"method":$m,"params":$p}`,
	`{"jsonrpc":"2.0","id":7,"method":$m,"\u0070arams":$p,"params":$p}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,"extra":1}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,"extra":{"a":[1,2,{}]},"":0}`,
	`{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,"x":1,"x":2}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,"x":{"a":1,"a":2}}`,
	`{"jsonrpc":"2.0","id":7,"Method":$m,"params":$p}`, `{"jsonrpc":"2.0","id":7,"METHOD":$m,"method":$m,"params":$p}`, `{"jsonrpc":"2.0","id":7,"method":$m,"PARAMS":$p}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,"Params":{}}`,
	`{"jsonrpc":"2.0","ID":7,"method":$m,"params":$p}`, `{"jsonrpc":"2.0","id":7,"Id":8,"method":$m,"params":$p}`, `{"JSONRPC":"2.0","id":7,"method":$m,"params":$p}`, `{"jsonrpc":"2.0","id":7,"m\u0065thod":$m,"params":$p}`,
	`{"\u006asonrpc":"2.0","\u0069d":7,"method":$m,"p\u0061rams":$p}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,"error":null}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,"error":{"code":1,"message":"x"}}`,
	`{"jsonrpc":"2.0","id":7,"method":$m,"params":$p,"result":{}}`, `{"jsonrpc":"2.0","id":7,"result":{}}`, `{"jsonrpc":"2.0","id":7,"error":{"code":1,"message":"x"}}`, `{"jsonrpc":"2.0","result":{}}`, `{"jsonrpc":"2.0","id":7}`,
	`[{"jsonrpc":"2.0","id":7,"method":$m,"params":$p}]`, `[{"jsonrpc":"2.0","id":7,"method":$m,"params":$p},{"jsonrpc":"2.0","id":8,"method":$m,"params":$p}]`, `[]`, ` [ ]`,
	`{}`, `null`, `7`, `"x"`, `true`, ``, ` `, "\n", `{`, `}`, `[[[`, `{"jsonrpc"`, "\xff", "\x00",
	`{"jsonrpc":"2.0","id":7,"method":7,"params":$p}`, `{"jsonrpc":"2.0","id":7,"method":null,"params":$p}`, `{"jsonrpc":"2.0","id":7,"method":"","params":$p}`, `{"jsonrpc":"2.0","id":7,"method":[$m],"params":$p}`,
	`{'jsonrpc':'2.0','id':7,'method':$m,'params':$p}`, `{jsonrpc:"2.0",id:7,method:$m,params:$p}`, `{"jsonrpc":"2.0","id":7,"method":$m,"params":$p}//`, `{"jsonrpc":"2.0","id":7,/**/"method":$m,"params":$p}`,
}

// fill puts a method and its params into a form of a message.
func fill(envelope, method, params string) string {
	return strings.ReplaceAll(strings.ReplaceAll(envelope, "$m", fmt.Sprintf("%q", method)), "$p", params)
}

func TestDoorsOfEnvelopes(t *testing.T) { // S81
	w := newTwins(smallCatalog(t), Options{})
	each(t, func(t *testing.T, era, method, params string) {
		for _, envelope := range envelopes {
			w.checkAll(t, era, method, fill(envelope, method, params))
		}
		escaped := strings.NewReplacer("skills", `sk\u0069lls`, "resources", `r\u0065sources`, "/", `\/`).Replace(method)
		w.checkAll(t, era, method, fill(envelopes[0], method, params[:1]+`"x":`+strings.Repeat(" ", 9000)+"1,"+params[1:]),
			`{"jsonrpc":"2.0","id":7,"method":"`+escaped+`","params":`+params+`}`, fill(envelopes[0], strings.ToUpper(method), params),
			fill(envelopes[0], method+" ", params), fill(envelopes[0], method+"\x00", params), fill(envelopes[0], method+"/", params))
		for _, depth := range []int{10, 14, 15, 16, 17, 18, 997, 998, 999, 1000, 1001, 20_000} {
			deep := strings.Repeat("[", depth) + strings.Repeat("]", depth)
			objects := strings.Repeat(`{"a":`, depth) + "1" + strings.Repeat("}", depth)
			w.checkAll(t, era, method, fill(envelopes[0], method, params+`,"x":`+deep), fill(envelopes[0], method, `{"x":`+deep+`,`+params[1:]),
				fill(envelopes[0], method, strings.Replace(params, `"_meta":{`, `"_meta":{"x":`+objects+`,`, 1)))
		}
	})
}

// members are what params may hold besides what they should, with $u for a good uri.
var members = []string{
	`"uri":$u`, `"uri":$u,"x":1`, `"x":1,"uri":$u`, `"uri":$u,"uri":$u`, `"uri":$u,"\u0075ri":$u`, `"Uri":$u`, `"URI":$u`, `"URI":"x","uri":$u`, `"uri":$u,"URI":"x"`, `"u\u0072i":$u`,
	`"uri":null`, `"uri":7`, `"uri":["x"]`, `"uri":{}`, `"uri":true`, `"uri":""`, `"uri":" "`, `"uri":"\u0000"`, `"uri":"\ud800"`, `"uri":"` + "\xff" + `"`, `"uri":"` + "\x01" + `"`,
	`"uri":"skill:\/\/zoo\/SKILL.md"`, `"uri":"skill://z\u006fo/SKILL.md"`, `"uri":"skill:\/\/zoo"`, `"uri":$u,"cursor":null`, `"uri":$u,"cursor":""`, `"uri":$u,"cursor":7`, `"uri":$u,"cursor":"x"`,
	`"uri":$u,"cursor":[]`, `"uri":$u,"Cursor":"x"`, `"uri":$u,"cursor":"","cursor":""`, `"uri":$u,"CURSOR":7`, `"uri":$u,"c\u0075rsor":""`, `"uri":$u,"limit":1`, `"uri":$u,"name":"x"`, `"uri":$u,"name":7`,
	`"uri":$u,"x":1e400`, `"uri":$u,"x":-0`, `"uri":$u,"x":1234567890123456789012345678901234567890`, `"uri":$u,"x":"\ud800"`, `"uri":$u,"x":"\x"`, `"uri":$u,"x":01`, `"uri":$u,"x":nul`, `"uri":$u,"x":[1,]`,
	`"uri":$u,"x":{"a":1,"a":2}`, `"uri":$u,"x":1,"x":2`, `"uri":$u,"":1`, `"uri":$u,"_Meta":7`, `"uri":$u,"_META":{}`, `"uri":$u,"requestState":"x"`, `"uri":$u,"inputResponses":{}`, `"uri":$u,"inputResponses":7`,
	`"uri":$u,"arguments":{}`, `"uri":$u,"notifications":{}`, `"uri":$u,"protocolVersion":"2025-06-18"`,
}

func TestDoorsOfParams(t *testing.T) { // S81
	w := newTwins(smallCatalog(t), Options{})
	each(t, func(t *testing.T, era, method, _ string) {
		uri := `"` + zoo + `"`
		if method == methodDirectory {
			uri = `"skill://zoo"`
		}
		for _, member := range append([]string{""}, members...) {
			params := strings.ReplaceAll(member, "$u", uri)
			if era >= modern {
				params = strings.Trim(params+`,"_meta":`+goodMeta, ",")
			}
			w.checkAll(t, era, method, fill(envelopes[0], method, "{"+params+"}"))
		}
	})
}

// Every other method, and a notification of each, is the SDK's at both doors.
func TestDoorsOfOtherMethods(t *testing.T) { // S81, P11
	w := newTwins(smallCatalog(t), Options{})
	hello := `"protocolVersion":"2025-11-25","capabilities":{},"clientInfo":{"name":"x","version":"0"}`
	for _, era := range append([]string{"2024-11-05", "2027-01-01"}, revisions...) {
		for _, method := range []string{
			"initialize", "ping", "tools/list", "tools/call", "prompts/list", "prompts/get", "completion/complete", "logging/setLevel", "resources/subscribe", "resources/unsubscribe",
			"subscriptions/listen", "no/such", "skills", "skills/", "skills/list/", "Skills/List", "resources", "rpc.discover", "notifications/initialized", "notifications/cancelled",
			"notifications/progress", "notifications/roots/list_changed", "notifications/none", methodList, methodReadResource, "resources/templates/list", "server/discover",
		} {
			for _, params := range []string{"{}", "{" + hello + "}", `{"uri":"` + zoo + `"}`, `{"uri":"` + zoo + `","_meta":` + goodMeta + "}", `{"name":"x","_meta":` + goodMeta + "}", `{"requestId":7}`} {
				for _, envelope := range []string{envelopes[0], `{"jsonrpc":"2.0","method":$m,"params":$p}`, `{"jsonrpc":"2.0","method":$m}`} {
					w.check(t, raw(era, method, fill(envelope, method, params)).with("Mcp-Name", uriIn(params)))
				}
			}
		}
	}
}
