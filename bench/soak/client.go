package main

import (
	"bytes"
	"compress/gzip"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net/http"
	"strings"
	"time"

	"skillpack/bench/sample"
	"skillpack/internal/protocol"
)

// timeout is how long an answer may take, on a machine that is overloaded on purpose.
const timeout = 30 * time.Second

// client asks one thing after the other on one connection.
type client struct {
	*soak
	random *rand.Rand
	web    *http.Client
	unzip  gzip.Reader
	asked  int
	walks  map[string]*walk // of the lists, by method
}

// walk is how far a client is in a list.
type walk struct {
	cursor string
	from   int
	of     which // the editions that all pages so far are of
}

func newClient(k *soak, random *rand.Rand) *client {
	return &client{
		soak: k, random: random,
		// Compressed answers are for us to look into.
		web:   &http.Client{Transport: &http.Transport{DisableCompression: true}, Timeout: timeout},
		walks: map[string]*walk{listSkills: {of: either}, listResources: {of: either}},
	}
}

// loop asks until ctx is done; the request under way is finished.
func (k *client) loop(ctx context.Context) {
	defer k.web.CloseIdleConnections()
	for ctx.Err() == nil {
		k.step()
	}
}

// step makes a call of its choice and checks the answer.
func (k *client) step() {
	c := k.choose()
	begin := k.served.now()
	reply, err := k.send(c)
	end := k.served.now()
	if err != nil {
		k.fail(c, err)
		return
	}
	k.count(c, reply)
	if err := k.judged(c, reply, begin, end); err != nil {
		k.fail(c, err)
	}
}

func (k *client) judged(c *call, a *reply, begin, end moment) error {
	e, err := openEnvelope(c, a.body)
	if err != nil {
		return err
	}
	if w := k.walks[c.method]; w != nil {
		return k.onward(w, c, a.status, e, begin, end)
	}
	_, err = k.check(c, a.status, e, begin, end)
	return err
}

// choose makes up a call of what both editions have.
func (k *client) choose() *call {
	k.asked++
	c := &call{id: fmt.Sprint(k.asked), modern: k.random.IntN(2) == 0, gzip: k.random.IntN(2) == 0, odd: k.random.IntN(16) == 0}
	if k.random.IntN(2) == 0 {
		c.id = fmt.Sprintf(`"%d-%s"`, k.asked, strings.Repeat("x", k.random.IntN(40)))
	}
	both := shapes()[0]
	file := sample.Topic(k.random.IntN(both.Skills), k.random.IntN(both.Files))
	root, _, _ := strings.Cut(file, "/references")
	switch c.method = pick(k.random, listSkills, getSkill, getSkill, readDirectory, listResources, readResource, readResource); c.method {
	case getSkill:
		c.uri = uri(root + "/SKILL.md")
	case readDirectory:
		c.uri = uri(pick(k.random, root, root+"/references"))
	case readResource:
		c.uri = uri(pick(k.random, file, root+"/SKILL.md", sample.Guide))
	default:
		w := k.walks[c.method]
		c.cursor, c.from = w.cursor, w.from
	}
	return c
}

func pick(r *rand.Rand, all ...string) string { return all[r.IntN(len(all))] }

func uri(path string) string { return protocol.URI("skill", path) }

// reply is an answer as it came, its body no longer compressed.
type reply struct {
	status int
	gzip   bool
	body   []byte
}

func (k *client) send(c *call) (*reply, error) {
	q, err := http.NewRequest(http.MethodPost, k.url, bytes.NewReader(c.body()))
	if err != nil {
		return nil, err
	}
	q.Header = c.header()
	answer, err := k.web.Do(q)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	a := &reply{status: answer.StatusCode, gzip: answer.Header.Get("Content-Encoding") == "gzip"}
	switch {
	case answer.Header.Get("Content-Type") != "application/json":
		return nil, fmt.Errorf("the answer is %q with status %d, expected application/json", answer.Header.Get("Content-Type"), a.status)
	case a.gzip && !c.gzip:
		return nil, fmt.Errorf("the answer is compressed, which nobody asked for")
	}
	a.body, err = k.read(answer.Body, a.gzip)
	return a, err
}

func (k *client) read(from io.Reader, compressed bool) ([]byte, error) {
	if !compressed {
		return io.ReadAll(from)
	}
	if err := k.unzip.Reset(from); err != nil {
		return nil, err
	}
	return io.ReadAll(&k.unzip)
}

// check fails unless an answer is a good one of what the server may have had.
func (k *client) check(c *call, status int, e envelope, begin, end moment) (verdict, error) {
	if status != http.StatusOK || e.Error != nil {
		return verdict{}, fmt.Errorf("status %d, error %+v", status, e.Error)
	}
	v := k.judge.judge(c, e.Result)
	if v.of == 0 {
		return v, fmt.Errorf("the answer is of neither catalog: %.200s", e.Result)
	}
	if v.of&during(begin, end) == 0 {
		return v, errors.New("the answer is of a catalog that was gone before it was asked for")
	}
	k.served.see(v.of, begin)
	return v, nil
}

// onward checks a page and goes to the next one. A cursor of a catalog that is gone is
// refused; then, as after a failure and at the end, the walk begins anew.
func (k *client) onward(w *walk, c *call, status int, e envelope, begin, end moment) error {
	before := *w
	*w = walk{of: either}
	if e.Error != nil && c.cursor != "" {
		return k.refused(e, during(begin, end)&^before.of != 0)
	}
	v, err := k.check(c, status, e, begin, end)
	of := v.of & before.of
	switch {
	case err != nil:
		return err
	case of == 0:
		return errors.New("the page is of another catalog than those before it")
	case v.next == "":
		k.walked()
	default:
		*w = walk{v.next, before.from + v.items, of}
	}
	return nil
}
