package lint

// Fixable is what mends findings of a rule; not all of them need be mended.
type Fixable uint8

// What mends findings: nothing, a fix that is safe, one that moves a name or URI, or
// saving the whole file with LF, which no finding carries as its fix.
const (
	ByHand Fixable = iota
	BySafeFix
	ByUnsafeFix
	ByLineEndings
)

// String returns the flag of the command that mends the findings, "" for none.
func (f Fixable) String() string {
	return [...]string{"", "--fix", "--fix-unsafe", "--fix-line-endings"}[f]
}

// Fixable says what mends the rule's findings. A test holds it to the fixes that the
// cases and scripts of the rules give.
func (r *Rule) Fixable() Fixable {
	switch r.ID {
	case "files/skill-md",
		"frontmatter/allowed-tools",
		"frontmatter/ambiguous-scalar",
		"frontmatter/comment-in-value",
		"frontmatter/compatibility",
		"frontmatter/description",
		"frontmatter/fence",
		"frontmatter/field-type",
		"frontmatter/key",
		"frontmatter/key-typo",
		"frontmatter/license",
		"frontmatter/metadata",
		"frontmatter/not-portable",
		"frontmatter/yaml",
		"links/case",
		"name/missing",
		"name/text",
		"text/bom":
		return BySafeFix
	case "links/root-relative",
		"name/directory",
		"name/format":
		return ByUnsafeFix
	case "files/script-line-endings",
		"text/carriage-return",
		"text/line-endings":
		return ByLineEndings
	}
	return ByHand
}
