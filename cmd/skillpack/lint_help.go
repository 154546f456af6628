package main

// lintHelp and lintExamples are what lint --help says above the flags.
const (
	lintHelp = `Check skills: the frontmatter, the names, the files and the links, and what
wide clients refuse. A PATH (default: the current directory) is

  - a directory of skills: every skill below it is checked; a skillpack.yaml in
    it changes the severity of rules;
  - a skill, a directory in one, or a file of one: that skill is checked, beside
    the others of its tree. The tree is that of the nearest skillpack.yaml above
    it in the repository. Where there is none, the directory that holds the
    skill is taken, and what another root would change is not said; put a
    skillpack.yaml, even an empty one, into the root, or name that with --root.
    A file of no skill is passed over. What the others hold is remembered in a
    cache, so that the next run need only look at what changed;
  - "-": the text of one file, read from standard input; --stdin-path names the
    file, which need not be saved (its directory must exist), and what is found
    in it is printed.

Findings go to standard output, one a line: path:line:col: severity: message
[rule-id]. The exit code is 0 when there is no error, 1 when there is one (with
--strict, or a warning), 2 for wrong usage or configuration, 3 when a tree
cannot be read. --explain tells all about a rule; docs/rules.md has them in one
page.

--fix puts right what needs no guess: values that want quotes, fences, mistyped
keys, the case of SKILL.md and of links, the form of allowed-tools. It changes
nothing else, and nothing that is silenced or that a baseline holds. A YAML
error or a misnamed SKILL.md hides what else is wrong there: once it is mended,
that is found and fixed in the same run. What is left is printed. --fix-unsafe
also changes names, paths and what a value is, --fix-line-endings CRLF to LF
where it is reported. With --dry-run the exit code is 1 as well where a fix
would change something.

An old tree with many findings starts with --baseline: what the file holds is
not reported and not fixed, what is new is. The build does not read it: an error
keeps its skill from being published all the same.`

	lintExamples = `  skillpack lint                                    # the tree here
  skillpack lint skills --strict
  skillpack lint skills --fix --dry-run             # what --fix would change
  skillpack lint skills/refunds                     # one skill
  skillpack lint a/SKILL.md b/x.md README.md        # those of changed files
  skillpack lint --root skills skills/refunds       # one of the tree in skills
  skillpack lint - --stdin-path refunds/SKILL.md    # from an editor
  skillpack lint skills --format json | jq .findings[].rule
  skillpack lint --baseline old.json --update-baseline   # then without that
  skillpack lint --explain links/missing
  skillpack lint skills --external                  # ask the web about links`
)
