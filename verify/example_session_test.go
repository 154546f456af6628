package verify_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"net/http/httptest"
	"os"
	"path/filepath"

	"skillpack/verify"
)

// exampleServer stands for a server of others. It has one skill, and changes its guide
// after the skill was listed.
func exampleServer() (shop *shop, url string, stop func()) {
	shop = newShop()
	server := httptest.NewServer(shop)
	return shop, server.URL, server.Close
}

func ExampleSession() {
	shop, url, stop := exampleServer()
	defer stop()
	ctx := context.Background()
	client, err := verify.ConnectHTTP(ctx, url, verify.Options{Label: "work"})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()

	s := verify.NewSession(client, verify.SessionOptions{})
	entry := shop.forms() // of client.ListSkills or client.GetSkill
	skill, err := s.Load(ctx, entry)
	if err != nil {
		log.Fatal(err) // the skill must not be used
	}
	fmt.Printf("%s, from %q\n%s", skill.Name, skill.Label, skill.Manifest)

	guide, err := s.Read(ctx, "skill://office/forms/guide.md")
	fmt.Printf("%q %v\n", guide, err)

	shop.put("skill://office/forms/guide.md", "# Evil!\n")
	_, err = s.Read(ctx, "skill://office/forms/guide.md")
	fmt.Println(errors.Is(err, verify.ErrDigest))
	_, err = s.Read(ctx, "skill://office/other/SKILL.md")
	fmt.Println(errors.Is(err, verify.ErrUnlisted))
	// Output:
	// forms, from "work"
	// ---
	// name: forms
	// description: Fills forms
	// allowed-tools: Bash
	// ---
	// Read [the guide](guide.md).
	// "# Guide\n" <nil>
	// true
	// true
}

func ExampleApproval() {
	shop := newShop()
	entry := shop.forms() // of client.ListSkills or client.GetSkill
	stored, err := verify.Approval("work", entry)
	if err != nil {
		log.Fatal(err)
	}
	shop.put("skill://office/forms/guide.md", "# Better guide\n")
	now, err := verify.Approval("work", shop.forms())
	fmt.Println(now == stored, err)
	// Output: false <nil>
}

func ExampleCompare() {
	entry := json.RawMessage(`{"name":"forms","metadata":{"version":1}}`)
	manifest := []byte("---\nname: forms\nmetadata:\n  version: \"1\"\n---\n")
	for _, d := range verify.Compare(entry, manifest) {
		fmt.Println(d)
	}
	// Output: metadata.version: the entry has number 1, SKILL.md has text "1"
}

func ExampleOpenCache() {
	shop, url, stop := exampleServer()
	defer stop()
	dir, err := os.MkdirTemp("", "example")
	if err != nil {
		log.Fatal(err)
	}
	defer os.RemoveAll(dir)
	cache, err := verify.OpenCache(filepath.Join(dir, "cache"))
	if err != nil {
		log.Fatal(err)
	}
	defer cache.Close()
	ctx := context.Background()
	client, err := verify.ConnectHTTP(ctx, url, verify.Options{Label: "work"})
	if err != nil {
		log.Fatal(err)
	}
	defer client.Close()
	for range 2 {
		s := verify.NewSession(client, verify.SessionOptions{Cache: cache})
		if _, err := s.Load(ctx, shop.forms()); err != nil {
			log.Fatal(err)
		}
	}
	fmt.Println(len(shop.takeReads()), "request")
	// Output: 1 request
}
