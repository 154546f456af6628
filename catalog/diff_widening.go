package catalog

import (
	"encoding/json"
	"path"
	"slices"
	"strings"

	"skillpack/internal/protocol"
)

// Widening is something that a skill may do, or brings along to be done, and that the old
// catalog did not have, or had with other words. Each is told at the innermost skill. A
// renamed skill is compared with what it was.
type Widening struct {
	Kind   WideningKind
	URI    string // of the file where it shows
	Detail string // a tool, an address; "" where the URI says all
}

// WideningKind says what is wider.
type WideningKind string

// What can be wider. Diff itself does not look for links, since this package reads no
// markdown.
const (
	WiderTools      WideningKind = "tools"          // allowed-tools has a tool that nothing in the old one covers
	WiderScript     WideningKind = "script"         // a new file runs, by its extension or a first line "#!"
	WiderExecutable WideningKind = "executable"     // an old file now has a first line "#!"
	WiderChanged    WideningKind = "script-changed" // an old script, by either sign, has other bytes
	WiderLink       WideningKind = "link"           // a new link to the web
)

// widening returns what a skill has more of, but for links.
func (d differ) widening(s *SkillChange) []Widening {
	if s.New == nil {
		return nil
	}
	var found []Widening
	for _, tool := range newTools(s.Old, s.New) {
		found = append(found, Widening{WiderTools, s.New.URI, tool})
	}
	for i := range s.Files {
		if kind := d.runs(s, &s.Files[i]); kind != "" {
			found = append(found, Widening{kind, s.Files[i].URI, ""})
		}
	}
	return found
}

// runs returns in which way a file newly runs, or runs something else; "" for none.
func (d differ) runs(s *SkillChange, f *FileChange) WideningKind {
	now, ok := d.now.Content(f.URI)
	if !ok || innermost(d.now, f.URI) != s.New.URI {
		return ""
	}
	before := f.URI
	if f.Old != nil {
		before = f.Old.URI
	}
	old, was := d.old.Content(before)
	switch {
	case !was && (runsByName(f.Path) || hasShebang(now)):
		return WiderScript
	case was && !hasShebang(old) && hasShebang(now):
		return WiderExecutable
	case was && old.Digest != now.Digest && (runsByName(f.Path) || hasShebang(old)):
		return WiderChanged
	}
	return ""
}

// runsByName reports whether the extension of a file is that of a script or program.
func runsByName(name string) bool {
	switch strings.ToLower(path.Ext(name)) {
	case ".bash", ".bat", ".cjs", ".cmd", ".com", ".command", ".cts", ".exe", ".fish", ".jar", ".js", ".ksh", ".lua", ".mjs", ".mts",
		".php", ".pl", ".ps1", ".psm1", ".py", ".pyw", ".r", ".rb", ".sh", ".ts", ".vbs", ".wasm", ".zsh":
		return true
	}
	return false
}

// hasShebang reports whether the first line names an interpreter.
func hasShebang(c *Content) bool {
	const shebang = "#!"
	if c.Text() {
		return strings.HasPrefix(view(c.interior()), shebang) // neither character is ever escaped
	}
	data, err := c.Bytes()
	return err == nil && strings.HasPrefix(string(data[:min(len(data), len(shebang))]), shebang)
}

// newTools returns the tools of now's allowed-tools that nothing in old's covers, sorted.
func newTools(old, now *Entry) []string {
	before := toolsOf(old)
	tools := slices.DeleteFunc(toolsOf(now), func(tool string) bool { return covered(tool, before) })
	slices.Sort(tools)
	return slices.Compact(tools)
}

// covered reports whether some of tools allow as much as tool: itself, or the same tool
// without a limit in parentheses.
func covered(tool string, tools []string) bool {
	name, _, _ := strings.Cut(tool, "(")
	return slices.ContainsFunc(tools, func(t string) bool { return t == tool || t == name || t == name+"(*)" })
}

// toolsOf returns the tools that an entry's allowed-tools names, which is one text or,
// against the format, a list of texts.
func toolsOf(e *Entry) []string {
	if e == nil {
		return nil
	}
	raw := fieldsOf(e.Frontmatter)["allowed-tools"]
	var texts []string
	if json.Unmarshal(raw, &texts) != nil {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			return nil
		}
		texts = []string{text}
	}
	var tools []string
	for _, text := range texts {
		tools = append(tools, splitTools(text)...)
	}
	return tools
}

// splitTools cuts a text at the blanks and commas outside parentheses.
func splitTools(text string) []string {
	depth := 0
	return strings.FieldsFunc(text, func(r rune) bool {
		switch r {
		case '(':
			depth++
		case ')':
			depth = max(depth-1, 0)
		}
		return depth == 0 && strings.ContainsRune(" \t\r\n,", r)
	})
}

// LimitChange says that a skill came over nine tenths of a limit (E5) where it was not
// before.
type LimitChange struct {
	Limit    string // "files" or "bytes"
	Old, New int64
	Max      int64 // what hosts must accept
}

func limitsNeared(old, now *Entry) []LimitChange {
	var found []LimitChange
	near := func(limit string, old, now, most int64) {
		if protocol.NearLimit(now, most) && !protocol.NearLimit(old, most) {
			found = append(found, LimitChange{limit, old, now, most})
		}
	}
	near("files", int64(len(refsOf(old))), int64(len(refsOf(now))), protocol.MaxFiles)
	near("bytes", totalSize(old), totalSize(now), protocol.MaxBytes)
	return found
}

func totalSize(e *Entry) int64 {
	var size int64
	for _, ref := range refsOf(e) {
		size += ref.Size
	}
	return size
}
