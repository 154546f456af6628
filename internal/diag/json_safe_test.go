package diag

import (
	"encoding/json"
	"strings"
	"testing"
)

func TestSafeJSON(t *testing.T) {
	type value struct {
		Text string
		Raw  json.RawMessage
	}
	const hostile = "é \x1b[2J \u009b2J \x7f \u202e \u2028 \U000e0041 <&> \n"
	var b strings.Builder
	if err := WriteSafeJSON(&b, value{hostile, json.RawMessage("{\"\u009b\":\"\u202e\xff\"}")}); err != nil {
		t.Fatal(err)
	}
	if printable := Printable(b.String()); printable != strings.ReplaceAll(b.String(), "\n", `\n`) {
		t.Errorf("a terminal would see %q", b.String())
	}
	var back value
	if err := json.Unmarshal([]byte(b.String()), &back); err != nil || back.Text != hostile {
		t.Errorf("%v, got back %q", err, back.Text)
	}
	var raw map[string]string
	if err := json.Unmarshal(back.Raw, &raw); err != nil || raw["\u009b"] != "\u202e\ufffd" {
		t.Errorf("%v, got back %q", err, raw)
	}
	if !strings.Contains(b.String(), "é") || !strings.Contains(b.String(), "<&>") {
		t.Errorf("escapes what is harmless: %s", b.String())
	}
}
