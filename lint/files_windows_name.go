package lint

import (
	"fmt"
	"strings"
	"unicode/utf16"
	"unicode/utf8"

	"skillpack/internal/diag"
)

func filesWindowsName() *Rule {
	return &Rule{
		ID:       "files/windows-name",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A file or directory has a name or a path that Windows does not allow.",
			Why: "Git cannot check the skill out there, and a host on Windows cannot store it: devices such as CON and NUL have their names in every " +
				"directory, a trailing dot or blank is dropped, and a path has 260 characters unless the user has changed that.",
			Bad:   "-- x/SKILL.md --\n...\nSee `references`.\n-- x/references/what:why.md --",
			Good:  "-- x/SKILL.md --\n...\nSee `references`.\n-- x/references/what-why.md --",
			Cites: []string{"D78", "E3"},
		},
		Tree: checkWindowsNames,
	}
}

// checkWindowsNames reports each name once: that of a directory where it is wrong there,
// not at each file below.
func checkWindowsNames(p *Pass) {
	seen := make(map[string]bool)
	for f := range p.askedFiles() {
		at, problem := windowsFault(f.Path)
		if problem == "" || seen[at] {
			continue
		}
		seen[at] = true
		p.Report(diag.Diagnostic{File: at, Message: fmt.Sprintf(
			"%s on Windows, so the skill can be neither checked out nor stored there; rename it", problem)})
	}
}

// windowsFault returns the first part of a path that Windows does not allow and what is
// wrong with it, "" for nothing.
func windowsFault(file string) (at, problem string) {
	for end := range len(file) + 1 {
		if end < len(file) && file[end] != '/' {
			continue
		}
		start := strings.LastIndexByte(file[:end], '/') + 1
		if problem := windowsNameFault(file[start:end]); problem != "" {
			return file[:end], problem
		}
	}
	// What is left of the 260 when "C:\" and the NUL at the end are taken off.
	const longest = 256
	if n := len(file); n <= longest {
		return "", "" // no character has fewer bytes
	}
	if n := len(utf16.Encode([]rune(file))); n > longest {
		return file, fmt.Sprintf("the path has %d characters, and at most %d are allowed by default", n, longest)
	}
	return "", ""
}

func windowsNameFault(name string) string {
	stem, _, _ := strings.Cut(name, ".")
	switch i := strings.IndexFunc(name, isWindowsForbidden); {
	case i >= 0:
		return fmt.Sprintf("the name %s holds %q, which is not allowed", quoted(name), []rune(name[i:])[0])
	case isWindowsDevice(strings.TrimRight(stem, " ")):
		return fmt.Sprintf("the name %s is that of a device", quoted(name))
	case strings.HasSuffix(name, ".") || strings.HasSuffix(name, " "):
		return fmt.Sprintf("the name %s ends in a dot or blank, which is dropped", quoted(name))
	}
	return ""
}

// isWindowsForbidden leaves out the backslash, which no name of a tree holds.
func isWindowsForbidden(r rune) bool {
	switch r {
	case '<', '>', ':', '"', '|', '?', '*':
		return true
	}
	return r < ' '
}

// isWindowsDevice reports whether a name without extension is that of a device.
func isWindowsDevice(stem string) bool {
	const shortest, longest = 3, 8 // bytes, in either case
	if len(stem) < shortest || len(stem) > longest {
		return false
	}
	if !strings.ContainsRune("CPANLcpanl", rune(stem[0])) {
		return false // as all of them begin
	}
	stem = strings.ToUpper(stem)
	switch stem {
	case "CON", "PRN", "AUX", "NUL", "CONIN$", "CONOUT$":
		return true
	}
	number, isPort := strings.CutPrefix(strings.Replace(stem, "LPT", "COM", 1), "COM")
	return isPort && utf8.RuneCountInString(number) == 1 && strings.Contains("123456789¹²³", number)
}
