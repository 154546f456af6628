package telemetry

import (
	"errors"
	"fmt"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// pieces are what was written to it, each write by itself.
type pieces struct {
	mu  sync.Mutex
	all []string
	err error // of the next write
}

func (p *pieces) Write(b []byte) (int, error) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if err := p.err; err != nil {
		p.err = nil
		return 0, err
	}
	p.all = append(p.all, string(b))
	return len(b), nil
}

// take returns what was written since the last time.
func (p *pieces) take() []string {
	p.mu.Lock()
	defer p.mu.Unlock()
	all := p.all
	p.all = nil
	return all
}

func TestBufferPassesOnAfterASecond(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var out pieces
		b := Buffered(&out)
		for range 2 {
			b.Write([]byte("a\n"))
			time.Sleep(bufferDelay - time.Nanosecond)
			b.Write([]byte("b\n"))
			synctest.Wait()
			if got := out.take(); len(got) != 0 {
				t.Fatalf("%q before the second was over", got)
			}
			time.Sleep(time.Nanosecond)
			synctest.Wait()
			if got := out.take(); len(got) != 1 || got[0] != "a\nb\n" {
				t.Fatalf("%q, want one piece", got)
			}
		}
		time.Sleep(time.Hour)
		synctest.Wait()
		if got := out.take(); len(got) != 0 {
			t.Errorf("%q written with nothing kept", got)
		}
	})
}

func TestBufferPassesOnAtTheEnd(t *testing.T) {
	var out pieces
	b := Buffered(&out)
	b.Write([]byte("a\n"))
	if err := b.Close(); err != nil || len(out.all) != 1 {
		t.Errorf("%q %v", out.all, err)
	}
}

func TestBufferTearsNoLine(t *testing.T) {
	var out pieces
	b := Buffered(&out)
	line := []byte(strings.Repeat("x", 1000) + "\n")
	for range 200 {
		b.Write(line)
	}
	if err := b.Close(); err != nil {
		t.Fatal(err)
	}
	all := out.take()
	for _, piece := range all {
		if len(piece)%len(line) != 0 {
			t.Errorf("a piece of %d bytes", len(piece))
		}
	}
	if got := len(strings.Join(all, "")); got != 200*len(line) {
		t.Errorf("%d bytes, want %d", got, 200*len(line))
	}
}

// stalled takes nothing until it is released.
type stalled struct {
	pieces
	released chan struct{}
}

func (s *stalled) Write(b []byte) (int, error) {
	<-s.released
	return s.pieces.Write(b)
}

func TestNobodyWaitsForALogThatIsNotRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		out := stalled{released: make(chan struct{})}
		b := Buffered(&out)
		l, err := NewLogger(b, "text", "info")
		if err != nil {
			t.Fatal(err)
		}
		begun := time.Now()
		for range 40_000 {
			l.Info(requestMessage, "as", "long as that of a request would be")
		}
		if took := time.Since(begun); took != 0 {
			t.Fatalf("waited %v", took)
		}
		if err := b.Flush(); !errors.Is(err, errStalled) || time.Since(begun) != patience {
			t.Errorf("Flush: %v after %v, want %v after %v", err, time.Since(begun), errStalled, patience)
		}
		close(out.released)
		synctest.Wait()
		kept := strings.Count(strings.Join(out.take(), ""), "\n")
		l.Warn("after")
		told := strings.Join(out.take(), "")
		want := fmt.Sprintf("dropped, since nothing took them\" lines=%d\n", 40_000-kept)
		if kept == 0 || kept == 40_000 || !strings.Contains(told, want) || !strings.Contains(told, "msg=after") {
			t.Errorf("%d lines kept, then: %s, want %s", kept, told, want)
		}
	})
}

func TestBufferGoesOnAfterAFault(t *testing.T) {
	full := errors.New("disk full")
	out := pieces{err: full}
	b := Buffered(&out)
	b.Write([]byte("lost\n"))
	if err := b.Flush(); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
	b.Write([]byte("kept\n"))
	if err := b.Flush(); err != nil || len(out.all) != 1 || out.all[0] != "kept\n" {
		t.Errorf("%q %v", out.all, err)
	}
}

func TestErrorsDoNotWaitInTheBuffer(t *testing.T) {
	var out pieces
	b := Buffered(&out)
	defer b.Close()
	l, err := NewLogger(b, "text", "info")
	if err != nil {
		t.Fatal(err)
	}
	l = l.With("a", 1).WithGroup("g")
	l.Info(requestMessage)
	if len(out.all) != 0 {
		t.Errorf("%q for an information", out.all)
	}
	l.Error("second")
	if len(out.all) != 1 || strings.Count(out.all[0], "\n") != 2 {
		t.Errorf("%q, want both lines at once", out.all)
	}
}
