package hostile

import "slices"

// Faults returns every fault, the groups one after the other. Right is none of them.
func Faults() []Fault {
	return slices.Concat(
		readFaults(), manifestFaults(), frontmatterFaults(), entryFaults(), walkFaults(), resourceFaults(),
		directoryFaults(), refusalFaults(), resultFaults(), serverFaults(), wireFaults(), harmless(),
	)
}

// Find returns a fault by its name.
func Find(name string) (Fault, bool) {
	faults := Faults()
	at := slices.IndexFunc(faults, func(f Fault) bool { return f.Name == name })
	if at < 0 {
		return Fault{}, false
	}
	return faults[at], true
}
