package e2e

import (
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
)

// comments is the part of GitHub's API that holds the comments of a pull request.
type comments struct {
	mu       sync.Mutex
	requests []string          // method, path
	bodies   map[string]string // by id
	refuse   bool
	login    string // of the person whose token it is, "" for that of an app
	others   int    // comments of others, besides one that begins as ours do
}

func (c *comments) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	c.mu.Lock()
	defer c.mu.Unlock()
	data, _ := io.ReadAll(r.Body)
	c.requests = append(c.requests, r.Method+" "+r.URL.Path)
	var sent struct{ Body string }
	json.Unmarshal(data, &sent)
	switch {
	case c.refuse || r.Header.Get("Authorization") != "Bearer the-token":
		http.Error(w, `{"message":"Resource not accessible by integration"}`, http.StatusForbidden)
	case r.Method == "GET" && r.URL.Path == "/repos/acme/skills/issues/7/comments":
		c.list(w, r.URL.Query().Get("page"))
	case r.Method == "GET" && r.URL.Path == "/user" && c.login != "":
		fmt.Fprintf(w, `{"login":%q}`, c.login)
	case r.Method == "GET" && r.URL.Path == "/user":
		http.Error(w, `{"message":"Resource not accessible by integration"}`, http.StatusForbidden)
	case r.Method == "POST" && r.URL.Path == "/repos/acme/skills/issues/7/comments":
		c.bodies["2"] = sent.Body
		io.WriteString(w, `{"id":2}`)
	case r.Method == "PATCH" && r.URL.Path == "/repos/acme/skills/issues/comments/2":
		c.bodies["2"] = sent.Body
		io.WriteString(w, `{"id":2}`)
	default:
		http.NotFound(w, r)
	}
}

// list answers with a page of a hundred: a person's comment, which begins as ours do,
// those of others, and then ours.
func (c *comments) list(w io.Writer, page string) {
	type comment struct {
		ID   int               `json:"id"`
		Body string            `json:"body"`
		User map[string]string `json:"user"`
	}
	all := []comment{{1, "<!-- skillpack --> quoted", map[string]string{"type": "User", "login": "somebody"}}}
	for i := range c.others {
		all = append(all, comment{100 + i, "Nice.", map[string]string{"type": "User", "login": "another"}})
	}
	if body, ok := c.bodies["2"]; ok {
		user := map[string]string{"type": "Bot", "login": "github-actions[bot]"}
		if c.login != "" {
			user = map[string]string{"type": "User", "login": c.login}
		}
		all = append(all, comment{2, body, user})
	}
	n, _ := strconv.Atoi(page)
	from := min(100*(n-1), len(all))
	json.NewEncoder(w).Encode(all[from:min(from+100, len(all))])
}

// newRunner is a runner of a pull request, whose comments are held by c.
func newRunner(t *testing.T, c *comments) runner {
	t.Helper()
	for _, tool := range []string{"bash", "curl", "jq"} {
		if _, err := exec.LookPath(tool); err != nil {
			t.Fatalf("no %s: run `.ci/need %s` (or `make e2e`): %v", tool, tool, err)
		}
	}
	server := httptest.NewServer(c)
	t.Cleanup(server.Close)
	r := runner{workspace: newRepository(t, goSettings(t)...), temp: t.TempDir()}
	event := filepath.Join(r.temp, "event.json")
	if err := os.WriteFile(event, []byte(`{"pull_request":{"number":7,"title":"$(touch pwned)"}}`), 0o666); err != nil {
		t.Fatal(err)
	}
	r.extra = []string{"GITHUB_EVENT_PATH=" + event, "GITHUB_API_URL=" + server.URL, "NO_PROXY=127.0.0.1", "no_proxy=127.0.0.1"}
	return r
}

