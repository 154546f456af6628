package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// inspectorScript is the Inspector's command line; its launcher only starts this.
const inspectorScript = "@modelcontextprotocol/inspector/clients/cli/build/index.js"

// Exit codes of the Inspector: 0 ok, 7 a check failed, 8 a budget was hit, 9 a skill
// is dynamic, 4 unreachable, 1 the server said no, or anything else.
const inspectorRefused = 1

// Names of its checks.
const (
	inspectorDirectory = "resources/directory/read"
	inspectorUnknown   = "skills/get unknown"
)

// unknownSkill is a skill that no server here has.
const unknownSkill = "skill://no-such-skill-zz/SKILL.md"

// target is a server to test, reached by one of its doors.
type target struct {
	url     string   // streamable HTTP, or
	command []string // stdio

	local   *server // behind the URL, nil where we did not start it
	sdkOnly bool    // it has no direct path
}

// hasDirect reports whether it is a server of ours with a direct path.
func (to target) hasDirect() bool { return to.local != nil && !to.sdkOnly }

func (to target) door() string {
	switch {
	case to.url == "":
		return "stdio"
	case to.sdkOnly:
		return "http, SDK"
	}
	return "http"
}

// verdict is the Inspector's report on one skill.
type verdict struct {
	URI         string    `json:"uri"`
	OK          bool      `json:"ok"`
	Outcome     string    `json:"outcome"`
	Conformance []finding `json:"conformance"`
	Frontmatter []finding `json:"frontmatter"`
	Files       []struct {
		URI    string `json:"uri"`
		Status string `json:"status"`
		Reason string `json:"reason"`
		Digest string `json:"actualDigest"`
		Size   int64  `json:"actualSize"`
	} `json:"files"`
}

type finding struct {
	Severity string `json:"severity"`
	Code     string `json:"code"`
	Message  string `json:"message"`
}

// inspect runs one method of the Inspector in a protocol era.
func inspect(ctx context.Context, c clients, to target, era string, args ...string) exit {
	args = append([]string{"--protocol-era", era, "--quiet", "--format", "json"}, args...)
	if to.url != "" {
		args = append(args, to.url, "--transport", "http", "--stored-auth-only")
	} else {
		args = append(append(args, "--"), to.command...)
	}
	return c.run(ctx, c.script(inspectorScript), args...)
}

// runInspector verifies a whole listing, every unlisted skill, the directory of a skill
// that has folders, and the refusal of an unknown skill.
func runInspector(ctx context.Context, c clients, to target, era string, want expectation) outcome {
	o := outcome{client: "inspector", door: to.door(), mode: era}
	inspectListing(ctx, c, &o, to, era, want.Listed)
	for _, s := range firstOf(want.Listed) {
		judgeEra(&o, inspect(ctx, c, to, era, "--method", "skills/get", "--uri", s.URI), era)
	}
	if era == "auto" { // judged to be the modern one, in which all else is asked
		return o
	}
	for _, s := range append(firstOf(want.Listed), want.Unlisted...) {
		done := inspect(ctx, c, to, era, "--method", "skills/get", "--uri", s.URI, "--verify", "--require-digests")
		judgeVerdicts(&o, "skills/get", done, []skill{s})
	}
	inspectDirectory(ctx, c, &o, to, era, want.Listed)
	inspectRefusal(ctx, c, &o, to, era)
	return o
}

// inspectListing verifies a whole listing and judges what the Inspector says.
func inspectListing(ctx context.Context, c clients, o *outcome, to target, era string, want []skill) {
	done := inspect(ctx, c, to, era, "--method", "skills/list", "--verify", "--require-digests",
		"--skill-catalog-max-skills", "100000", "--skill-catalog-max-bytes", "4294967296")
	judgeVerdicts(o, "skills/list", done, want)
}

// inspectDirectory reads the directory of the first skill that has folders.
func inspectDirectory(ctx context.Context, c clients, o *outcome, to target, era string, want []skill) {
	for _, s := range withFolders(want) {
		judgeDirectory(o, inspect(ctx, c, to, era, "--method", "resources/directory/read", "--uri", s.root()), s)
	}
}

// inspectRefusal asks for an unknown skill.
func inspectRefusal(ctx context.Context, c clients, o *outcome, to target, era string) {
	judgeRefusal(o, inspect(ctx, c, to, era, "--method", "skills/get", "--uri", unknownSkill))
}

