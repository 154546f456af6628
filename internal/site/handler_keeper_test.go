package site

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// once is get for who uses a file and releases it.
func (k *keeper) once(ctx context.Context, key string, produce func() ([]byte, error)) ([]byte, error) {
	f, err := k.get(ctx, key, produce)
	if err != nil {
		return nil, err
	}
	defer k.release(f)
	return f.data, nil
}

// However many read slowly, and whatever else is asked for, a file is in memory once.
func TestKeeperHoldsOnceWhatIsInUse(t *testing.T) {
	for _, size := range []int{40, 60} { // the second is too long to be kept
		k, made := newKeeper(100), map[string]int{}
		get := func(key string) *keptFile {
			f, err := k.get(t.Context(), key, func() ([]byte, error) { made[key]++; return make([]byte, size), nil })
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		var used []*keptFile
		for range 3 {
			for i := range 5 {
				used = append(used, get(fmt.Sprint(i)))
			}
		}
		for key, n := range made {
			if n != 1 {
				t.Errorf("%d bytes: %s was made %d times", size, key, n)
			}
		}
		for _, f := range used {
			k.release(f)
		}
		if k.bytes > 100 || k.latest.Len() != len(k.byKey) || len(k.byKey)*size > 100 {
			t.Errorf("%d bytes: %d bytes of %d files are kept, %d known", size, k.bytes, k.latest.Len(), len(k.byKey))
		}
	}
}

func TestKeeperMakesOnceForACrowd(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, made := newKeeper(1<<20), 0
		produce := func() ([]byte, error) { time.Sleep(time.Second); made++; return []byte("page"), nil }
		var crowd sync.WaitGroup
		for range 100 {
			crowd.Go(func() {
				if data, err := k.once(t.Context(), "a", produce); err != nil || string(data) != "page" {
					t.Errorf("%q, %v", data, err)
				}
			})
		}
		crowd.Wait()
		if _, err := k.once(t.Context(), "a", produce); err != nil || made != 1 {
			t.Errorf("made %d times, %v", made, err)
		}
	})
}

func TestKeeperMakesFewAtATime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k := newKeeper(1 << 20)
		var now, most atomic.Int64
		var crowd sync.WaitGroup
		for i := range 50 {
			crowd.Go(func() {
				_, _ = k.once(t.Context(), fmt.Sprint(i), func() ([]byte, error) {
					n := now.Add(1)
					for seen := most.Load(); n > seen && !most.CompareAndSwap(seen, n); seen = most.Load() {
					}
					time.Sleep(time.Second)
					now.Add(-1)
					return nil, nil
				})
			})
		}
		crowd.Wait()
		if int(most.Load()) != runtime.GOMAXPROCS(0) {
			t.Errorf("%d at a time", most.Load())
		}
	})
}

// Who leaves keeps nobody else from a page, and what nobody waits for is not made.
func TestKeeperOfThoseWhoLeave(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		k, made := newKeeper(1<<20), map[string]int{}
		var mu sync.Mutex
		produce := func(key string) func() ([]byte, error) {
			return func() ([]byte, error) {
				time.Sleep(time.Second)
				mu.Lock()
				defer mu.Unlock()
				made[key]++
				return []byte(key), nil
			}
		}
		for i := range runtime.GOMAXPROCS(0) { // all turns are taken
			go k.once(t.Context(), fmt.Sprint(i), produce(fmt.Sprint(i)))
		}
		synctest.Wait()
		ctx, cancel := context.WithCancel(t.Context())
		for _, key := range []string{"shared", "lonely"} {
			go func() {
				if _, err := k.once(ctx, key, produce(key)); !errors.Is(err, context.Canceled) {
					t.Errorf("%v", err)
				}
			}()
		}
		got := make(chan string, 1)
		go func() {
			data, _ := k.once(t.Context(), "shared", produce("shared"))
			got <- string(data)
		}()
		synctest.Wait()
		cancel()
		if data := <-got; data != "shared" {
			t.Errorf("who stayed got %q", data)
		}
		time.Sleep(time.Minute)
		if made["shared"] != 1 || made["lonely"] != 0 {
			t.Errorf("made %v", made)
		}
		if data, err := k.once(t.Context(), "lonely", produce("lonely")); string(data) != "lonely" || err != nil {
			t.Errorf("later: %q, %v", data, err)
		}
	})
}

func TestKeeperKeepsWithinItsBound(t *testing.T) {
	k, made := newKeeper(100), map[string]int{}
	get := func(key string, size int) {
		t.Helper()
		data, err := k.once(t.Context(), key, func() ([]byte, error) { made[key]++; return make([]byte, size), nil })
		if err != nil || len(data) != size {
			t.Fatal(len(data), err)
		}
	}
	get("a", 40)
	get("b", 40)
	get("a", 40)
	get("c", 40) // in the place of b, which was not asked for the longest
	get("a", 40)
	get("b", 40)
	get("huge", 51)
	get("huge", 51)
	for key, want := range map[string]int{"a": 1, "b": 2, "c": 1, "huge": 2} {
		if made[key] != want {
			t.Errorf("%s was made %d times, want %d", key, made[key], want)
		}
	}
	if k.bytes > 100 || k.latest.Len() != len(k.byKey) || len(k.making) != 0 {
		t.Errorf("%d bytes of %d files, %d known, %d being made", k.bytes, k.latest.Len(), len(k.byKey), len(k.making))
	}
}

func TestKeeperKeepsNoErrors(t *testing.T) {
	k := newKeeper(100)
	fault := errors.New("no")
	if _, err := k.once(t.Context(), "a", func() ([]byte, error) { return nil, fault }); err != fault {
		t.Error(err)
	}
	if data, err := k.once(t.Context(), "a", func() ([]byte, error) { return []byte("x"), nil }); err != nil || string(data) != "x" {
		t.Errorf("%q, %v", data, err)
	}
}
