package lint

// Fixable is what mends findings of a rule; not all of them need be mended.
type Fixable uint8

// What mends findings: nothing, a fix that is safe, or one that moves a name or URI.
const (
	ByHand Fixable = iota
	BySafeFix
	ByUnsafeFix
)

// String returns the flag of the command that mends the findings, "" for none.
func (f Fixable) String() string { return [...]string{"", "--fix", "--fix-unsafe"}[f] }

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
	}
	return ByHand
}
