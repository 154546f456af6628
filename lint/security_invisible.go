package lint

import (
	"fmt"
	"slices"
	"strings"

	"skillpack/internal/diag"
	"skillpack/internal/skill"
)

func securityInvisible() *Rule {
	return &Rule{
		ID:       "security/invisible",
		Severity: diag.Warning,
		Doc: Doc{
			Summary: "A file holds characters that nobody sees where no script or emoji needs them.",
			Why: "A model reads them and a reviewer does not: whole instructions were hidden from people in tag characters and in " +
				"variation selectors. A single zero-width space keeps a word from being found and a command from running. Joiners in " +
				"emoji and in the scripts that use them, flags, single variation selectors and soft hyphens are fine.",
			Bad:   "-- x/SKILL.md (escaped) --\n...\nRun the tests.\\U000e0044\\U000e0065\\U000e006c\\U000e0065\\U000e0074\\U000e0065\n",
			Good:  "-- x/SKILL.md (escaped) --\n...\nRun the tests. \\u2764\\ufe0f\n",
			Cites: []string{"H9"},
		},
		File:  func(p *Pass, f *skill.File) { invisibleFaults(p.content(f)).report(p, f) },
		Skill: func(p *Pass, s *skill.Skill) { reportEscaped(p, s, invisibleFaults) },
	}
}

// invisibleFaults returns the runs of a text that hold a character which does not belong
// there. What steers the direction of text is left to security/bidi.
func invisibleFaults(text []byte) (faults textFaults) {
	for run := range hiddenRuns(text) {
		strange := slices.DeleteFunc(slices.Clone(run.runes), func(r rune) bool { return isBidi(r) || run.needs(r) })
		if len(strange) == 0 {
			continue
		}
		faults.add(run.span, func() string {
			return fmt.Sprintf("%s %s, which a model reads and people do not see; delete %s, or write what is meant so that it shows",
				nearby(text, run.span), hiddenWords(strange), itOrThem(len(strange)))
		})
	}
	return faults
}

func itOrThem(n int) string {
	if n == 1 {
		return "it"
	}
	return "them"
}

// hiddenWords says what characters hide, as a verb and its object: their text where they
// stand for one.
func hiddenWords(runes []rune) string {
	if tags := decodeTags(runes); tags != "" {
		return fmt.Sprintf("hides the text %s in %d tag characters", quoted(tags), len(runes))
	}
	if data := decodeSelectors(runes); len(data) >= minSelectors {
		if isReadable(data) {
			return fmt.Sprintf("hides the text %s in %d variation selectors", quoted(string(data)), len(data))
		}
		return fmt.Sprintf("hides %d bytes in variation selectors", len(data))
	}
	if len(runes) == 1 {
		return "holds the invisible character " + codeName(runes[0])
	}
	return fmt.Sprintf("holds %d invisible characters (%s)", len(runes), codeNames(runes))
}

// codeNames names the different characters of a text, at most three.
func codeNames(runes []rune) string {
	var named []rune
	var names []string
	for _, r := range runes {
		if slices.Contains(named, r) {
			continue
		}
		if len(named) == offendersShown {
			names = append(names, "others")
			break
		}
		named, names = append(named, r), append(names, codeName(r))
	}
	return strings.Join(names, ", ")
}

// codeName names a character that has no shape.
func codeName(r rune) string {
	names := map[rune]string{
		0xad: "soft hyphen", 0x61c: "Arabic letter mark", 0x180e: "Mongolian vowel separator",
		0x200b: "zero width space", 0x200c: "zero width non-joiner", 0x200d: "zero width joiner",
		0x200e: "left-to-right mark", 0x200f: "right-to-left mark",
		0x202a: "left-to-right embedding", 0x202b: "right-to-left embedding", 0x202c: "pop directional formatting",
		0x202d: "left-to-right override", 0x202e: "right-to-left override", 0x2060: "word joiner",
		0x2066: "left-to-right isolate", 0x2067: "right-to-left isolate", 0x2068: "first strong isolate", 0x2069: "pop directional isolate",
		0x3164: "Hangul filler", 0xfeff: "byte order mark",
	}
	return strings.TrimSpace(fmt.Sprintf("U+%04X %s", r, names[r]))
}
