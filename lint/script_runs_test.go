package lint

import (
	"math/rand/v2"
	"path"
	"strings"
	"testing"
)

// To look for one name finds what reading all words does.
func TestRunsByInterpreter(t *testing.T) { // D76
	const name = "a.py"
	parts := []string{"python", "`bash", "run", "sudo", "-u", "--x", name, "./" + name, "`" + name + "`,", "s/" + name + "/", "x" + name,
		"-" + name, name + name, "```bash", "```" + name, "~~~", "word", "'", "(node", "ü"}
	blanks := []string{" ", "\n", "\t ", "\u00a0", "\u2003", "\u0085"}
	random := rand.New(rand.NewPCG(1, 2))
	yes := 0
	for range 3000 {
		var text strings.Builder
		for range random.IntN(9) {
			text.WriteString(parts[random.IntN(len(parts))] + blanks[random.IntN(len(blanks))])
		}
		want := false
		for word := range interpretedWords([]byte(text.String())) {
			want = want || path.Base(word) == name
		}
		if want {
			yes++
		}
		if got := runsByInterpreter([]byte(text.String()), name); got != want {
			t.Fatalf("%q: got %v, want %v", text.String(), got, want)
		}
	}
	if yes < 100 {
		t.Errorf("only %d texts run the script", yes)
	}
}
