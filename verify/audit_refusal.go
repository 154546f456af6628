package verify

import (
	"context"
	"encoding/json"
	"slices"
	"strings"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

// noSuch is a segment that no server has.
const noSuch = "skillpack-verify-no-such-thing"

// probe is a call that the server must refuse with -32602.
type probe struct {
	method, what string
	params       map[string]any
}

// checkRefusals asks for what there is not (P3, P4, P5) and with cursors that are none
// (P7), and reports what is not refused as it should be.
func (a *eraAudit) checkRefusals(ctx context.Context) {
	byMethod := map[string][]probe{}
	var methods []string
	for _, p := range a.probes() {
		if byMethod[p.method] == nil {
			methods = append(methods, p.method)
		}
		byMethod[p.method] = append(byMethod[p.method], p)
	}
	methods = slices.DeleteFunc(methods, a.isAbsent)
	parallel(ctx, a.o.Concurrency, methods, func(method string) { a.tryAll(ctx, byMethod[method]) })
	parallel(ctx, a.o.Concurrency, a.lists, func(w *walk) { a.tryCursors(ctx, w) })
}

// probes returns what to ask for, the plainest of each method first.
func (a *eraAudit) probes() []probe {
	at := func(method, what, uri string) probe { return probe{method, what, map[string]any{"uri": uri}} }
	unknown := "skill://" + noSuch
	all := []probe{
		at(methodSkill, "an unknown skill", unknown+manifestSuffix),
		at(methodRead, "an unknown file", unknown+manifestSuffix),
	}
	if a.c.DirectoryRead() {
		all = append(all, at(methodDirectory, "an unknown directory", unknown))
	}
	s := a.probed
	if s.URI == "" {
		return all
	}
	all = append(all,
		at(methodSkill, "a directory", s.root),
		at(methodSkill, "a URI with a slash at its end", s.URI+"/"),
		at(methodRead, "an unknown file of a skill", s.root+"/"+noSuch),
		at(methodRead, "a directory", s.root),
		at(methodRead, "a URI with a slash at its end", s.URI+"/"),
		at(methodRead, "a path that leads out of its directory and back", s.root+"/%2E%2E/"+s.name+manifestSuffix),
	)
	for _, ref := range s.Resources {
		if !strings.HasSuffix(ref.URI, manifestSuffix) {
			all = append(all, at(methodSkill, "a file that is no SKILL.md", ref.URI))
			break
		}
	}
	if a.c.DirectoryRead() {
		all = append(all,
			at(methodDirectory, "a file", s.URI),
			at(methodDirectory, "an unknown directory of a skill", s.root+"/"+noSuch),
			at(methodDirectory, "a URI with a slash at its end", s.root+"/"),
		)
	}
	return all
}

// tryAll makes the probes of one method. A server that answers the plainest answers all,
// and one that has a code of its own has it for all: each is one finding.
func (a *eraAudit) tryAll(ctx context.Context, probes []probe) {
	wrongCode := false
	for i, p := range probes {
		answered, code, request := a.try(ctx, p.method, p.params)
		switch {
		case answered:
			a.out.add(subject{}, requirementOf(p.method), request, "%s answers %s, %s, expected the error %d", p.method, p.what, quote(p.params["uri"].(string)), jsonrpc.CodeInvalidParams)
			if i == 0 {
				return
			}
		case code != 0 && code != jsonrpc.CodeInvalidParams && !wrongCode:
			wrongCode = true
			a.out.add(subject{}, requirementOf(p.method), request, "%s refuses %s with code %d, expected %d", p.method, p.what, code, jsonrpc.CodeInvalidParams)
		}
	}
}

// try makes a call that should be refused. code is 0 where there was no refusal.
func (a *eraAudit) try(ctx context.Context, method string, params map[string]any) (answered bool, code int64, request json.RawMessage) {
	reply := a.ask(ctx, method, params, subject{})
	switch {
	case reply == nil:
		return false, 0, nil
	case reply.refusal != nil:
		return false, reply.refusal.Code, reply.request
	}
	return true, 0, reply.request
}

// tryCursors continues a list from a cursor that is none, and from one of another list
// (P7).
func (a *eraAudit) tryCursors(ctx context.Context, w *walk) {
	if w.broken {
		return
	}
	cursors := []struct{ what, cursor string }{{"the cursor", "zzz"}}
	for _, other := range a.lists {
		for cursor := range other.cursors {
			if other != w && !w.cursors[cursor] {
				cursors = append(cursors, struct{ what, cursor string }{"a cursor of " + other.method + ",", cursor})
				break
			}
		}
	}
	for _, c := range cursors {
		answered, code, request := a.try(ctx, w.method, withCursor(w.params, c.cursor))
		switch {
		case answered:
			a.out.add(subject{}, "P7", request, "%s takes %s %s, expected the error %d", w.method, c.what, quote(c.cursor), jsonrpc.CodeInvalidParams)
			return
		case code != 0 && code != jsonrpc.CodeInvalidParams:
			a.out.add(subject{}, "P7", request, "%s refuses %s %s with code %d, expected %d", w.method, c.what, quote(c.cursor), code, jsonrpc.CodeInvalidParams)
			return
		}
	}
}
