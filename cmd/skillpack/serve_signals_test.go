//go:build unix

package main

import (
	"bufio"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"os/exec"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestSecondSignal ends a server that waits for a request which never ends. The line of a
// request before must not be lost.
func TestSecondSignal(t *testing.T) {
	for _, second := range []syscall.Signal{syscall.SIGINT, syscall.SIGTERM} {
		t.Run(second.String(), func(t *testing.T) {
			c := exec.Command("skillpack", "serve", golden, "--http=127.0.0.1:0", "--drain-timeout=1h", "--log-format=json")
			said, err := c.StderrPipe()
			if err != nil {
				t.Fatal(err)
			}
			if err := c.Start(); err != nil {
				t.Fatal(err)
			}
			defer time.AfterFunc(30*time.Second, func() { _ = c.Process.Kill() }).Stop()
			lines := bufio.NewReader(said)
			first, err := lines.ReadString('\n')
			if err != nil {
				t.Fatal(err)
			}
			var started struct{ Msg, Digest, URL, Level string }
			if err := json.Unmarshal([]byte(first), &started); err != nil || started.Msg != "serving" || started.Level != "INFO" || started.Digest == "" {
				t.Fatalf("announced by %s, want a line of JSON", first)
			}
			addr := strings.TrimSuffix(strings.TrimPrefix(started.URL, "http://"), "/mcp")
			conn, err := net.Dial("tcp", addr)
			if err != nil {
				t.Fatal(err)
			}
			defer conn.Close()
			fmt.Fprint(conn, "POST /mcp HTTP/1.1\r\nHost: localhost\r\nExpect: 100-continue\r\nContent-Type: application/json\r\nContent-Length: 7\r\n\r\n")
			if line, err := bufio.NewReader(conn).ReadString('\n'); err != nil || !strings.Contains(line, "100") {
				t.Fatalf("%q %v", line, err)
			}
			_ = c.Process.Signal(syscall.SIGTERM)
			stopping, err := lines.ReadString('\n')
			if err != nil || !strings.Contains(stopping, `"msg":"stopping","delay_s":0,"timeout_s":3600}`) {
				t.Fatalf("%s %v", stopping, err)
			}
			_ = c.Process.Signal(second)
			rest, _ := io.ReadAll(lines)
			if !strings.Contains(string(rest), "second signal") {
				t.Errorf("the log ends with %s", rest)
			}
			_ = c.Wait()
			if status := c.ProcessState.Sys().(syscall.WaitStatus); !status.Signaled() || status.Signal() != second {
				t.Errorf("it ended with %v", c.ProcessState)
			}
		})
	}
}
