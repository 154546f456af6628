package e2e

import (
	"bufio"
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"
)

// maxBrowsing bounds one run of a script in the browser; a check in it has two minutes.
const maxBrowsing = 5 * time.Minute

// browserCheck is how one check in the browser went, and what it measured.
type browserCheck struct {
	Name, Fault, Note string
	MS                int // how long it took
}

// browse runs a script of browser/, logs its checks as they end, and returns their names.
// Each that failed fails the test.
func browse(t *testing.T, c clients, script string, asked map[string]any) []string {
	t.Helper()
	arg, err := json.Marshal(asked)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), maxBrowsing)
	defer cancel()
	said := new(lockedBuffer)
	cmd := exec.CommandContext(ctx, c.node, filepath.Join("browser", script), string(arg))
	cmd.Env = append(os.Environ(), "HOME="+c.home, "NO_COLOR=1")
	// The script closes the browser, then; a killed one would leave it behind.
	cmd.Cancel = func() error { return cmd.Process.Signal(os.Interrupt) }
	cmd.Stderr, cmd.WaitDelay = said, 10*time.Second
	stdout, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	names := readBrowser(t, stdout)
	if err := errors.Join(cmd.Wait(), ctx.Err()); err != nil {
		t.Errorf("%s: %v: %s", script, err, said)
	}
	return names
}

// readBrowser reads checks, one a line, to the end.
func readBrowser(t *testing.T, from io.Reader) (names []string) {
	t.Helper()
	for in := bufio.NewReader(from); ; {
		line, err := in.ReadString('\n')
		if err != nil {
			return names
		}
		var v browserCheck
		if err := json.Unmarshal([]byte(line), &v); err != nil {
			t.Errorf("the browser printed %q: %v", line, err)
			continue
		}
		names = append(names, v.Name)
		t.Logf("%6d ms  %s  %s", v.MS, v.Name, v.Note)
		if v.Fault != "" {
			t.Errorf("%s: %s", v.Name, v.Fault)
		}
	}
}

// checkRan fails the test where checks are missing, or are more than are known.
func checkRan(t *testing.T, got, want []string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("the checks that ran are\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(want, "\n"))
	}
}

// pagesOf starts a server of a catalog and returns the address of its pages.
func pagesOf(t *testing.T, binary, catalog string) string {
	t.Helper()
	s := start(t, binary, "serve", catalog, "--http", "127.0.0.1:0", "--site")
	u, err := url.Parse(s.url)
	if err != nil {
		t.Fatal(err)
	}
	return "http://" + u.Host + "/"
}
