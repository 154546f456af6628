package verify_test

import (
	"encoding/json"
	"errors"
	"slices"
	"testing"

	"skillpack/catalog"
	"skillpack/verify"
)

func approval(t *testing.T, label string, e verify.Entry) string {
	t.Helper()
	a, err := verify.Approval(label, e)
	if err != nil {
		t.Fatal(err)
	}
	return a
}

// TestApproval covers H6 and H8: an approval is of one server's label and of the whole
// set of URIs and digests, and of nothing else.
func TestApproval(t *testing.T) {
	shop := newShop()
	base := shop.forms()
	was := approval(t, "work", base)
	for name, edit := range map[string]func(*verify.Entry){
		"H6 a digest": func(e *verify.Entry) { e.Resources[1].Digest = e.Resources[0].Digest },
		"H6 a file more": func(e *verify.Entry) {
			e.Resources = append(e.Resources, catalog.Ref{URI: formsURI[:len(formsURI)-8] + "z", Digest: e.Resources[0].Digest})
		},
		"H6 a file less": func(e *verify.Entry) {
			e.Resources = slices.DeleteFunc(e.Resources, func(r catalog.Ref) bool { return r.URI == guideURI })
		},
		"H6 a file renamed": func(e *verify.Entry) {
			for i := range e.Resources {
				if e.Resources[i].URI == guideURI {
					e.Resources[i].URI += "x"
				}
			}
		},
	} {
		t.Run(name, func(t *testing.T) {
			e := base
			e.Resources = slices.Clone(base.Resources)
			edit(&e)
			if approval(t, "work", e) == was {
				t.Error("the approval still holds")
			}
		})
	}
	t.Run("H8 another label", func(t *testing.T) {
		if approval(t, "home", base) == was {
			t.Error("another server has the approval")
		}
	})
	t.Run("H6 the same set", func(t *testing.T) {
		e := base
		e.Resources = slices.Clone(base.Resources)
		slices.Reverse(e.Resources)
		e.Frontmatter = json.RawMessage(`{"description":"Fills forms","name":"forms","allowed-tools":"Bash"}`)
		if approval(t, "work", e) != was {
			t.Error("the order of the list revokes the approval")
		}
	})
	t.Run("H7 dynamic", func(t *testing.T) {
		if a, err := verify.Approval("work", verify.Entry{URI: formsURI, Dynamic: true}); !errors.Is(err, verify.ErrDynamic) {
			t.Errorf("got %q, %v", a, err)
		}
	})
	t.Run("H6 what was stored", func(t *testing.T) {
		const stored = "sha256:2ce29bf952da52ae99e04c2aa941276689e29a2068a443490218dd138a58edf2"
		if was != stored {
			t.Errorf("approvals that are stored no longer hold: %s", was)
		}
	})
}
