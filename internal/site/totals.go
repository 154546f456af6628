package site

import "skillpack/internal/protocol"

// totals are the sums over all listed skills.
type totals struct {
	Skills, Files int // a file of nested skills counts once
	Bytes         int64
	Distinct      int   // contents
	DistinctBytes int64 // of those
	Tokens        int64 // about, of all names and descriptions
}

// Totals are the sums over all listed skills.
func (s *Site) Totals() totals {
	t := totals{Skills: len(s.skills), Files: len(s.views)}
	seen := make(map[string]bool, len(s.views))
	for _, f := range s.views {
		t.Bytes += f.Size
		if !seen[f.Digest] {
			seen[f.Digest] = true
			t.Distinct++
			t.DistinctBytes += f.Size
		}
	}
	for _, k := range s.skills {
		t.Tokens += int64(metadataTokens(k))
	}
	return t
}

// metadataTokens is about what an agent reads of each skill that it may choose.
func metadataTokens(k *Skill) int {
	return protocol.EstimateTokens([]byte(k.Name)) + protocol.EstimateTokens([]byte(k.Description))
}

// InstallCommand installs all skills with a common client of the discovery index; "" where
// the address of the site is not known, or where each prefix has an index of its own.
func (s *Site) InstallCommand() string {
	if s.options.BaseURL == "" || s.options.Scoped {
		return ""
	}
	return "npx skills add " + s.directory("")
}
