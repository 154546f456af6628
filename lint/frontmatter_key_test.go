package lint

import "testing"

// Keys that are nearly known, and fields of hosts.
func keyCases() []lintCase {
	typo := func(line, column int, rest string) []string {
		return at(line, column, "warning frontmatter/key-typo: "+rest)
	}
	return []lintCase{
		{"N55 underscore", one("allowed_tools: Read"), typo(4, 1, `"allowed_tools" is not a key of the format; did you mean "allowed-tools"?`)},
		{"N55 camel case", one("allowedTools: Read"), typo(4, 1, `did you mean "allowed-tools"?`)},
		{"N55 singular", one("allowed-tool: Read"), typo(4, 1, `did you mean "allowed-tools"?`)},
		{"N55 ending", one("allow-tools: Read"), typo(4, 1, `did you mean "allowed-tools"?`)},
		{"N55 licence", one("licence: MIT"), typo(4, 1, `did you mean "license"?`)},
		{"N55 letters swapped", one("lisence: MIT"), typo(4, 1, `did you mean "license"?`)},
		{"N55 upper case", one("License: MIT"), typo(4, 1, `did you mean "license"?`)},
		{"N55 hyphen", one("meta-data:", "  a: b"), typo(4, 1, `did you mean "metadata"?`)},
		{"N55 letter", one("compatability: Needs git"), typo(4, 1, `did you mean "compatibility"?`)},
		{"N55 two letters", one("compatabilty: Needs git"), typo(4, 1, `did you mean "compatibility"?`)},
		{"N55 host key", one("userInvocable: false"), typo(4, 1, `"userInvocable" is not the key that Claude Code, VS Code and OpenClaw read; did you mean "user-invocable"?`)},
		{"N55 host key, letter", one("user-invokable: false"), typo(4, 1, `did you mean "user-invocable"?`)},
		{"N55 host key, words", one("disable-modal-invocations: true"), typo(4, 1, `did you mean "disable-model-invocation"?`)},
		{"N55 Kimi", one("disable_model_invocation: true"),
			typo(4, 1, `"disable_model_invocation" is a key of Kimi Code alone, which reads "disable-model-invocation" as other hosts do; rename it`)},
		{"N55 Qwen", one("allowedTools:", "  - Read"), typo(4, 1, `"allowedTools" is a key of Qwen Code alone; other hosts read "allowed-tools", so write that too`)},
		{"N55 another type", one("License: 5"), typo(4, 1, `did you mean "license"?`)},

		{"N55 both there", one("allowed_tools: Read", "allowed-tools: Read"), nil},
		{"N55 keys of one's own", one("tags: a", "version: 2", "author: a", "authors: a", "homepage: https://example.com", "models: a", "names: a", "tools: a",
			"triggers: a", "title: a", "display_name: a", "displayName: a", "description_en: a", "summary: a", "category: a", "prescription: a",
			"compatible_tools: a", "dependencies: a", "requires: a", "requirements: a", "invocable: true", "auto_invoke: true", "agents: a", "skills: a", "command: a",
			"licensee: Acme", "licensed: a", "allowed-roots: a", "allowed-hosts: a", "meta: a", "data: a", "type: a", "id: a", "slug: a", "mode: a",
			"globs: a", "alwaysApply: true", "applyTo: a", "read_when: a", "not_for: a", "when: a", "Model: a", "Context: a", "user: a"), nil},
		{"N55 another type, slip", one("licenses:", "  - MIT"), nil},
		{"N55 nested", one("metadata:", "  licence: MIT"), nil},

		{"F2 description misspelt", map[string]string{"x/SKILL.md": block("name: x", "descripton: Does it.")},
			at(3, 1, `error frontmatter/description: the frontmatter has no "description", but "descripton"; rename that key`)},
		{"F2 description in another case", map[string]string{"x/SKILL.md": block("name: x", "Description: Does it.")},
			at(3, 1, `error frontmatter/description: but "Description"; rename that key`)},
		{"F2 name in another case", map[string]string{"x/SKILL.md": block("Name: x", "description: Does it.")},
			at(2, 1, `error name/missing: the frontmatter has no "name", but "Name"; rename that key`)},
		{"F2 name misspelt", map[string]string{"x/SKILL.md": block("nmae: x", "description: Does it.")},
			at(2, 1, `error name/missing: but "nmae"; rename that key`)},
		{"F2 another word than name", map[string]string{"x/SKILL.md": block("game: chess", "description: Does it.")},
			at(1, 1, `error name/missing: the frontmatter has no "name"; write "name: x"`)},
	}
}