// firstOf returns a copy of the first skill alone.
func firstOf(skills []skill) []skill { return slices.Clone(skills[:min(1, len(skills))]) }

// withFolders returns the first skill that has folders, or the first one.
func withFolders(skills []skill) []skill {
	return firstOf(skills[max(0, slices.IndexFunc(skills, skill.hasFolders)):])
}

// judgeVerdicts holds the reports of a --verify run against the skills it had to see.
func judgeVerdicts(o *outcome, method string, done exit, want []skill) {
	o.expect(done.code == 0, method+" --verify exit", "%s", done)
	verdicts, err := decodeLines[verdict](done.stdout)
	if err != nil {
		o.fail(method+" --verify", "%v: %s", err, done)
	}
	byURI := make(map[string]verdict)
	for _, v := range verdicts {
		byURI[v.URI] = v
	}
	o.expect(len(byURI) == len(want) && len(verdicts) == len(want), method+" --verify count",
		"%d reports on %d skills, expected %d", len(verdicts), len(byURI), len(want))
	for _, s := range want {
		v, found := byURI[s.URI]
		if !found {
			o.fail(method+" "+s.URI, "not verified")
			continue
		}
		judgeVerdict(o, method, v, s)
	}
}

// judgeVerdict checks that every file of a skill was verified to be what the catalog
// holds, and that nothing was found, not even a warning.
func judgeVerdict(o *outcome, method string, v verdict, want skill) {
	problems := slices.Concat(v.Conformance, v.Frontmatter)
	o.expect(v.OK && v.Outcome == "verified" && len(problems) == 0, method+" "+v.URI,
		"ok %t, outcome %q, findings %v", v.OK, v.Outcome, problems)
	got := make(map[resource]string)
	for _, f := range v.Files {
		got[resource{f.URI, f.Digest, f.Size}] = f.Status
		if f.Status != "verified" {
			o.fail(method+" file "+f.URI, "%s: %s", f.Status, f.Reason)
		}
	}
	for _, r := range want.Resources {
		o.expect(got[r] == "verified", method+" file "+r.URI, "not verified as %s, %d bytes", r.Digest, r.Size)
	}
	o.expect(len(v.Files) == len(want.Resources), method+" files of "+v.URI,
		"%d files, expected %d", len(v.Files), len(want.Resources))
}

// judgeDirectory checks that a skill's directory shows each file and folder directly
// in it.
func judgeDirectory(o *outcome, done exit, s skill) {
	var answer struct {
		Result struct {
			Resources []struct {
				URI      string `json:"uri"`
				MIMEType string `json:"mimeType"`
			} `json:"resources"`
		} `json:"result"`
	}
	if err := json.Unmarshal(done.stdout, &answer); err != nil || done.code != 0 {
		o.fail(inspectorDirectory, "%s", done)
		return
	}
	types := make(map[string]string)
	for _, r := range answer.Result.Resources {
		types[r.URI] = r.MIMEType
	}
	for _, r := range s.Resources {
		child, below, nested := strings.Cut(strings.TrimPrefix(r.URI, s.root()+"/"), "/")
		kind, found := types[s.root()+"/"+child]
		o.expect(found && (kind == "inode/directory") == nested, inspectorDirectory+" "+r.URI,
			"%q has type %q in its parent's listing, %q below it", child, kind, below)
	}
}

// judgeEra checks by the cache fields that the era asked for was spoken (P3, P9).
func judgeEra(o *outcome, done exit, era string) {
	modern := bytes.Contains(done.stdout, []byte(`"ttlMs"`))
	o.expect(done.code == 0 && modern == (era != "legacy"), "era", "cache fields present: %t: %s", modern, done)
}

// judgeRefusal checks that the server said no, rather than not being there.
func judgeRefusal(o *outcome, done exit) {
	var answer struct {
		Error struct {
			Code string `json:"code"`
		} `json:"error"`
	}
	err := json.Unmarshal(done.stderr, &answer)
	o.expect(err == nil && done.code == inspectorRefused && answer.Error.Code == "error", inspectorUnknown,
		"expected a refusal by the server: %s", done)
}

// decodeLines decodes one JSON value a line.
func decodeLines[T any](data []byte) ([]T, error) {
	var values []T
	for line := range bytes.Lines(data) {
		var v T
		if err := json.Unmarshal(line, &v); err != nil {
			return values, fmt.Errorf("line %d is not JSON of the expected form: %w", len(values)+1, err)
		}
		values = append(values, v)
	}
	return values, nil
}
