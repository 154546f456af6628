package serve

import (
	"fmt"
	"runtime"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"unsafe"
)

func key(i int) zipKey { return zipKey{uri: fmt.Sprintf("skill://s%04d/SKILL.md", i), modern: true} }

// sized is an answer of so many bytes that says it was worthwhile.
func sized(n int) *zipped { return &zipped{stream: make([]byte, n), length: uint32(2 * n)} }

func never(t *testing.T) func() *zipped {
	return func() *zipped { t.Error("compressed"); return nil }
}

func TestZipCacheKeeps(t *testing.T) {
	c := newZipCache(1 << 20)
	first := c.get(key(1), 4_000, func() *zipped { return sized(2_000) })
	if first == nil || c.get(key(1), 4_000, never(t)) != first {
		t.Error("not kept")
	}
	legacy := key(1)
	legacy.modern = false
	if c.get(legacy, 4_000, func() *zipped { return sized(2_000) }) == first {
		t.Error("one answer for both eras")
	}
}

func TestZipCacheNotWorthIt(t *testing.T) {
	const limit = 80_000
	for name, size := range map[string]int{"short": minZip - 1, "over an eighth": limit/8 + 1} {
		c := newZipCache(limit)
		if c.get(key(1), size, never(t)) != nil || c.used != 0 || len(c.entries) != 0 {
			t.Errorf("%s: kept", name)
		}
	}
	c := newZipCache(limit)
	if c.get(key(1), limit/8, func() *zipped { return sized(2_000) }) == nil || c.get(key(2), minZip, func() *zipped { return sized(500) }) == nil {
		t.Error("an answer at the bounds is not compressed")
	}
	t.Run("hardly shrinks", func(t *testing.T) {
		c, calls := newZipCache(limit), 0
		zip := func() *zipped { calls++; return &zipped{stream: make([]byte, 9_100), length: 10_000} }
		for range 3 {
			if c.get(key(1), 10_000, zip) != nil {
				t.Error("compressed")
			}
		}
		if calls != 1 || c.used > 500 {
			t.Errorf("compressed %d times, and the verdict takes %d bytes", calls, c.used)
		}
	})
}

func TestZipCacheLeastRecentlyUsed(t *testing.T) {
	const size, fit = 10_000, 10
	c := newZipCache(fit * (size + entryCost + len(key(0).uri)))
	get := func(i int) (compressed bool) {
		c.get(key(i), size, func() *zipped { compressed = true; return sized(size) })
		if c.used > c.limit || len(c.entries) != c.recent.Len() {
			t.Fatalf("%d bytes of %d, %d entries and %d in order", c.used, c.limit, len(c.entries), c.recent.Len())
		}
		return compressed
	}
	for i := range fit {
		get(i)
	}
	if get(0) {
		t.Fatal("what fits was pushed out")
	}
	get(fit) // pushes 1 out, since 0 was used
	if get(0) || get(2) || !get(1) {
		t.Error("not the least recently used one went")
	}
	for i := range 1_000 {
		get(i)
	}
	if len(c.entries) != fit {
		t.Errorf("%d entries, want %d", len(c.entries), fit)
	}
}

func TestZipCacheOneCompresses(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, release, calls := newZipCache(1<<20), make(chan bool), 0
		zip := func() *zipped { calls++; <-release; return sized(2_000) }
		var got [3]*zipped
		for i := range got {
			go func() { got[i] = c.get(key(1), 4_000, zip) }()
		}
		synctest.Wait()
		if c.get(key(2), 4_000, func() *zipped { return sized(2_000) }) == nil { // while 1 is under way
			t.Error("another key waits")
		}
		close(release)
		synctest.Wait()
		if calls != 1 || got[0] == nil || got[0] != got[1] || got[1] != got[2] {
			t.Errorf("compressed %d times: %p %p %p", calls, got[0], got[1], got[2])
		}
	})
}

