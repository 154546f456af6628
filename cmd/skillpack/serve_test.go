package main

import (
	"net"
	"strings"
	"testing"
)

func TestServeOnAnAddressInUse(t *testing.T) {
	taken, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer taken.Close()
	at := taken.Addr().String()
	var out, said strings.Builder
	code := run(t.Context(), []string{"serve", golden, "--http", at}, stdio{strings.NewReader(""), &out, &said})
	want := "skillpack: " + at + " is in use; end what listens there or choose another address with --http\n"
	if code != exitFailed || said.String() != want {
		t.Errorf("exit code %d, %q; want %d, %q", code, said.String(), exitFailed, want)
	}
}
