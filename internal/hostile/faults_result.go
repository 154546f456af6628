package hostile

// resultFaults are in the members that frame a result, by era.
func resultFaults() []Fault {
	faults := []Fault{
		{"resultType in a legacy listing", legacyResult("skills/list", set("resultType", "complete"))},
		{"ttlMs in a legacy listing", legacyResult("skills/list", set("ttlMs", 1000))},
		{"cacheScope in a legacy skill", legacyResult("skills/get", set("cacheScope", "public"))},
		{"resultType in a legacy directory", legacyResult("resources/directory/read", set("resultType", "complete"))},
		{"ttlMs negative", modernResult("skills/list", set("ttlMs", -1))},
		{"ttlMs a string", modernResult("skills/list", set("ttlMs", "1000"))},
		{"ttlMs with a fraction", modernResult("skills/list", set("ttlMs", raw("0.5")))},
		{"cacheScope unknown", modernResult("skills/list", set("cacheScope", "shared"))},
		{"resultType unknown", modernResult("skills/list", set("resultType", "partial"))},
	}
	for _, method := range []string{"skills/list", "skills/get", "resources/directory/read", "resources/list", "resources/read"} {
		for _, member := range []string{"resultType", "ttlMs", "cacheScope"} {
			faults = append(faults, Fault{member + " missing in " + method, modernResult(method, without(member))})
		}
	}
	return faults
}
