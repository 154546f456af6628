package verify_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"reflect"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/jsonrpc"

	"skillpack/catalog"
	"skillpack/verify"
)

// doors are the ways to the real server.
var doors = map[string]func(*testing.T, verify.Options) *verify.Client{
	"http":  overHTTP,
	"stdio": overStdio,
}

func overStdio(t *testing.T, o verify.Options) *verify.Client { return command(t, "real", o) }

// command connects to one of the stdioServers.
func command(t *testing.T, name string, o verify.Options) *verify.Client {
	t.Helper()
	c, err := verify.ConnectCommand(t.Context(), []string{os.Args[0], stdioServer, name}, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := c.Close(); err != nil {
			t.Error(err)
		}
	})
	return c
}

// eachClient runs a test against the real server through each door in each era.
func eachClient(t *testing.T, test func(*testing.T, *verify.Client, *catalog.Catalog)) {
	for door, open := range doors {
		for _, era := range bothEras {
			t.Run(door+" "+string(era), func(t *testing.T) {
				t.Parallel()
				test(t, open(t, verify.Options{Era: era, Label: "work"}), exampleCatalog(t))
			})
		}
	}
}

func TestClientTellsOfTheServer(t *testing.T) {
	eachClient(t, func(t *testing.T, c *verify.Client, served *catalog.Catalog) {
		if c.Label() != "work" {
			t.Errorf("H8: label %q", c.Label())
		}
		if c.Instructions() != served.Server.Instructions {
			t.Errorf("P10: instructions %q", c.Instructions())
		}
		if !c.DirectoryRead() || !bytes.Contains(c.Capabilities(), []byte(`"io.modelcontextprotocol/skills"`)) {
			t.Errorf("P1: capabilities %s", c.Capabilities())
		}
		if greeting := c.Greeting(); !bytes.Contains(greeting.Result, c.Capabilities()) || !bytes.Contains(greeting.Request, []byte(c.Era())) {
			t.Errorf("greeting %s to %s", greeting.Result, greeting.Request)
		}
	})
}

func TestClientListsAndGetsEntriesAsTheyWereSent(t *testing.T) {
	eachClient(t, func(t *testing.T, c *verify.Client, served *catalog.Catalog) {
		var found []verify.Entry
		for e, err := range c.ListSkills(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			found = append(found, e)
		}
		if len(found) != len(served.Skills) {
			t.Fatalf("P2: %d skills, want %d", len(found), len(served.Skills))
		}
		for i, want := range served.Skills {
			sameEntry(t, found[i], want)
		}
		for _, want := range append(served.Skills, served.Unlisted...) {
			e, err := c.GetSkill(t.Context(), want.URI)
			if err != nil {
				t.Fatalf("P3: %v", err)
			}
			sameEntry(t, e, want)
		}
	})
}

func sameEntry(t *testing.T, got verify.Entry, want catalog.Entry) {
	t.Helper()
	if got.URI != want.URI || !bytes.Equal(got.Frontmatter, want.Frontmatter) ||
		!reflect.DeepEqual(got.Resources, want.Resources) || !bytes.Equal(got.Raw, want.Wire()) {
		t.Errorf("got %+v\nwant %s", got, want.Wire())
	}
}

func TestClientReadsEveryFileAndDirectory(t *testing.T) {
	eachClient(t, func(t *testing.T, c *verify.Client, served *catalog.Catalog) {
		var listed []string
		for r, err := range c.ListResources(t.Context()) {
			if err != nil {
				t.Fatal(err)
			}
			listed = append(listed, r.URI)
			sameResource(t, served, r)
			f, err := c.ReadSkillURI(t.Context(), r.URI)
			if err != nil {
				t.Fatal(err)
			}
			content, _ := served.Content(r.URI)
			want, _ := content.Bytes()
			if !bytes.Equal(f.Data, want) || f.URI != r.URI || f.MIMEType != r.MIMEType {
				t.Errorf("P5: %+v, want %q", f, want)
			}
		}
		if len(listed) != len(served.Resources) {
			t.Errorf("P6: %q, want %d", listed, len(served.Resources))
		}
		for _, d := range served.Directories {
			var children []string
			for r, err := range c.ReadDirectory(t.Context(), d.URI) {
				if err != nil {
					t.Fatal(err)
				}
				children = append(children, r.URI)
			}
			if len(children) != len(d.Children) {
				t.Errorf("P4: %s has %q, want %d", d.URI, children, len(d.Children))
			}
		}
	})
}