// Fields of hosts, with the types that their documentation gives.
func vendorCases() []lintCase {
	wrong := func(column int, rest string) []string { return at(4, column, "warning frontmatter/field-type: "+rest) }
	return []lintCase{
		{"N55 boolean as a word", one("user-invocable: yes"), wrong(17, `"user-invocable" is text, but Claude Code, VS Code and OpenClaw expect true or false; write true`)},
		{"N55 boolean as text", one("disable-model-invocation: never"), wrong(27, `expect true or false; write true or false`)},
		{"N55 boolean as a number", one("user-invocable: 1"), wrong(17, `is a number, but`)},
		{"N55 boolean as a list", one("background:", "  - true"), at(5, 3, "warning frontmatter/field-type: is a list, but Claude Code expects true or false")},
		{"N55 boolean in quotes", one(`user-invocable: "false"`, "disable-model-invocation: true", "background: True"), nil},
		{"N55 model", one("model: 4.5"), wrong(8, `"model" is a number, but Claude Code and Qwen Code expect text; quote it: "4.5"`)},
		{"N55 when_to_use", one("when_to_use:", "  - asked"), at(5, 3, `warning frontmatter/field-type: is a list, but Claude Code and Qwen Code expect text; write it as one text`)},
		{"N55 context", one("context: true"), wrong(10, `"context" is a boolean, but Claude Code expects text; quote it: "true"`)},
		{"N55 hooks", one("hooks: run.sh"), wrong(8, `"hooks" is text, but Claude Code and Qwen Code expect a mapping; write its keys indented below it`)},
		{"N55 paths", one("paths: 5"), wrong(8, `"paths" is a number, but Claude Code expects text or a list; quote it: "5"`)},
		{"N55 effort", one("effort: true"), wrong(9, `"effort" is a boolean, but Claude Code expects text or a number; quote it: "true"`)},
		{"N55 several types", one("paths: src/**", "arguments:", "  - a", "disallowed-tools: Write", "effort: 3", "hooks:", "  Stop: a"), nil},
		{"N55 no value", one("argument-hint:", "user-invocable:", "hooks:", "model: ~"), nil},
	}
}

// Each fix leaves nothing behind.
func TestKeyFixes(t *testing.T) {
	for _, c := range []struct{ id, before, after string }{
		{"N55", "allowed_tools: Read", "allowed-tools: Read"},
		{"N55 quoted", `"Licence" : MIT`, `license : MIT`},
		{"N55 Kimi", "whenToUse: asked", "when_to_use: asked"},
		{"N55 boolean", "user-invocable: off", "user-invocable: false"},
		{"N55 boolean in quotes", "user-invocable: 'Yes'", "user-invocable: true"},
		{"N55 text", "model: 4.10", `model: "4.10"`},
	} {
		t.Run(c.id, func(t *testing.T) { checkFix(t, one(c.before), one(c.after)) })
	}
	t.Run("F2", func(t *testing.T) {
		checkFix(t, map[string]string{"x/SKILL.md": block("name: x", "descripton: Does it.")}, map[string]string{"x/SKILL.md": block("name: x", "description: Does it.")})
	})
	for _, lines := range [][]string{{"allowed_tools: Read", "allowedTools: Read"}, {"allowedTools:", "  - Read"}, {"License: 5"}, {"License:"}, {"user-invocable: never"}} {
		found := lintFiles(t, one(lines...)).found
		if len(found) == 0 {
			t.Errorf("%q: no finding", lines)
		}
		for _, d := range found {
			if d.Fix != nil {
				t.Errorf("%q: got the fix %v", lines, d.Fix)
			}
		}
	}
}