// TestAction runs the steps of action.yml as shell: annotations, exit codes, summary,
// outputs and what is asked of GitHub's API. Each part goes on where the last one ended.
func TestAction(t *testing.T) {
	optIn(t)
	t.Parallel()
	c := &comments{bodies: map[string]string{}}
	p := pullRequest{runner: newRunner(t, c), action: readAction(t), comments: c}
	p.write(t, "our skills/tidy/SKILL.md", manifest("tidy", ""))
	t.Run("comment", p.testComment)
	t.Run("another page", p.testPages)
	t.Run("token of a person", p.testPerson)
	t.Run("base branch", p.testBase)
	t.Run("findings", p.testFindings)
	t.Run("comment refused", p.testRefused)
	t.Run("no catalog", p.testNoCatalog)
	t.Run("commands in names", p.testCommands)
	t.Run("no build", p.testNoBuild)
	t.Run("arguments of build", p.testBuildArgs)
	t.Run("wrong inputs", p.testWrongInputs)
	if _, err := os.Stat(filepath.Join(p.workspace.dir, "pwned")); err == nil {
		t.Error("text of the event was run as a command")
	}
}

// pullRequest is a runner with what its steps speak to.
type pullRequest struct {
	runner
	action   action
	comments *comments
}

func (p pullRequest) write(t *testing.T, pairs ...string) {
	t.Helper()
	p.workspace.write(t, pairs...)
}

// check runs the action with inputs given in turn by name and value, expects the steps to
// end with codes, and returns what came of it.
func (p pullRequest) check(t *testing.T, codes map[string]int, pairs ...string) actionRun {
	t.Helper()
	inputs := map[string]string{"path": "our skills", "catalog": "catalog.json", "comment": "true"}
	for i := 0; i < len(pairs); i += 2 {
		inputs[pairs[i]] = pairs[i+1]
	}
	codes["Install skillpack"] = 0
	result := p.run(t, p.action, inputs)
	if !maps.Equal(result.codes, codes) {
		t.Fatalf("the steps ended with %v, expected %v:\n%v", result.codes, codes, result.logs)
	}
	return result
}

// testComment: the comment is written once and then kept up to date.
func (p pullRequest) testComment(t *testing.T) {
	first := p.check(t, map[string]int{"Lint": 0, "Build": 1, "Comment": 0})
	expectText(t, "the summary", first.summary, `### skillpack build`, `there is no catalog "catalog\.json"`)
	expectText(t, "the outputs", first.outputs, `(?m)^catalog=catalog\.json$`)
	expectText(t, "the comment", p.comments.bodies["2"], `^<!-- skillpack -->\n`, `there is no catalog`)
	p.workspace.must(t, filepath.Join(p.temp, "skillpack", "bin", "skillpack"), "build", "our skills", "--quiet")
	p.check(t, map[string]int{"Lint": 0, "Build": 0, "Comment": 0}, "args", "--quiet\n")
	expectText(t, "the comment", p.comments.bodies["2"], `    catalog\.json is what our skills gives`)
	const path = " /repos/acme/skills/issues/"
	want := []string{"GET /user", "GET" + path + "7/comments", "POST" + path + "7/comments", "GET /user", "GET" + path + "7/comments", "PATCH" + path + "comments/2"}
	if !slices.Equal(p.comments.requests, want) {
		t.Errorf("the requests were %q, want %q", p.comments.requests, want)
	}
}

// testPages: the comment is found behind a hundred of others.
func (p pullRequest) testPages(t *testing.T) {
	p.comments.others = 230
	p.expectPatch(t)
}

// testPerson: the comment is found where the token is a person's, and so is the comment.
func (p pullRequest) testPerson(t *testing.T) {
	p.comments.login = "me"
	p.expectPatch(t)
	p.comments.login, p.comments.others = "", 0
}

func (p pullRequest) expectPatch(t *testing.T) {
	t.Helper()
	p.check(t, map[string]int{"Lint": 0, "Build": 0, "Comment": 0})
	if last := p.comments.requests[len(p.comments.requests)-1]; last != "PATCH /repos/acme/skills/issues/comments/2" {
		t.Errorf("the last request is %s", last)
	}
}

