package verify

import (
	"encoding/json"
	"strconv"
)

// cacheFields are the members that results have since 2026-07-28 alone (P2, P9).
var cacheFields = [...]string{"resultType", "ttlMs", "cacheScope"}

// checkCacheFields checks that a result has the cache fields of its era, and in the
// legacy era that those of the extension's methods have none. It speaks of the method,
// not of what was asked, so that a server's habit is one finding.
func (k *caller) checkCacheFields(method string, a *response) {
	if k.c.Era() == Modern {
		for _, field := range cacheFields {
			if fault := cacheFault(field, a.members[field]); fault != "" {
				k.out.add(subject{}, requirementOf(method), a.request, "%s: %s", method, fault)
			}
		}
		return
	}
	switch method {
	case methodSkills, methodSkill, methodDirectory:
		for _, field := range cacheFields {
			if _, ok := a.members[field]; ok {
				k.out.add(subject{}, "P9", a.request, "%s: the result has %q, expected none before %s", method, field, Modern)
			}
		}
	}
}

// cacheFault says what is wrong with the value of a cache field, "" for nothing.
func cacheFault(field string, raw json.RawMessage) string {
	var want string
	switch text := string(raw); field {
	case "resultType":
		if text == `"complete"` {
			return ""
		}
		want = `"complete"`
	case "ttlMs":
		if _, ok := whole(text); ok {
			return ""
		}
		want = "a whole number of milliseconds from 0"
	case "cacheScope":
		if text == `"public"` || text == `"private"` {
			return ""
		}
		want = `"public" or "private"`
	}
	if raw == nil {
		return "the result has no " + strconv.Quote(field) + ", expected " + want
	}
	return strconv.Quote(field) + " is " + shorten(string(raw)) + ", expected " + want
}
