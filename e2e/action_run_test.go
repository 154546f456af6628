package e2e

import (
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"gopkg.in/yaml.v3"
)

// action is what action.yml says, as far as a run needs it.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Using string
		Steps []step
	}
}

type step struct {
	Name, ID, If, Shell, Run, Uses string
	Env, With                      map[string]string
}

func readAction(t *testing.T) action {
	t.Helper()
	data, err := os.ReadFile("../action.yml")
	if err != nil {
		t.Fatal(err)
	}
	var a action
	if err := yaml.Unmarshal(data, &a); err != nil {
		t.Fatal(err)
	}
	if a.Runs.Using != "composite" || len(a.Runs.Steps) == 0 {
		t.Fatalf("action.yml is no composite action: %+v", a.Runs)
	}
	return a
}

// runner runs the steps of the action as GitHub's does, in a workspace.
type runner struct {
	workspace repository
	temp      string
	extra     []string // of the environment
}

// actionRun is what came of it, by the name of the step where there are several.
type actionRun struct {
	codes            map[string]int
	logs             map[string]string
	summary, outputs string
}

// run runs every step whose condition holds. Of inputs that are not given the defaults
// hold.
func (r runner) run(t *testing.T, a action, inputs map[string]string) actionRun {
	t.Helper()
	known := map[string]string{"github.token": "the-token", "github.action_path": ".."}
	for name, input := range a.Inputs {
		known["inputs."+name] = expand(t, input.Default, known)
	}
	for name, value := range inputs {
		if _, ok := a.Inputs[name]; !ok {
			t.Fatalf("the action has no input %q", name)
		}
		known["inputs."+name] = value
	}
	result := actionRun{codes: map[string]int{}, logs: map[string]string{}}
	failed := false
	for _, s := range a.Runs.Steps {
		if s.Run == "" || !holds(t, s.If, known, failed) {
			continue
		}
		if r.installed(s) {
			result.codes[s.Name], known["steps."+s.ID+".outcome"] = 0, "success"
			continue
		}
		done := r.step(t, s, known)
		result.codes[s.Name], result.logs[s.Name] = done.code, string(done.stdout)+string(done.stderr)
		known["steps."+s.ID+".outcome"] = map[bool]string{true: "success", false: "failure"}[done.code == 0]
		failed = failed || done.code != 0
	}
	result.summary, result.outputs = r.read(t, "summary"), r.read(t, "output")
	return result
}

// installed tells whether a step is the one that installs, and that is done: it knows no
// inputs, so it would leave what is there.
func (r runner) installed(s step) bool {
	_, err := os.Stat(filepath.Join(r.temp, "skillpack", "bin", "skillpack"))
	return s.ID == "install" && len(s.Env) == 0 && err == nil
}

// step runs one step in a shell as its "shell: bash" means.
func (r runner) step(t *testing.T, s step, known map[string]string) exit {
	t.Helper()
	here, err := filepath.Abs("..")
	if err != nil {
		t.Fatal(err)
	}
	w := r.workspace
	w.env = append(w.env, "GITHUB_ACTION_PATH="+here, "GITHUB_WORKSPACE="+w.dir, "RUNNER_TEMP="+r.temp, "GITHUB_ACTIONS=true",
		"GITHUB_REPOSITORY=acme/skills")
	for _, name := range []string{"output", "path", "step_summary", "env"} {
		w.env = append(w.env, "GITHUB_"+strings.ToUpper(name)+"="+filepath.Join(r.temp, strings.TrimPrefix(name, "step_")))
	}
	w.env = append(w.env, r.extra...)
	for name, value := range s.Env {
		w.env = append(w.env, name+"="+expand(t, value, known))
	}
	return w.run(t, "bash", "--noprofile", "--norc", "-eo", "pipefail", "-c", s.Run)
}

func (r runner) read(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(r.temp, name))
	if err != nil && !os.IsNotExist(err) {
		t.Fatal(err)
	}
	return string(data)
}

var expression = regexp.MustCompile(`\$\{\{ *(.*?) *\}\}`)

// expand puts values for the expressions of a text.
func expand(t *testing.T, text string, known map[string]string) string {
	t.Helper()
	return expression.ReplaceAllStringFunc(text, func(e string) string {
		name := expression.FindStringSubmatch(e)[1]
		value, ok := known[name]
		if !ok && !strings.HasPrefix(name, "steps.") {
			t.Fatalf("the action uses %q, which is unknown", name)
		}
		return value
	})
}

// holds tells whether a step runs. A condition is terms joined by &&.
func holds(t *testing.T, condition string, known map[string]string, failed bool) bool {
	t.Helper()
	if condition == "" {
		return !failed
	}
	inner := expression.FindStringSubmatch(condition)
	if inner == nil {
		t.Fatalf("the condition %q is no expression", condition)
	}
	for term := range strings.SplitSeq(inner[1], " && ") {
		if term == "!cancelled()" {
			failed = false
			continue
		}
		name, want, ok := strings.Cut(term, " == ")
		if !ok {
			t.Fatalf("the condition has the term %q, which this test does not know", term)
		}
		if !strings.EqualFold(known[name], strings.Trim(want, "'")) { // as GitHub compares
			return false
		}
	}
	return !failed
}

// TestActionIsSafe holds that no step puts what an expression gives into a command, and
// that the action needs no other but the one that installs Go.
func TestActionIsSafe(t *testing.T) {
	a := readAction(t)
	uses := map[string]bool{}
	for _, s := range a.Runs.Steps {
		if strings.Contains(s.Run, "${{") {
			t.Errorf("the step %q has an expression in its command: %s", s.Name, s.Run)
		}
		if s.Run != "" && s.Shell != "bash" {
			t.Errorf("the step %q has the shell %q", s.Name, s.Shell)
		}
		if s.Uses != "" {
			uses[s.Uses] = true
			if file := expand(t, s.With["go-version-file"], map[string]string{"github.action_path": ".."}); file != "../go.mod" {
				t.Errorf("%s takes the version from %q", s.Uses, file)
			}
		}
	}
	if !maps.Equal(uses, map[string]bool{"actions/setup-go@v5": true}) {
		t.Errorf("the action uses %v", uses)
	}
}
