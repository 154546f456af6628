package verify

import (
	"encoding/json"
	"testing"
)

// The audit takes what Client.ReadSkillURI takes, or it would call verified what a host
// cannot load.
func TestAuditAndClientReadContentsAlike(t *testing.T) {
	const uri = "skill://a/x"
	for item, right := range map[string]bool{
		`{"uri":"skill://a/x","text":"x"}`:                 true,
		`{"uri":"skill://a/x","blob":"eA=="}`:              true,
		`{"uri":"skill://a/x","text":"x","_meta":{"y":1}}`: true,
		`{"uri":"skill://a/x","blob":""}`:                  true,
		`{"uri":"skill://a/x","text":null}`:                false,
		`{"uri":"skill://a/x","text":"x","text":"y"}`:      false,
		`{"uri":"skill://a/x","mimeType":null,"text":"x"}`: false,
		`{"uri":"skill://a/x","blob":"eA"}`:                false,
		`{"uri":"skill://a/x","blob":"eB=="}`:              false,
		`{"uri":"skill://a/x","blob":"eA\n=="}`:            false,
		`{"uri":"skill://a/x","text":"x","blob":"eA=="}`:   false,
		`{"uri":"skill://a/x"}`:                            false,
		`null`:                                             false,
	} {
		_, fault := parseContents(json.RawMessage("["+item+"]"), uri)
		_, err := parseFile(json.RawMessage(item), uri)
		if (fault == "") != right || (err == nil) != right {
			t.Errorf("P5 %s: the audit says %q, the client %v", item, fault, err)
		}
	}
}