func TestZipCacheUnderWayStays(t *testing.T) {
	c := newZipCache(100_000)
	got := c.get(key(0), 8_000, func() *zipped {
		for i := range 50 { // push out all that can go
			c.get(key(1+i), 8_000, func() *zipped { return sized(4_000) })
		}
		return sized(4_000)
	})
	if got == nil || c.get(key(0), 8_000, never(t)) != got || c.used > c.limit {
		t.Errorf("%p was pushed out, %d bytes", got, c.used)
	}
}

func TestZipCachePanic(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, release := newZipCache(1<<20), make(chan bool)
		go func() {
			defer func() { recover() }() // as net/http does
			c.get(key(1), 4_000, func() *zipped { <-release; panic("a fault") })
		}()
		synctest.Wait()
		waited := sized(1)
		go func() { waited = c.get(key(1), 4_000, never(t)) }()
		synctest.Wait()
		close(release)
		synctest.Wait()
		if waited != nil || c.used != 0 || len(c.entries) != 0 || c.recent.Len() != 0 {
			t.Errorf("%p, %d bytes, %d entries", waited, c.used, len(c.entries))
		}
		if c.get(key(1), 4_000, func() *zipped { return sized(2_000) }) == nil {
			t.Error("not tried again")
		}
	})
}

func TestZipCacheConcurrently(t *testing.T) {
	c := newZipCache(200_000)
	var all sync.WaitGroup
	for g := range 8 {
		all.Go(func() {
			for i := range 2_000 {
				n := (g*31 + i*i) % 97
				if z := c.get(key(n), 3_000, func() *zipped { return sized(1_000 + n) }); len(z.stream) != 1_000+n {
					t.Errorf("the answer of another key: %d for %d", len(z.stream), n)
				}
			}
		})
	}
	all.Wait()
	sum := 0
	for _, at := range c.entries {
		sum += at.Value.(*zipEntry).cost
	}
	if c.used != sum || sum > c.limit || len(c.entries) != c.recent.Len() {
		t.Errorf("%d bytes counted, %d kept of %d; %d entries, %d in order", c.used, sum, c.limit, len(c.entries), c.recent.Len())
	}
}

// TestZipCacheMemory holds the heap that a full cache takes to its limit.
func TestZipCacheMemory(t *testing.T) {
	for name, size := range map[string]int{"short answers": 600, "long answers": 40_000, "verdicts alone": 0} {
		t.Run(name, func(t *testing.T) {
			const limit = 8 << 20
			before := heap()
			c := newZipCache(limit)
			for i := range 2*limit/(size+entryCost) + 1 {
				c.get(key(i), max(minZip, size), func() *zipped { return sized(size) })
			}
			took := heap() - before
			if c.used < limit*9/10 || took > limit*5/4 {
				t.Errorf("%d bytes of the heap for %d counted, limit %d", took, c.used, limit)
			}
			t.Logf("%d bytes of the heap for %d counted, %d entries", took, c.used, len(c.entries))
			runtime.KeepAlive(c)
		})
	}
}

func heap() int64 {
	var m runtime.MemStats
	runtime.GC()
	runtime.GC() // the first one leaves what pools hold
	runtime.ReadMemStats(&m)
	return int64(m.HeapAlloc)
}

func TestZipCacheKeepsNoRequest(t *testing.T) {
	c, request := newZipCache(1<<20), strings.Repeat("x", 1<<20)
	c.get(zipKey{uri: request[:20]}, 4_000, func() *zipped { return sized(2_000) })
	for k, at := range c.entries {
		for _, uri := range []string{k.uri, at.Value.(*zipEntry).key.uri} {
			if uri != request[:20] || unsafe.StringData(uri) == unsafe.StringData(request) {
				t.Error("the key holds on to the request that it was cut from")
			}
		}
	}
}

func BenchmarkZipCacheHit(b *testing.B) {
	c := newZipCache(1 << 20)
	for i := range 100 {
		c.get(key(i), 4_000, func() *zipped { return sized(2_000) })
	}
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		k := key(50)
		size := 4_000
		for pb.Next() {
			c.get(k, size, func() *zipped { return sized(size) })
		}
	})
}
