package deploy

import (
	"context"
	"debug/elf"
	"encoding/json"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
)

// stage is a stage of the Dockerfile, as deploy/check/dockerfile prints it.
type stage struct {
	Name, Base   string
	Instructions []struct{ Name, Text string }
}

// parseDockerfile parses the Dockerfile, once for all tests, with BuildKit's own parser and
// linter.
var parseDockerfile = sync.OnceValues(func() (stages []stage, err error) {
	out, err := output(context.Background(), "go", "run", "-C", "check", "./dockerfile", "../Dockerfile")
	if err == nil {
		err = json.Unmarshal([]byte(out), &stages)
	}
	return stages, err
})

// dockerfile returns the stages of the Dockerfile.
func dockerfile(t *testing.T) []stage {
	t.Helper()
	stages, err := parseDockerfile()
	if err != nil {
		t.Fatal(err)
	}
	return stages
}

// all returns the arguments of every instruction of a name.
func (s stage) all(name string) []string {
	var texts []string
	for _, i := range s.Instructions {
		if i.Name == name {
			texts = append(texts, strings.TrimPrefix(i.Text, name+" "))
		}
	}
	return texts
}

// argv returns the one instruction of a name in exec form.
func (s stage) argv(t *testing.T, name string) []string {
	t.Helper()
	var argv []string
	if texts := s.all(name); len(texts) != 1 || json.Unmarshal([]byte(texts[0]), &argv) != nil {
		t.Fatalf("%s: got %q, expected one in exec form", name, texts)
	}
	return argv
}

// server returns the stage that the image is made of, which the last one adds nothing to.
func server(t *testing.T, stages []stage) stage {
	t.Helper()
	last := stages[len(stages)-1]
	i := slices.IndexFunc(stages, func(s stage) bool { return s.Name == last.Base })
	if i < 0 || len(last.Instructions) > 0 || stages[i].Base != "scratch" {
		t.Fatalf("the image is %+v, expected a stage from scratch as it is", last)
	}
	return stages[i]
}

// command returns what a container of the image runs, with other arguments where given.
func (s stage) command(t *testing.T, args []string) []string {
	t.Helper()
	if args == nil {
		args = s.argv(t, "CMD")
	}
	return append(s.argv(t, "ENTRYPOINT"), args...)
}

func TestDockerfile(t *testing.T) {
	optIn(t)
	s := server(t, dockerfile(t))
	binary := newBinary(t)
	t.Run("the binary needs no library", func(t *testing.T) { static(t, binary) })
	if user := s.all("USER"); !slices.Equal(user, []string{"65532:65532"}) {
		t.Errorf("USER is %q, expected numbers, not root's", user)
	}
	if ports := s.all("EXPOSE"); !slices.Equal(ports, []string{"8080 9090"}) {
		t.Errorf("EXPOSE is %q", ports)
	}
	t.Run("it serves from a root of its own that nobody can write", func(t *testing.T) {
		root := t.TempDir()
		place(t, binary, filepath.Join(root, "skillpack"), 0o755)
		place(t, newCatalog(t, binary, "example-skills"), filepath.Join(root, "catalog", "catalog.json"), 0o444)
		running := serve(t, contained(root, s.all("USER")[0], anyPorts(s.command(t, nil)))...)
		isNobody(t, running.cmd.Process.Pid)
		ask(t, http.DefaultClient, running.url, nil)
		if status, body := get(t, running.ops+"/readyz"); status != http.StatusOK {
			t.Errorf("/readyz: %d %s", status, body)
		}
	})
}

func static(t *testing.T, binary string) {
	t.Helper()
	f, err := elf.Open(binary)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for _, p := range f.Progs {
		if p.Type == elf.PT_INTERP {
			t.Error("it names an interpreter")
		}
	}
	if libraries, err := f.ImportedLibraries(); err == nil && len(libraries) > 0 {
		t.Errorf("it needs %v", libraries)
	}
	symbols, _ := f.Symbols() // none in a stripped one
	if len(symbols) > 0 {
		t.Errorf("it has %d symbols", len(symbols))
	}
}

// place copies a file to where an image has it.
func place(t *testing.T, from, to string, mode os.FileMode) {
	t.Helper()
	data, err := os.ReadFile(from)
	if err == nil {
		err = os.MkdirAll(filepath.Dir(to), 0o755)
	}
	if err == nil {
		err = os.WriteFile(to, data, mode)
	}
	if err == nil {
		err = os.Chmod(filepath.Dir(filepath.Dir(to)), 0o755)
	}
	if err != nil {
		t.Fatal(err)
	}
}

// contained returns a command that runs another as a container with --read-only does:
// in a root and mount namespace of its own, as a user that is not root.
func contained(root, user string, command []string) []string {
	const script = `mount --bind "$1" "$1" && mount -o remount,bind,ro "$1" && root=$1 user=$2 && shift 2 &&
		exec chroot --userspec="$user" --groups= "$root" "$@"`
	return append([]string{"unshare", "--mount", "--propagation=private", "sh", "-ec", script, "sh", root, user}, command...)
}

// isNobody fails if a process has a capability or root's id, or a root it could write.
func isNobody(t *testing.T, pid int) {
	t.Helper()
	status := processStatus(t, pid)
	if status["CapEff"] != "0000000000000000" || strings.HasPrefix(status["Uid"], "0\t") {
		t.Errorf("it runs as %s with capabilities %s", status["Uid"], status["CapEff"])
	}
	mounts := readProc(t, pid, "mounts")
	if i := strings.LastIndex("\n"+mounts, " / "); i < 0 || !strings.Contains(mounts[i:], "ro,") {
		t.Errorf("its root can be written:\n%s", mounts)
	}
}
