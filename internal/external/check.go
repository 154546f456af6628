// Package external asks the web whether addresses still answer. It is polite and
// bounded: so many addresses, so many at once and a second of one host, so long for each
// and for all, a few bytes of each answer, and what answered lately is not asked again.
//
// The addresses come from texts that nobody vouches for. So nothing on the machine
// itself or in a private network is reached, not by a name that leads there and not by a
// redirect, unless asked for.
package external

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"sync"
	"time"

	"golang.org/x/time/rate"
)

// Options bound a check. The zero value of a field stands for its default.
type Options struct {
	Most     int           // addresses; 1000
	AtOnce   int           // requests; 16
	PerHost  int           // requests of one host at once; 2
	Rate     rate.Limit    // requests of one host a second; 5
	Timeout  time.Duration // of one request with its redirects; 15 s
	Deadline time.Duration // of all together; 3 min

	Cache   string        // directory that remembers what answered; "" for none
	MaxAge  time.Duration // how long it does; 24 h
	Private bool          // reach the machine itself and private networks too

	UserAgent string
}

func (o Options) withDefaults() Options {
	return Options{
		Most: or(o.Most, 1000), AtOnce: or(o.AtOnce, 16), PerHost: or(o.PerHost, 2), Rate: or(o.Rate, 5),
		Timeout: or(o.Timeout, 15*time.Second), Deadline: or(o.Deadline, 3*time.Minute),
		Cache: o.Cache, MaxAge: or(o.MaxAge, 24*time.Hour), Private: o.Private, UserAgent: or(o.UserAgent, "skillpack"),
	}
}

func or[T int | time.Duration | rate.Limit | string](value, otherwise T) T {
	var zero T
	if value == zero {
		return otherwise
	}
	return value
}

// State is what is known of an address.
type State uint8

// The states of an address.
const (
	Unknown State = iota // it could not be checked
	Alive
	Gone // the server, or the name service, says that there is nothing
)

// Result is the answer for one address.
type Result struct {
	State State
	// Detail says why an address is Gone or Unknown: lower case, no full stop.
	Detail string
}

// Check asks for each address once, whatever its fragment, and returns the results by
// address as given. It returns when all are known, when Options.Deadline has passed or
// when ctx ends; what is open then is Unknown. A failure of the cache is no failure.
func Check(ctx context.Context, addresses []string, o Options) map[string]Result {
	o = o.withDefaults()
	ctx, cancel := context.WithTimeout(ctx, o.Deadline)
	defer cancel()
	c := &checker{options: o, client: newClient(o), slots: make(chan struct{}, o.AtOnce), known: openCache(o.Cache, o.MaxAge)}
	wanted := make(map[string]string) // what is asked for, by address
	for _, a := range addresses {
		wanted[a] = normal(a)
	}
	c.run(ctx, wanted)
	c.known.save()
	return c.resultsOf(wanted)
}

// normal returns an address without its fragment, its scheme and host in lower case.
func normal(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	u.Fragment, u.RawFragment = "", ""
	u.Scheme, u.Host = strings.ToLower(u.Scheme), strings.ToLower(u.Host)
	if u.Path == "" {
		u.Path = "/"
	}
	return u.String()
}

// checker is one run of Check.
type checker struct {
	options Options
	client  *http.Client
	slots   chan struct{} // one for each request at work
	known   *cache

	mu       sync.Mutex
	results  map[string]Result // by normal address
	answered bool              // some host answered: the machine is on the web
}

// run fills the results, host by host.
func (c *checker) run(ctx context.Context, wanted map[string]string) {
	c.results = make(map[string]Result)
	var all sync.WaitGroup
	for _, queue := range c.queues(wanted) {
		limiter := rate.NewLimiter(c.options.Rate, 1)
		for range min(c.options.PerHost, cap(queue)) {
			all.Go(func() {
				for address := range queue {
					c.set(address, c.ask(ctx, limiter, address))
				}
			})
		}
	}
	all.Wait()
}

// queues returns the addresses that are to be asked for, by host, in closed channels.
// What is known already, refused or too much has its result then.
func (c *checker) queues(wanted map[string]string) map[string]chan string {
	byHost := make(map[string][]string)
	n := 0
	for _, address := range sortedValues(wanted) {
		host, refusal := hostOf(address)
		switch {
		case refusal != "":
			c.set(address, Result{Detail: refusal})
		case c.known.has(address):
			c.set(address, Result{State: Alive})
		case n == c.options.Most:
			c.set(address, Result{Detail: "there are more links than one run checks"})
		default:
			n++
			byHost[host] = append(byHost[host], address)
		}
	}
	queues := make(map[string]chan string)
	for host, addresses := range byHost {
		queue := make(chan string, len(addresses))
		for _, a := range addresses {
			queue <- a
		}
		close(queue)
		queues[host] = queue
	}
	return queues
}

// hostOf returns the host and port of an address, or why it is not asked for.
func hostOf(address string) (host, refusal string) {
	u, err := url.Parse(address)
	switch {
	case err != nil || u.Host == "":
		return "", "it is no address"
	case u.Scheme != "http" && u.Scheme != "https":
		return "", "it is no web address"
	case u.User != nil:
		return "", "it holds a user name"
	}
	return u.Host, ""
}

// ask asks for one address when its turn comes.
func (c *checker) ask(ctx context.Context, limiter *rate.Limiter, address string) Result {
	if limiter.Wait(ctx) != nil {
		return Result{Detail: outOfTime}
	}
	select {
	case c.slots <- struct{}{}:
	case <-ctx.Done():
		return Result{Detail: outOfTime}
	}
	defer func() { <-c.slots }()
	ctx, cancel := context.WithTimeout(ctx, c.options.Timeout)
	defer cancel()
	return c.request(ctx, address)
}

func (c *checker) set(address string, r Result) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.results[address] = r
	if r.State == Alive {
		c.known.add(address)
	}
}

// resultsOf returns the results by the addresses as given. Where no host answered at all
// an unknown name tells more of this machine than of the name.
func (c *checker) resultsOf(wanted map[string]string) map[string]Result {
	out := make(map[string]Result, len(wanted))
	for address, asked := range wanted {
		r := c.results[asked]
		if r.State == Gone && r.Detail == unknownHost && !c.answered {
			r = Result{Detail: "no host can be reached from here"}
		}
		out[address] = r
	}
	return out
}
