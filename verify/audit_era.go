package verify

import (
	"context"
	"encoding/json"
	"fmt"
	"sync"
)

// eraAudit is the audit of a server in one era.
type eraAudit struct {
	o *AuditOptions
	*caller
	*inventory
	notes  *findings     // no failures
	probed *auditedSkill // whose URIs are tried; without a URI where there is none

	state    sync.Mutex // of what follows
	lists    []*walk    // whose cursors are tried
	extras   map[string]json.RawMessage
	progress Progress
}

func newEraAudit(o *AuditOptions, c *Client, stop context.CancelCauseFunc) *eraAudit {
	return &eraAudit{
		o:         o,
		caller:    &caller{c: c, out: newFindings(c.Era()), stop: stop, absent: map[string]bool{}},
		inventory: newInventory(),
		notes:     newFindings(c.Era()),
		probed:    &auditedSkill{},
		extras:    map[string]json.RawMessage{},
		progress:  Progress{Era: c.Era()},
	}
}

// run makes the audit. Each step knows what the earlier ones reported, so that it is
// silent about what only follows from that.
func (a *eraAudit) run(ctx context.Context) {
	steps := [...]func(context.Context){
		func(context.Context) { a.checkCapabilities() },
		a.listSkills,
		a.listResources,
		a.checkTemplates,
		a.unlistedSkills,
		a.knowSkills,
		a.compareGets,
		a.readFiles,
		func(context.Context) { a.checkOptional() },
		func(context.Context) { a.checkNested() },
		func(context.Context) { a.checkResources() },
		a.readDirectories,
		a.checkExtras,
		a.checkRefusals,
		func(context.Context) { a.checkAgainst() },
		a.checkThere,
	}
	for _, step := range steps {
		if ctx.Err() != nil {
			return
		}
		step(ctx)
	}
}

// checkThere ends the audit of a server that is gone when its last call had no answer.
func (a *eraAudit) checkThere(ctx context.Context) {
	if a.lost.Load() == 0 {
		return
	}
	if _, err := a.c.Call(ctx, methodSkills, map[string]any{}); Unreachable(err) {
		a.stop(fmt.Errorf("the server went away: %w", err))
	}
}

// knowSkills is done when all skills are known.
func (a *eraAudit) knowSkills(context.Context) {
	valid := a.sortedSkills()
	for _, s := range valid {
		if a.probed.URI == "" || a.probed.Dynamic && !s.Dynamic {
			a.probed = s
		}
	}
	a.collectFiles()
	checkCollisions(valid, a.notes)
	a.tell(func(p *Progress) { p.Skills, p.Files = len(valid), len(a.files) })
}

// compareGets asks for each listed skill.
func (a *eraAudit) compareGets(ctx context.Context) {
	parallel(ctx, a.o.Concurrency, a.sortedSkills(), func(s *auditedSkill) {
		if !s.unlisted && !a.isAbsent(methodSkill) {
			a.compareGet(ctx, s)
		}
	})
}

// tell changes the progress and tells of it.
func (a *eraAudit) tell(change func(*Progress)) {
	a.state.Lock()
	defer a.state.Unlock()
	change(&a.progress)
	if a.o.Progress != nil {
		a.o.Progress(a.progress)
	}
}

// addList adds a list whose cursors are to be tried.
func (a *eraAudit) addList(w *walk) {
	a.state.Lock()
	defer a.state.Unlock()
	a.lists = append(a.lists, w)
}

// visited notes a directory that was read.
func (a *eraAudit) visited(uri string, whole bool) {
	a.state.Lock()
	defer a.state.Unlock()
	a.directories[uri] = whole
}

// extra notes a file that a directory has and no entry.
func (a *eraAudit) extra(uri string, request json.RawMessage) {
	a.state.Lock()
	defer a.state.Unlock()
	if len(a.extras) < maxFindings {
		a.extras[uri] = request
		return
	}
	a.addExtra(uri, request)
}
