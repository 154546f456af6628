package deploy

import (
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// worst is the exposure, in tenths, that systemd-analyze may find at most: a service
// on the network cannot do without these.
const worst = "15"

// unit reads the unit, its binary and ports replaced.
func unit(t *testing.T, changes ...string) string {
	t.Helper()
	return edited(t, filepath.Join("systemd", "skillpack.service"), changes...)
}

// edited reads an example and replaces texts that have to be in it.
func edited(t *testing.T, file string, changes ...string) string {
	t.Helper()
	data, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(changes); i += 2 {
		if !strings.Contains(string(data), changes[i]) {
			t.Fatalf("%s has no %q", file, changes[i])
		}
	}
	return strings.NewReplacer(changes...).Replace(string(data))
}

func write(t *testing.T, path, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestUnitIsRight(t *testing.T) {
	optIn(t)
	file := filepath.Join(t.TempDir(), "skillpack.service")
	write(t, file, unit(t, "/usr/local/bin/skillpack serve", newBinary(t)+" serve"))
	must(t, "systemd-analyze", "verify", file)
	must(t, "systemd-analyze", "security", "--offline=true", "--threshold="+worst, file)
	t.Run("a unit without a sandbox is not", func(t *testing.T) {
		write(t, file, unit(t, "ProtectSystem=strict", "", "DynamicUser=yes", "", "CapabilityBoundingSet=", "", "SystemCallFilter=@system-service", ""))
		if _, err := output(t.Context(), "systemd-analyze", "security", "--offline=true", "--threshold="+worst, file); err == nil {
			t.Error("it passes")
		}
	})
}

// machine is a systemd of its own, in a container that shares our loopback interface.
type machine struct {
	*process
	root     string
	mcp, ops string // the unit's addresses
}

// boot runs the unit, and the drop-ins of these names, under a real systemd.
func boot(t *testing.T, dropIns ...string) machine {
	t.Helper()
	binary := newBinary(t)
	m := machine{root: t.TempDir(), mcp: freePort(t), ops: freePort(t)}
	ports := []string{"127.0.0.1:8080", m.mcp, "127.0.0.1:9090", m.ops}
	write(t, m.path("etc/os-release"), "ID=test\n")
	write(t, m.path("etc/nsswitch.conf"), "passwd: files systemd\ngroup: files systemd\n")
	write(t, m.path("etc/passwd"), "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65534::/:/usr/sbin/nologin\n")
	write(t, m.path("etc/group"), "root:x:0:\nnogroup:x:65534:\n")
	write(t, m.path("etc/skillpack/tokens"), "a-token-of-the-test-0123456789abcdef\n")
	write(t, m.path("etc/systemd/system/skillpack.service"), unit(t, ports...))
	write(t, m.path("etc/machine-id"), strings.Repeat("0123456789abcdef", 2)+"\n")
	// Nothing else is started, and no journal.
	write(t, m.path("etc/systemd/system/skillpack.service.d/alone.conf"), "[Unit]\nDefaultDependencies=no\n[Service]\nStandardError=append:/log\n")
	for _, name := range dropIns {
		file := filepath.Join("systemd", "skillpack.service.d", name)
		write(t, m.path("etc/systemd/system/skillpack.service.d/"+name), edited(t, file, ports...))
	}
	for _, dir := range []string{"proc", "sys", "dev", "run", "tmp", "var", "root"} {
		write(t, m.path(dir+"/.keep"), "")
	}
	place(t, binary, m.path("usr/local/bin/skillpack"), 0o755)
	place(t, newCatalog(t, binary, "example-skills"), m.path("etc/skillpack/catalog.json"), 0o644)
	if err := os.Chmod(m.path("etc/skillpack/tokens"), 0o600); err != nil {
		t.Fatal(err)
	}
	m.process = start(t, "systemd-nspawn", m.arguments(t)...)
	m.await(t, "unit that is ready", func() bool {
		status, _ := get(t, "http://"+m.ops+"/readyz")
		return status == http.StatusOK
	})
	return m
}

// arguments boot the root with the programs of this machine, and the unit alone.
func (m machine) arguments(t *testing.T) []string {
	args := []string{"--quiet", "--register=no", "--keep-unit", "--kill-signal=SIGRTMIN+14", "-D", m.root}
	for _, dir := range []string{"bin", "sbin", "lib", "lib64"} {
		if err := os.Symlink("usr/"+dir, m.path(dir)); err != nil {
			t.Fatal(err)
		}
		if _, err := os.Stat("/usr/" + dir); err == nil {
			args = append(args, "--bind-ro=/usr/"+dir)
		}
	}
	return append(args, "--boot", "--", "systemd.unit=skillpack.service", "systemd.log_target=console")
}

func (m machine) path(name string) string { return filepath.Join(m.root, filepath.FromSlash(name)) }

// pid returns the id of the server.
func (m machine) pid(t *testing.T) int {
	t.Helper()
	return processOf(t, "/usr/local/bin/skillpack", "--http="+m.mcp)
}

// systemctl talks to the machine's systemd.
func (m machine) systemctl(t *testing.T, args ...string) string {
	t.Helper()
	leader := fmt.Sprint(processOf(t, "/usr/lib/systemd/systemd", "systemd.unit=skillpack.service"))
	return must(t, "nsenter", append([]string{"-t", leader, "-m", "-p", "--", "systemctl"}, args...)...)
}

func TestUnitRuns(t *testing.T) {
	optIn(t)
	m := boot(t)
	url := "http://" + m.mcp
	ask(t, http.DefaultClient, url, nil)
	t.Run("locked in", func(t *testing.T) { lockedIn(t, m.pid(t)) })
	t.Run("a new catalog by systemctl reload", func(t *testing.T) {
		_, before := get(t, "http://"+m.ops+"/readyz")
		place(t, newCatalog(t, m.path("usr/local/bin/skillpack"), "example-skills/publish-skills"), m.path("etc/skillpack/catalog.json"), 0o644)
		m.systemctl(t, "reload", "skillpack")
		m.await(t, "other digest", func() bool {
			status, now := get(t, "http://"+m.ops+"/readyz")
			return status == http.StatusOK && now != before
		})
		if n := len(ask(t, http.DefaultClient, url, nil).Result.Skills); n != 1 {
			t.Errorf("%d skills, expected that of the new catalog", n)
		}
	})
	t.Run("a clean end", func(t *testing.T) {
		m.systemctl(t, "stop", "skillpack")
		if state := m.systemctl(t, "show", "-p", "Result,ExecMainStatus", "skillpack"); state != "Result=success\nExecMainStatus=0\n" && state != "ExecMainStatus=0\nResult=success\n" {
			t.Errorf("got %s", state)
		}
	})
}

// lockedIn reads from the kernel what the unit's directives came to.
func lockedIn(t *testing.T, pid int) {
	t.Helper()
	status := processStatus(t, pid)
	for field, want := range map[string]string{
		"CapEff": "0000000000000000", "CapBnd": "0000000000000000", "CapAmb": "0000000000000000", "NoNewPrivs": "1", "Seccomp": "2",
	} {
		if status[field] != want {
			t.Errorf("%s is %s, expected %s", field, status[field], want)
		}
	}
	if strings.HasPrefix(status["Uid"], "0\t") {
		t.Error("it runs as root")
	}
	for line := range strings.Lines(readProc(t, pid, "mounts")) {
		if f := strings.Fields(line); f[1] == "/" && !strings.HasPrefix(f[3], "ro") {
			t.Errorf("its root can be written: %s", line)
		}
	}
}

func TestUnitAsksForTokens(t *testing.T) {
	optIn(t)
	m := boot(t, "tokens.conf")
	for token, want := range map[string]int{
		"": http.StatusUnauthorized, "Bearer wrong": http.StatusUnauthorized,
		"Bearer a-token-of-the-test-0123456789abcdef": http.StatusOK,
	} {
		r := question(t, "http://"+m.mcp, "skills/list", nil)
		r.Header.Set("Authorization", token)
		response, err := http.DefaultClient.Do(r)
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != want {
			t.Errorf("%q: %s, expected %d", token, response.Status, want)
		}
	}
	lockedIn(t, m.pid(t))
}
