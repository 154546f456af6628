// Command bare answers every POST at /mcp with the same bytes: those that another
// server gave to one request when it started. It is the yardstick of serve.sh: what
// net/http can do on this machine, and nothing else.
//
// Before that it asks all the servers that it is to be compared with, and refuses to
// start where one does not answer with equal JSON.
package main

import (
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"strconv"
)

func main() {
	log.SetFlags(0)
	file := flag.String("request", "", "file of the request: headers, an empty line, the body")
	flag.Usage = func() {
		fmt.Fprintln(os.Stderr, "usage: bare -request FILE URL [URL OF AN EQUAL SERVER]...")
		flag.PrintDefaults()
	}
	flag.Parse()
	if *file == "" || flag.NArg() == 0 {
		flag.Usage()
		os.Exit(2)
	}
	if err := run(*file, flag.Args()); err != nil {
		log.Fatal("bare: ", err)
	}
}

// run prints the address that it serves at, and serves until the process ends.
func run(file string, urls []string) error {
	r, err := readRequest(file)
	if err != nil {
		return err
	}
	a, err := r.answerOfAll(urls)
	if err != nil {
		return err
	}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	mux := http.NewServeMux()
	mux.Handle("POST /mcp", a)
	fmt.Printf("%d bytes at http://%s/mcp\n", len(a.body), listener.Addr())
	return http.Serve(listener, mux)
}

// ServeHTTP writes the answer.
func (a *answer) ServeHTTP(w http.ResponseWriter, _ *http.Request) {
	h := w.Header()
	h.Set("Content-Type", a.contentType)
	if a.encoding != "" {
		h.Set("Content-Encoding", a.encoding)
	}
	h.Set("Content-Length", strconv.Itoa(len(a.body)))
	w.Write(a.body)
}
