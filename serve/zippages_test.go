package serve

import (
	"sync"
	"sync/atomic"
	"testing"
)

func TestZipPages(t *testing.T) {
	zipper := newZipper()
	var made sync.Map // start: *atomic.Int32
	zip := func(start int) *zipped {
		n, _ := made.LoadOrStore(start, new(atomic.Int32))
		n.(*atomic.Int32).Add(1)
		return zipper.zip(prose(2_000 + start))
	}
	p := newZipPages(250, 100, zip)
	for _, start := range []int{0, 100, 200} {
		first := p.get(start)
		if first == nil || first.length != uint32(2_000+start) || p.get(start) != first {
			t.Errorf("page at %d: %+v", start, first)
		}
	}
	for _, start := range []int{-100, 1, 99, 150, 300, 1 << 40} {
		if p.get(start) != nil {
			t.Errorf("there is a page at %d", start)
		}
	}
	p.fill(nil)
	made.Range(func(start, n any) bool {
		if n.(*atomic.Int32).Load() != 1 || start.(int)%100 != 0 {
			t.Errorf("page at %v was compressed %d times", start, n.(*atomic.Int32).Load())
		}
		return true
	})
}

func TestZipPagesAsTheyAre(t *testing.T) {
	zipper := newZipper()
	for name, page := range map[string]*zipped{
		"none": nil, "short": zipper.zip(make([]byte, minZip-1)), "noise": zipper.zip(noise(5_000)),
	} {
		calls := 0
		p := newZipPages(0, 100, func(int) *zipped { calls++; return page })
		if p.get(0) != nil || p.get(0) != nil || calls != 1 {
			t.Errorf("%s: compressed, or asked for %d times", name, calls)
		}
	}
	if p := newZipPages(0, 100, func(int) *zipped { return zipper.zip(make([]byte, minZip)) }); p.get(0) == nil {
		t.Error("the page of an empty list, which is long enough, is not compressed")
	}
}

func TestZipPagesFillStops(t *testing.T) {
	stop, made := make(chan struct{}), 0
	p := newZipPages(1_000, 10, func(start int) *zipped {
		if made++; start == 30 {
			close(stop)
		}
		return nil
	})
	if p.fill(stop); made != 4 {
		t.Errorf("%d pages after the stop at the fourth", made)
	}
	p.fill(stop)
	if made != 4 {
		t.Errorf("%d pages though it had been stopped", made)
	}
	if p.fill(nil); made != 100 {
		t.Errorf("%d pages, want all 100, each once", made)
	}
}

func TestZipPagesConcurrently(t *testing.T) {
	zipper := newZipper()
	var made atomic.Int32
	p := newZipPages(40, 10, func(int) *zipped { made.Add(1); return zipper.zip(prose(3_000)) })
	var all sync.WaitGroup
	all.Go(func() { p.fill(nil) })
	for range 8 {
		all.Go(func() {
			for start := 0; start < 40; start += 10 {
				if p.get(start) == nil {
					t.Error("no page")
				}
			}
		})
	}
	all.Wait()
	if made.Load() != 4 {
		t.Errorf("%d pages were compressed, want each of 4 once", made.Load())
	}
}

func BenchmarkZipPagesHit(b *testing.B) {
	zipper, part := newZipper(), prose(3_000)
	p := newZipPages(1_000, 10, func(int) *zipped { return zipper.zip(part) })
	p.fill(nil)
	b.ReportAllocs()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			p.get(500)
		}
	})
}
