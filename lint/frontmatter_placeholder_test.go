package lint

// placeholderCases are descriptions of starters, and those that are close to one.
func placeholderCases() []lintCase {
	described := func(text string) map[string]string {
		return map[string]string{"x/SKILL.md": block("name: x", "description: '"+text+"'")}
	}
	var cases []lintCase
	for _, text := range []string{
		"Replace this with one sentence on what Release notes does and to which material. Use when the user asks for it, in the words that users say.",
		"Replace with description of the skill and when Claude should use it.",
		"replace with a short description",
		"TODO", "Todo.", "[TODO]", "TODO: describe", "[TODO: Complete and informative explanation of what the skill does and when to use it.]", "**TODO** say what", "TBD", "Placeholder",
		"Description", "Description of the skill", "Description of this skill.", "A description of what this skill does", "Your description here", "Skill description", "Add description here",
		"A description of what this skill does and when to use it.", "A clear description of what this skill does and when to use it",
		"Brief description of what this Skill does and when to use it", "What this skill does and when to use it.", "What the skill does. Use when ...", "Describe what this skill does.",
		"[Short description]", "{{description}}", "{description}",
	} {
		cases = append(cases, lintCase{"F4 placeholder " + text, described(text), at(3, 14, "warning frontmatter/placeholder: is that of a starter")})
	}
	for _, text := range []string{
		"Replaces this with that in texts.", "Replace with care: swaps parts of a text.", "Replace this file by a newer one.", "TODO lists: keeps them in order.", "Todo: keeps lists of tasks in a file.",
		"Finds TODO and FIXME comments and lists them.", "TODO finder", "Description logic: answers what follows from an ontology.", "Descriptions of the skill market, by country.", "Description of the skill market in Europe.",
		"Describe what an image shows.", "What this skill does is to sort invoices by date.", "[beta] Sorts invoices [by date]", "{{mustache}} templates: checks {{them}}", "Placeholder images of any size.", "Skill description checker",
		"This skill should be used when the user asks for a report.",
	} {
		cases = append(cases, lintCase{"F4 no placeholder " + text, described(text), nil})
	}
	return cases
}
