package e2e

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
)

// legacyRevision is what the SkillsClient speaks where no revision is pinned.
const legacyRevision = "2025-11-25"

// invalidParams is the code of every refusal (P3, P4, P5, P7).
const invalidParams = -32602

// refusalCount is the number of requests that skillsclient.mjs expects to be refused.
const refusalCount = 6

// event is a line that skillsclient.mjs prints.
type event struct {
	Event string `json:"event"`
	Error string `json:"error"`
	URI   string `json:"uri"`

	Code          json.RawMessage `json:"code"` // a number from the server, a text from the client
	Revision      string          `json:"revision"`
	Supported     bool            `json:"supported"`
	DirectoryRead bool            `json:"directoryRead"`
	Skills        []string        `json:"skills"`
	Invalid       int             `json:"invalid"`
	Same          bool            `json:"same"`
	Skill         string          `json:"skill"`
	Verified      bool            `json:"verified"`
	Digest        string          `json:"digest"`
	Size          int64           `json:"size"`
	Files         []string        `json:"files"`
	What          string          `json:"what"`
}

// runSkillsClient lists, gets, reads and walks every skill with the TypeScript client.
func runSkillsClient(ctx context.Context, c clients, to target, revision string, want expectation) outcome {
	return runSkillsClients(ctx, c, []target{to}, revision, want)[0]
}

// runSkillsClients is runSkillsClient for several servers, one after the other, in one process.
func runSkillsClients(ctx context.Context, c clients, targets []target, revision string, want expectation) []outcome {
	also := []string{}
	for _, s := range want.Unlisted {
		also = append(also, s.URI)
	}
	tasks := make([]string, len(targets))
	for i, to := range targets {
		task, err := json.Marshal(map[string]any{"url": to.url, "command": to.command, "revision": revision, "also": also})
		if err != nil {
			panic(err) // all are texts
		}
		tasks[i] = string(task)
	}
	done := c.run(ctx, filepath.Join(filepath.Dir(c.modules), "skillsclient.mjs"), tasks...)
	events, err := decodeLines[event](done.stdout)
	outcomes := make([]outcome, len(targets))
	for i, to := range targets {
		o := outcome{client: "skillsclient", door: to.door(), mode: revision}
		if err != nil {
			o.fail("output", "%v", err)
		}
		var its []event
		its, events = untilEnd(events)
		judgeEvents(&o, its, revision, want)
		last := its[max(0, len(its)-1):]
		o.expect(len(last) == 1 && last[0].Event == "end" && last[0].Error == "", "exit", "%s", done)
		outcomes[i] = o
	}
	return outcomes
}

// untilEnd splits events after the end of the first task.
func untilEnd(events []event) (first, rest []event) {
	at := 1 + slices.IndexFunc(events, func(e event) bool { return e.Event == "end" })
	if at == 0 {
		at = len(events)
	}
	return events[:at], events[at:]
}

// judgeEvents holds what the client saw against what the catalog holds.
func judgeEvents(o *outcome, events []event, revision string, want expectation) {
	if revision == "legacy" {
		revision = legacyRevision
	}
	connect := find(events, func(e event) bool { return e.Event == "connect" })
	o.expect(connect.Revision == revision && connect.Supported && connect.DirectoryRead, "connect",
		"revision %q (expected %s), extension seen: %t, directoryRead: %t",
		connect.Revision, revision, connect.Supported, connect.DirectoryRead)
	list := find(events, func(e event) bool { return e.Event == "list" })
	o.expect(slices.Equal(list.Skills, uris(want.Listed)) && list.Invalid == 0, "list",
		"%q, of which %d invalid, expected %q", list.Skills, list.Invalid, uris(want.Listed))
	for _, s := range want.all() {
		judgeSkillEvents(o, events, s)
	}
	judgeRefusals(o, events)
}

// judgeSkillEvents checks that a skill was got as listed, that each of its files was
// read and verified, and that walking its directories finds its files and no others.
func judgeSkillEvents(o *outcome, events []event, s skill) {
	get := find(events, func(e event) bool { return e.Event == "get" && e.URI == s.URI })
	o.expect(get.Same && get.Error == "", "get "+s.URI, "differs from the listing, or failed: %q", get.Error)
	var files []string
	for _, r := range s.Resources {
		files = append(files, r.URI)
		read := find(events, func(e event) bool { return e.Event == "read" && e.Skill == s.URI && e.URI == r.URI })
		o.expect(read.Verified && read.Digest == r.Digest && read.Size == r.Size, "read "+s.URI+" "+r.URI,
			"verified: %t, %q, %d bytes, expected %s, %d bytes: %s", read.Verified, read.Digest, read.Size, r.Digest, r.Size, read.Error)
	}
	walk := find(events, func(e event) bool { return e.Event == "walk" && e.URI == s.URI })
	slices.Sort(walk.Files)
	slices.Sort(files)
	o.expect(slices.Equal(walk.Files, files), "walk "+s.URI, "%q, expected %q: %s", walk.Files, files, walk.Error)
}

// judgeRefusals checks that each request that must be refused was, with the right code.
func judgeRefusals(o *outcome, events []event) {
	count := 0
	for _, e := range events {
		if e.Event != "refuse" {
			continue
		}
		count++
		var code int
		err := json.Unmarshal(e.Code, &code)
		o.expect(err == nil && code == invalidParams, "refuse to "+e.What, "code %s, expected %d: %s", e.Code, invalidParams, e.Error)
	}
	o.expect(count == refusalCount, "refusals", "%d requests, expected %d", count, refusalCount)
}

// find returns the first event that match accepts, or an empty one.
func find(events []event, match func(event) bool) event {
	if i := slices.IndexFunc(events, match); i >= 0 {
		return events[i]
	}
	return event{}
}

func uris(skills []skill) []string {
	var uris []string
	for _, s := range skills {
		uris = append(uris, s.URI)
	}
	return uris
}
