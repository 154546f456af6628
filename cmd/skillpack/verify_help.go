package main

// verifyUse, verifyHelp and verifyExamples are what verify --help says above the flags.
const (
	verifyUse = "verify {URL | CATALOG | -- COMMAND [ARG…]}"

	verifyHelp = `Check a server of skills as a careful host would, and more: what it declares,
every page of every list, the form of each entry, every byte of every file
against its size and digest, the frontmatter of each SKILL.md against its entry,
directories against manifests, and that what is wrong to ask is refused. With
--catalog the server must serve exactly that catalog. A CATALOG is checked as it
is, without a server: its seal, its contents, and each frontmatter. A COMMAND is
started and asked over its standard input and output.

Each finding has the id of the requirement that is broken, which
docs/requirements.md explains (docs/verify.md has those that are checked), and
the request that shows it. A dynamic skill has no digests: it is unverifiable,
which is told and, without --strict, is no failure. Where the server goes away,
the skills that were not read as a whole are told as not checked.

The exit code is 0 when nothing was found, 1 when something was (with --strict
also when a skill is unverifiable), 2 for wrong usage, 3 when the server could
not be asked or went away.`

	verifyExamples = `  skillpack verify http://127.0.0.1:8080/mcp
  skillpack verify https://skills.example.com/mcp --bearer-token-file token
  skillpack verify http://127.0.0.1:8080/mcp --catalog catalog.json
  skillpack verify catalog.json
  skillpack verify -- npx -y some-skills-server
  skillpack verify http://127.0.0.1:8080/mcp --format junit >verify.xml`
)
