// Package e2e runs MCP clients written by others against the built binary: the
// protocol's conformance suite, the Inspector and the TypeScript SkillsClient, over
// HTTP and stdio. README.md says what each one checks and how to run one by hand. It
// also runs the hooks with pre-commit and the steps of the GitHub Action as shell, and has
// Chromium use the pages of a site.
//
// The package holds tests only. Those that start clients need E2E=1 and what
// package-lock.json names; with E2E=1 a missing piece is a failure, never a skip.
package e2e
