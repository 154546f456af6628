package verify_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"

	"skillpack/catalog"
	"skillpack/internal/protocol"
	"skillpack/serve"
	"skillpack/verify"
)

// A file of a nested skill is one of the skills around it too, so that these differ from
// the catalog with it (M7).
func TestAuditAgainstSharesWhatIsNested(t *testing.T) {
	const file = "skill://acme/billing/refunds/data.bin"
	r := audited(t, serving(exampleCatalog(t), serve.Options{}), verify.AuditOptions{Against: withBytes(t, file, []byte("\x00\xff\x02"))})
	wantFindings(t, slices.Collect(r.All()), "E4 "+file)
	for _, uri := range []string{"skill://acme/billing/SKILL.md", "skill://acme/billing/refunds/SKILL.md"} {
		if got := verdictOf(r, uri); got != verify.Failed {
			t.Errorf("E4: %s is %s", uri, got)
		}
	}
}

// withBytes returns the example with other bytes, as many, in one file.
func withBytes(t *testing.T, uri string, data []byte) *catalog.Catalog {
	t.Helper()
	changed := *exampleCatalog(t)
	changed.Skills = slices.Clone(changed.Skills)
	digest := protocol.Digest(data)
	for i := range changed.Skills {
		refs := slices.Clone(changed.Skills[i].Resources)
		for j := range refs {
			if refs[j].URI == uri {
				refs[j].Digest = digest
			}
		}
		changed.Skills[i].Resources = refs
	}
	changed.Contents = append(slices.Clone(changed.Contents), catalog.Content{
		Digest: digest, Size: int64(len(data)), Read: func() ([]byte, error) { return bytes.Clone(data), nil },
	})
	slices.SortFunc(changed.Contents, func(a, b catalog.Content) int { return strings.Compare(a.Digest, b.Digest) })
	return without(t, &changed, "skill://nothing")
}

func TestEntryErrorNamesTheResource(t *testing.T) { // E4
	long := "sha256:" + strings.Repeat("a", 65)
	_, err := verify.ParseEntry([]byte(`{"uri":"skill://a/SKILL.md","frontmatter":{"name":"a","description":"x"},"resources":[{"uri":"skill://a/SKILL.md","size":1,"digest":"` + long + `"}]}`))
	if err == nil || !strings.Contains(err.Error(), `its resource 0, "skill://a/SKILL.md": its digest is "`+long+`", expected`) {
		t.Error(err)
	}
}
