// Package docs holds the documents that the command quotes: data only.
package docs

import _ "embed"

// Requirements and Cases are requirements.md and cases.md, whose tables say what the ids
// mean that rules cite.
var (
	//go:embed requirements.md
	Requirements string
	//go:embed cases.md
	Cases string
)
