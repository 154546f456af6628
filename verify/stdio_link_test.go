package verify

import (
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// A command that calls and does not read would otherwise fill the memory with its calls.
func TestCallsOfACommandThatWaitAreBounded(t *testing.T) {
	l := &stdioLink{out: make(chan []byte, 1)}
	id, err := jsonrpc.MakeID(1.0)
	if err != nil {
		t.Fatal(err)
	}
	call := &jsonrpc.Request{ID: id, Method: "ping"}
	for i := range maxAsked {
		if l.asking(call) == nil {
			t.Fatalf("call %d is dropped", i)
		}
	}
	if l.asking(call) != nil {
		t.Errorf("call %d is taken", maxAsked)
	}
	if l.asking(&jsonrpc.Request{Method: "notifications/message"}) != nil {
		t.Error("a notification is taken")
	}
	if err := l.Write(t.Context(), &jsonrpc.Response{ID: id, Result: []byte("{}")}); err != nil {
		t.Fatal(err)
	}
	if l.asking(call) == nil {
		t.Error("a call is dropped after another one was answered")
	}
}

func TestAWalkOfManyBytesEnds(t *testing.T) {
	w := walker{method: methodSkills, seen: map[string]bool{}}
	w.bytes = maxWalkBytes
	if err := w.turn("a"); err != nil {
		t.Error(err)
	}
	w.bytes++
	if err := w.turn("b"); err == nil {
		t.Error("P12: more is taken")
	}
}
