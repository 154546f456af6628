package daemon

import (
	"bytes"
	"log"
	"log/slog"
	"testing"
)

func TestServerLog(t *testing.T) {
	for line, level := range map[string]string{
		"http: TLS handshake error from 192.0.2.1:1: EOF":   "DEBUG",
		"http: Accept error: too many open files; retrying": "WARN",
	} {
		var out bytes.Buffer
		l := slog.New(slog.NewTextHandler(&out, &slog.HandlerOptions{Level: slog.LevelDebug}))
		log.New(serverLog{l}, "", 0).Println(line)
		if want := []byte("level=" + level + " msg=\"" + line + "\"\n"); !bytes.HasSuffix(out.Bytes(), want) {
			t.Errorf("%s, want %s", &out, want)
		}
	}
}
