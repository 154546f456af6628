package main

// siteHelp and siteExamples are what site --help says above the flags.
const (
	siteHelp = `Write a catalog as a static web site: an index of the listed skills, a page for
each and for each of its files, and the discovery indexes and archives by which
other tools find and install them. Every web host can serve it as it is, below
any path, and docs/site.md says how. The same catalog and flags give the same
bytes.

DIR is replaced as a whole once everything is written beside it, so that a run
that fails leaves what was there. A directory that is neither empty nor written
by site is refused.

Flags stand above the keys title, baseURL and mcpURL of "site" in a
skillpack.yaml. Without --config that is the one in the current directory.

The exit code is 0, 2 for wrong usage or configuration, 3 when the catalog
cannot be read or the site not be made or written.`

	siteExamples = `  skillpack site catalog.json -o dist
  skillpack site catalog.json -o dist --base-url https://skills.example.com \
      --mcp-url https://skills.example.com/mcp
  skillpack site catalog.json -o dist --config skills/skillpack.yaml
  skillpack site catalog.json -o dist --base-path /skills --scoped`
)