// testBase: the comment tells what the skills change against the catalog of the base
// branch, which a checkout of one commit has to fetch.
func (p pullRequest) testBase(t *testing.T) {
	w := p.workspace
	if done := w.commit(t); done.code != 0 {
		t.Fatal(done)
	}
	origin := filepath.Join(t.TempDir(), "origin.git")
	w.must(t, "git", "clone", "--quiet", "--bare", w.dir, origin)
	w.must(t, "git", "remote", "add", "origin", "file://"+origin)
	p.extra = append(slices.Clone(p.extra), "GITHUB_BASE_REF=main")
	skillpack := filepath.Join(p.temp, "skillpack", "bin", "skillpack")
	p.check(t, map[string]int{"Lint": 0, "Build": 0, "Comment": 0})
	expectText(t, "the comment", p.comments.bodies["2"], `    the skills give the catalog\.json of main\n`)
	p.write(t, "our skills/extra/SKILL.md", manifest("extra", ""))
	against := `    the skills against the catalog\.json of main:\n\n### Skills: 1 added, 0 removed, 0 renamed, 0 changed; approvals revoked: 0\n`
	p.check(t, map[string]int{"Lint": 0, "Build": 1, "Comment": 0})
	expectText(t, "the comment", p.comments.bodies["2"], against, `    skillpack: "catalog\.json" is not what "our skills" gives`)
	if strings.Contains(p.comments.bodies["2"], "skill added:") {
		t.Errorf("the comment tells the differences twice:\n%s", p.comments.bodies["2"])
	}
	w.must(t, skillpack, "build", "our skills", "--quiet")
	done := p.check(t, map[string]int{"Lint": 0, "Build": 0, "Comment": 0})
	details := `(?s)<details>.*\n    added    skill://extra/SKILL\.md  1 file, .*</details>`
	expectText(t, "the comment", p.comments.bodies["2"], against, details, `    catalog\.json is what our skills gives`)
	expectText(t, "the summary", done.summary, against, details)
	p.extra = append(p.extra, "GITHUB_BASE_REF=gone")
	p.check(t, map[string]int{"Lint": 0, "Build": 0, "Comment": 0})
	if strings.Contains(p.comments.bodies["2"], "skill://extra") {
		t.Errorf("without a base branch the comment is\n%s", p.comments.bodies["2"])
	}
	if err := os.RemoveAll(filepath.Join(w.dir, "our skills/extra")); err != nil {
		t.Fatal(err)
	}
	w.must(t, skillpack, "build", "our skills", "--quiet")
}

// testNoBuild: where old errors are known to a baseline, lint passes and nothing is built.
func (p pullRequest) testNoBuild(t *testing.T) {
	p.write(t, "our skills/broken/SKILL.md", "---\nname: broken\ndescription: Two modes: fast\n---\n")
	skillpack := filepath.Join(p.temp, "skillpack", "bin", "skillpack")
	p.workspace.must(t, skillpack, "lint", "our skills", "--baseline", "old.json", "--update-baseline")
	p.comments.refuse = false
	for _, no := range []string{"false", "False"} {
		p.check(t, map[string]int{"Lint": 0, "Comment": 0}, "build", no, "args", "--baseline\nold.json")
	}
	expectText(t, "the comment", p.comments.bodies["2"], `    0 errors`)
	if strings.Contains(p.comments.bodies["2"], "catalog") {
		t.Errorf("without a build the comment is\n%s", p.comments.bodies["2"])
	}
}

// testBuildArgs goes on with a skill that is broken.
func (p pullRequest) testBuildArgs(t *testing.T) {
	done := p.check(t, map[string]int{"Lint": 0, "Build": 0}, "comment", "false", "catalog", "", "args", "--baseline=old.json", "build-args", "--skip-invalid\n--prefix\nacme")
	expectText(t, "the summary", done.summary, `(?m)^    skills +1$`)
}

func (p pullRequest) testFindings(t *testing.T) {
	p.write(t, "our skills/tidy/SKILL.md", manifest("tidy", "More.\n"),
		"our skills/broken/SKILL.md", "---\nname: broken\ndescription: Two modes: fast\n---\n")
	done := p.check(t, map[string]int{"Lint": 1, "Build": 1, "Comment": 0})
	expectText(t, "the log", done.logs["Lint"], `(?m)^our skills/broken/SKILL\.md:3:23: error: .*\[frontmatter/yaml\]$`,
		`(?m)^::error file=our skills/broken/SKILL\.md,line=3,`, `(?m)^1 error, 0 warnings in 2 skills$`)
	expectText(t, "the summary", done.summary, `    our skills/broken/SKILL\.md:3:23: error`)
	expectText(t, "the comment", p.comments.bodies["2"], `    1 error, 0 warnings in 2 skills`, `    skillpack: .*there is nothing to compare`)
	if err := os.RemoveAll(filepath.Join(p.workspace.dir, "our skills/broken")); err != nil {
		t.Fatal(err)
	}
}