func sameResource(t *testing.T, served *catalog.Catalog, r verify.Resource) {
	t.Helper()
	want, ok := served.Resource(r.URI)
	if !ok || r.Name != want.Name || r.Description != want.Description || r.MIMEType != want.MIMEType || r.Size != want.Size || !bytes.Equal(r.Raw, want.Wire()) {
		t.Errorf("P6: %+v, want %+v", r, want)
	}
}

func TestClientTellsRefusalsFromFaults(t *testing.T) {
	eachClient(t, func(t *testing.T, c *verify.Client, _ *catalog.Catalog) {
		ctx, unknown := t.Context(), "skill://nobody/SKILL.md"
		_, getErr := c.GetSkill(ctx, unknown)
		_, readErr := c.ReadSkillURI(ctx, unknown)
		errs := []error{getErr, readErr}
		for _, err := range c.ReadDirectory(ctx, "skill://nobody") {
			errs = append(errs, err)
		}
		if len(errs) != 3 {
			t.Fatalf("%d errors, want 3", len(errs))
		}
		for _, err := range errs {
			refused, ok := errors.AsType[*jsonrpc.Error](err)
			if !ok || refused.Code != jsonrpc.CodeInvalidParams || verify.Unreachable(err) {
				t.Errorf("got %v, want a refusal with -32602", err)
			}
		}
	})
}

func TestCallSendsAnythingAndReturnsItRaw(t *testing.T) {
	eachClient(t, func(t *testing.T, c *verify.Client, _ *catalog.Catalog) {
		for _, test := range []struct {
			method string
			params map[string]any
			code   int64 // 0 for a result
			sent   string
		}{
			{"skills/list", map[string]any{"cursor": "%%%"}, -32602, `"cursor":"%%%"`},
			{"skills/get", map[string]any{"uri": 5}, -32602, `"uri":5`},
			{"skills/nothing", nil, -32601, `"skills/nothing"`},
			{"resources/list", map[string]any{"cursor": "<&>"}, -32602, `"<&>"`},
			{"resources/templates/list", nil, 0, `"resources/templates/list"`},
		} {
			reply, err := c.Call(t.Context(), test.method, test.params)
			if err != nil {
				t.Errorf("%s: %v", test.method, err)
				continue
			}
			var code int64
			if reply.Error != nil {
				code = reply.Error.Code
			}
			if code != test.code || (code == 0) != (reply.Result != nil) {
				t.Errorf("%s: code %d and result %s, want code %d", test.method, code, reply.Result, test.code)
			}
			if !bytes.Contains(reply.Request, []byte(test.sent)) || !json.Valid(reply.Request) {
				t.Errorf("%s: sent %s, want %s in it", test.method, reply.Request, test.sent)
			}
		}
		for _, method := range []string{"notifications/initialized", "subscriptions/listen"} {
			if _, err := c.Call(t.Context(), method, nil); err == nil || !strings.Contains(err.Error(), "has no answer") {
				t.Errorf("%s: %v", method, err)
			}
		}
	})
}

func TestClientIsSafeForConcurrentCalls(t *testing.T) {
	eachClient(t, func(t *testing.T, c *verify.Client, served *catalog.Catalog) {
		done := make(chan error)
		for i := range 8 {
			go func() {
				_, err := c.Call(t.Context(), "skills/unknown"+strings.Repeat("x", i), nil)
				for _, r := range served.Resources {
					f, readErr := c.ReadSkillURI(t.Context(), r.URI)
					if readErr == nil && int64(len(f.Data)) != r.Size {
						readErr = errors.New("the bytes of another file")
					}
					err = errors.Join(err, readErr)
				}
				done <- err
			}()
		}
		for range 8 {
			if err := <-done; err != nil {
				t.Error(err)
			}
		}
	})
}
