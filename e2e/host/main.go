// Command host is a small careful host on verify.Session: it lists the skills of a server
// and, if asked to, loads each and reads its files. The conformance suite of the protocol
// judges it, see the package's test in e2e; it also shows how little a host needs.
//
// Usage: host [-era REVISION] [-load | -unchecked] URL
//
// It prints a line for each skill. Exit 0: all is well; 1: a skill was refused; 2: wrong
// use; 3: the server could not be asked.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"skillpack/verify"
)

func main() {
	era := flag.String("era", string(verify.Modern), "the protocol `revision`")
	load := flag.Bool("load", false, "load each skill and read its files")
	unchecked := flag.Bool("unchecked", false, "read all files without a check, as no host may, to see that the suite notices")
	flag.Parse()
	if flag.NArg() != 1 {
		flag.Usage()
		os.Exit(2)
	}
	h := &host{use: func(context.Context, verify.Entry) error { return nil }}
	client, err := verify.ConnectHTTP(context.Background(), flag.Arg(0), verify.Options{Era: verify.Era(*era), Label: "the server under test"})
	if err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
		os.Exit(3)
	}
	switch {
	case *unchecked:
		h.use = careless{client}.use
	case *load:
		h.use = careful{verify.NewSession(client, verify.SessionOptions{})}.use
	}
	code := h.run(context.Background(), client)
	if err := client.Close(); err != nil {
		fmt.Fprintln(os.Stderr, "host:", err)
	}
	os.Exit(code)
}

// host does something with each skill of a server.
type host struct {
	use func(context.Context, verify.Entry) error
}

func (h *host) run(ctx context.Context, client *verify.Client) (code int) {
	for e, err := range client.ListSkills(ctx) {
		if invalid := (*verify.EntryError)(nil); err != nil && !errors.As(err, &invalid) {
			fmt.Fprintln(os.Stderr, "host:", err)
			return 3
		}
		if err == nil {
			err = h.use(ctx, e)
		}
		if err != nil {
			fmt.Printf("refused: %v\n", err)
			code = 1
			continue
		}
		fmt.Printf("accepted %q\n", e.URI)
	}
	return code
}

// careful loads a skill and reads its files as a host must.
type careful struct{ session *verify.Session }

func (c careful) use(ctx context.Context, e verify.Entry) error {
	skill, err := c.session.Load(ctx, e)
	if err != nil {
		return err
	}
	for _, ref := range skill.Entry.Resources {
		if _, err := c.session.Read(ctx, ref.URI); err != nil {
			return err
		}
	}
	return nil
}

// careless reads a skill's files as a host must not.
type careless struct{ client *verify.Client }

func (c careless) use(ctx context.Context, e verify.Entry) error {
	for _, ref := range e.Resources {
		if _, err := c.client.ReadSkillURI(ctx, ref.URI); err != nil {
			return err
		}
	}
	return nil
}
