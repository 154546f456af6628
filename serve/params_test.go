package serve

import (
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
)

// The era of a request is told by the revision in its _meta (P9, S87): one that names
// a legacy revision there is legacy all the same.
func TestEraOfARequest(t *testing.T) {
	for version, want := range map[any]bool{
		nil: false, "": false, "2025-06-18": false, "2025-11-25": false, 20260728: false, "2026-07-28": true, "2027-01-01": true,
	} {
		if got := isModern(map[string]any{mcp.MetaKeyProtocolVersion: version}); got != want {
			t.Errorf("%v is modern: %v, want %v", version, got, want)
		}
	}
	if isModern(nil) {
		t.Error("a request without _meta is modern")
	}
}