// testRefused: what a token may not do is a warning, and the checks still count.
func (p pullRequest) testRefused(t *testing.T) {
	p.comments.refuse = true
	done := p.check(t, map[string]int{"Lint": 0, "Build": 1, "Comment": 0})
	expectText(t, "the log", done.logs["Comment"], `(?m)^::warning title=skillpack::could not comment`)
	expectText(t, "the log", done.logs["Build"], `(?m)^.*skill://tidy`, `(?m)^::error title=skillpack build::`)
}

func (p pullRequest) testNoCatalog(t *testing.T) {
	done := p.check(t, map[string]int{"Lint": 0, "Build": 0}, "comment", "false", "catalog", "")
	expectText(t, "the outputs", done.outputs, `(?m)^catalog=`+regexp.QuoteMeta(p.temp)+`/skillpack/catalog\.json$`)
	expectText(t, "the summary", done.summary, `(?m)^    skills +1$`)
}

// testCommands: a change that tries to speak to the runner is printed and not obeyed.
func (p pullRequest) testCommands(t *testing.T) {
	p.write(t, "::error::own/SKILL.md", manifest("other", ""))
	done := p.check(t, map[string]int{"Lint": 1, "Build": 1}, "comment", "false", "path", ".")
	expectText(t, "the log", done.logs["Lint"], `(?m)^::error::own/SKILL\.md:2:7: error`)
	for _, line := range commands(done.logs["Lint"]) {
		if !strings.HasPrefix(line, "::error file=") && !strings.HasPrefix(line, "::warning file=") {
			t.Errorf("the runner obeys %s", line)
		}
	}
}

func (p pullRequest) testWrongInputs(t *testing.T) {
	done := p.check(t, map[string]int{"Lint": 2, "Build": 2}, "comment", "false", "strict", "yes")
	expectText(t, "the log", done.logs["Lint"], `(?m)^::error title=skillpack::the input "strict" is "yes"; expected true or false$`)
	done = p.check(t, map[string]int{"Lint": 2}, "comment", "ja", "build", "no")
	expectText(t, "the log", done.logs["Lint"], `the input "build" is "no"`)
	done = p.check(t, map[string]int{"Lint": 2, "Build": 1}, "comment", "false", "args", "--quiet\n--baseline base.json")
	expectText(t, "the log", done.logs["Lint"], `(?m)^::error title=skillpack::the input "args" has the line "--baseline base.json"; write the flag and its value on a line each$`)
	done = p.check(t, map[string]int{"Lint": 1, "Build": 2}, "comment", "false", "build-args", "-o x.json")
	expectText(t, "the log", done.logs["Build"], `the input "build-args" has the line "-o x.json"`)
	done = p.check(t, map[string]int{"Lint": 2, "Build": 2}, "comment", "false", "path", "absent", "strict", "true")
	expectText(t, "the log", done.logs["Lint"], `there is no file or directory "absent"`, `(?m)^::error title=skillpack lint::`)
}

func expectText(t *testing.T, what, text string, patterns ...string) {
	t.Helper()
	for _, pattern := range patterns {
		if !regexp.MustCompile(pattern).MatchString(text) {
			t.Errorf("nothing matches %s in %s:\n%s", pattern, what, text)
		}
	}
}

// commands returns the lines of a log that GitHub's runner takes for commands.
func commands(log string) []string {
	var found []string
	stopped := ""
	for line := range strings.Lines(log) {
		line = strings.TrimSuffix(line, "\n")
		mark, stops := strings.CutPrefix(line, "::stop-commands::")
		switch {
		case stopped == "" && stops:
			stopped = "::" + mark + "::"
		case line == stopped:
			stopped = ""
		case stopped == "" && strings.HasPrefix(line, "::"):
			found = append(found, line)
		}
	}
	return found
}
