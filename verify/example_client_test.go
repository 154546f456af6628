package verify_test

import (
	"context"
	"errors"
	"fmt"
	"log"
	"net/http/httptest"
	"os"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"skillpack/internal/hostile"
	"skillpack/serve"
	"skillpack/verify"
)

// exampleEndpoint stands for the address of a server.
func exampleEndpoint() (url string, stop func()) {
	c, err := hostile.Catalog(context.Background())
	if err != nil {
		log.Fatal(err)
	}
	server := httptest.NewServer(serve.New(c, serve.Options{}).Handler())
	return server.URL + serve.Endpoint, server.Close
}

func ExampleConnectHTTP() {
	url, stop := exampleEndpoint()
	defer stop()
	ctx := context.Background()
	client, err := verify.ConnectHTTP(ctx, url, verify.Options{Era: verify.Legacy, Label: "work"})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	for entry, err := range client.ListSkills(ctx) {
		if invalid, ok := errors.AsType[*verify.EntryError](err); ok {
			fmt.Println("skipped:", invalid) // the others are listed all the same
			continue
		}
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(entry.URI, len(entry.Resources))
	}
	// Output:
	// skill://acme/billing/SKILL.md 4
	// skill://acme/billing/refunds/SKILL.md 2
	// skill://notes/SKILL.md 6
	// skill://zoo/SKILL.md 1
}

func ExampleConnectCommand() {
	ctx := context.Background()
	// Such as []string{"skillpack", "serve", "catalog.json"}.
	command := []string{os.Args[0], stdioServer, "real"}
	client, err := verify.ConnectCommand(ctx, command, verify.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	file, err := client.ReadSkillURI(ctx, "skill://notes/lines.txt")
	if err != nil {
		log.Fatal(err)
	}
	fmt.Printf("%s %q\n", file.MIMEType, file.Data)
	for child, err := range client.ReadDirectory(ctx, "skill://acme/billing/refunds") {
		if err != nil {
			log.Fatal(err)
		}
		fmt.Println(child.Name, child.Size)
	}
	// Output:
	// text/plain "\ufeffone\r\ntwo\r\n"
	// refunds 91
	// data.bin 3
}

func ExampleUnreachable() {
	url, stop := exampleEndpoint()
	client, err := verify.ConnectHTTP(context.Background(), url, verify.Options{})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	_, err = client.GetSkill(context.Background(), "skill://nobody/SKILL.md")
	refused, ok := errors.AsType[*jsonrpc.Error](err)
	fmt.Println(ok, refused.Code, verify.Unreachable(err))
	stop()
	_, err = client.GetSkill(context.Background(), "skill://nobody/SKILL.md")
	fmt.Println(verify.Unreachable(err))
	// Output:
	// true -32602 false
	// true
}
