package verify

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"
)

const methodTemplates = "resources/templates/list"

// maxLost is how many calls in a row may have no answer before the server counts as lost.
const maxLost = 16

// requirementOf returns the id of what a method must do.
func requirementOf(method string) string {
	switch method {
	case methodSkills:
		return "P2"
	case methodSkill:
		return "P3"
	case methodDirectory:
		return "P4"
	case methodRead:
		return "P5"
	}
	return "P6"
}

// caller makes the calls of an audit in one era. It may be used concurrently.
type caller struct {
	c    *Client
	out  *findings
	stop context.CancelCauseFunc // ends the audit
	lost atomic.Int32            // calls in a row without an answer

	mu     sync.Mutex
	absent map[string]bool // methods that the server does not have
}

// response is what came for a call: a result or a refusal.
type response struct {
	request json.RawMessage
	members map[string]json.RawMessage // of the result
	refusal *jsonrpc.Error
}

// ask makes a call and checks what all results have in common. It returns nil, and has
// reported why, where there is neither a result nor a refusal.
func (k *caller) ask(ctx context.Context, method string, params map[string]any, of subject) *response {
	reply, err := k.c.Call(ctx, method, params)
	if ctx.Err() != nil {
		return nil
	}
	if err != nil {
		k.noAnswer(method, params, of, err)
		return nil
	}
	k.lost.Store(0)
	a := &response{request: reply.Request, refusal: reply.Error}
	if a.refusal != nil {
		return a
	}
	if a.members, err = members(reply.Result); err != nil {
		k.out.add(of, requirementOf(method), a.request, "%s: the result: %v", method, err)
		return nil
	}
	k.checkCacheFields(method, a)
	return a
}

// noAnswer reports a call that went wrong, and ends the audit of a server that is lost.
func (k *caller) noAnswer(method string, params map[string]any, of subject, err error) {
	var wrong *AnswerError
	request := requestOf(method, params)
	if errors.As(err, &wrong) {
		k.lost.Store(0)
		k.out.add(of, requirementOf(method), wrong.Request, "%v", err)
		return
	}
	if !Unreachable(err) {
		k.out.add(of, requirementOf(method), request, "%v", err)
		return
	}
	k.out.unanswered(of, requirementOf(method), request, err)
	if k.lost.Add(1) == maxLost {
		k.stop(fmt.Errorf("gave up after %d calls in a row without an answer: %w", maxLost, err))
	}
}

// requestOf is a call as a finding shows it that has no single message to show.
func requestOf(method string, params map[string]any) json.RawMessage {
	request, _ := json.Marshal(map[string]any{"method": method, "params": params}) // texts alone
	return request
}

// refused reports a refusal of what must be answered. A method that is not there is one
// finding.
func (k *caller) refused(method string, a *response, of subject, what string) {
	if a.refusal.Code == jsonrpc.CodeMethodNotFound {
		k.mu.Lock()
		k.absent[method] = true
		k.mu.Unlock()
		k.out.add(subject{}, requirementOf(method), a.request, "the server has no method %s (code %d), expected it", method, a.refusal.Code)
		return
	}
	k.out.add(of, requirementOf(method), a.request, "%s refuses %s with code %d %s, expected a result",
		method, what, a.refusal.Code, quote(a.refusal.Message))
}

// isAbsent reports whether the server does not have a method.
func (k *caller) isAbsent(method string) bool {
	k.mu.Lock()
	defer k.mu.Unlock()
	return k.absent[method]
}

// parallel calls do for each item, some of them at a time, until ctx ends.
func parallel[T any](ctx context.Context, workers int, items []T, do func(T)) {
	var group sync.WaitGroup
	var next atomic.Int64
	for range min(workers, len(items)) {
		group.Go(func() {
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(items) {
					return
				}
				do(items[i])
			}
		})
	}
	group.Wait()
}
