package skill

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"testing/synctest"
)

// forgetful are Notes of which none is kept. With them nothing is listed ahead.
type forgetful struct{}

func (forgetful) Note(string) string     { return "" }
func (forgetful) SetNote(string, string) {}

// grow makes a random tree of skills below a directory, with all that the walk has an opinion
// of: links, litter, sites, names that collide or are bad.
func grow(t *testing.T, root, dir string, r *rand.Rand, depth int) {
	t.Helper()
	check := func(err error) {
		if err != nil && !errors.Is(err, fs.ErrExist) {
			t.Fatal(err)
		}
	}
	names := []string{"a", "A", "b", "c.md", "d", "e\\f", ".git", "node_modules", "x.pyc", "skip", "SKILL.md", "skill.md", "index", "é", "e\u0301"}
	for range r.IntN(12) {
		file := filepath.Join(dir, names[r.IntN(len(names))])
		switch r.IntN(8) {
		case 0, 1, 2:
			check(os.Mkdir(file, 0o755))
			if info, err := os.Lstat(file); err == nil && info.IsDir() && depth > 0 {
				grow(t, root, file, r, depth-1)
			}
		case 3:
			targets := []string{"..", "a", "../b", "../../a/b", "c.md", "nowhere", root, root + "/a", "/"}
			check(os.Symlink(targets[r.IntN(len(targets))], file))
		case 4:
			if r.IntN(4) == 0 {
				file = filepath.Join(dir, ".skillpack-site")
			}
			fallthrough
		default:
			text := manifestOf(names[r.IntN(len(names))])
			if f, err := os.OpenFile(file, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o644); err == nil {
				_, err = f.WriteString(text)
				check(errors.Join(err, f.Close()))
			}
		}
	}
}

// all is what Load says of a tree.
func all(t *testing.T, fsys fs.FS, o Options) string {
	t.Helper()
	tree := load(t, fsys, o)
	var b strings.Builder
	for _, f := range tree.Files {
		fmt.Fprintln(&b, "file", f.Path, f.Real, f.Through, f.Mode, f.Size, f.Digest())
	}
	for _, s := range tree.Skills {
		fmt.Fprintln(&b, "skill", s.Dir, len(s.Files), s.Dirs)
	}
	fmt.Fprintln(&b, tree.Dirs, tree.LeftOut, tree.Unused, tree.LinkedOut)
	for _, d := range tree.Problems {
		fmt.Fprintln(&b, d.Rule, d.File, d.Span, d.Message, d.Related)
	}
	return b.String()
}

// Whether directories are listed ahead changes nothing.
func TestAheadChangesNothing(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 9))
	rules := map[string]int{}
	for range 40 {
		dir := t.TempDir()
		grow(t, dir, dir, r, 5)
		o := Options{Root: dir}
		if r.IntN(2) == 0 {
			o.Exclude = []string{"**/skip", "a/d"}
		}
		if r.IntN(4) == 0 {
			o.Include = []string{"a", "**/b"}
		}
		for name, fsys := range map[string]fs.FS{"disk": Disk(dir), "standard library": os.DirFS(dir)} {
			with := all(t, fsys, o)
			o := o
			if o.Notes = (forgetful{}); all(t, fsys, o) != with {
				t.Fatalf("%s: with directories listed ahead\n%s\nand without\n%s", name, with, all(t, fsys, o))
			}
			for _, rule := range []string{"files/link", "files/collision", "files/name", "a site", "skip", "not included", "node_modules"} {
				rules[rule] += strings.Count(with, rule)
			}
		}
	}
	for rule, times := range rules {
		if times == 0 {
			t.Errorf("%s did not happen", rule)
		}
	}
}

// listFS notes which directories are listed.
type listFS struct {
	fs.FS
	mu     sync.Mutex
	listed []string
	before func(dir string) error
}

func (l *listFS) ReadDir(dir string) ([]fs.DirEntry, error) {
	l.mu.Lock()
	l.listed = append(l.listed, dir)
	l.mu.Unlock()
	if l.before != nil {
		if err := l.before(dir); err != nil {
			return nil, err
		}
	}
	return fs.ReadDir(l.FS, dir)
}

// Nothing that the walk leaves out is listed, and nothing twice.
func TestAheadEntersWhatTheWalkDoes(t *testing.T) {
	m := mapFS(map[string]string{
		"a/b/c": "", "a/.git/objects/x": "", "node_modules/m/x": "", "skip/deep/x": "", "s/skip/x": "",
		"page/.skillpack-site": "", "page/files/x": "", "bad\\name/below/x": "", "deep/er/x": "",
	})
	fsys := &listFS{FS: m}
	o := Options{Exclude: []string{"skip", "s/skip"}}
	load(t, fsys, o)
	slices.Sort(fsys.listed)
	want := []string{".", "a", "a/b", "deep", "deep/er", "page", "s"}
	equal(t, "listed", fsys.listed, want)
	equal(t, "listed if nobody walks", drained(t, m, o), want)
}

// drained are the directories that are listed ahead, in the order in which one worker does.
func drained(t *testing.T, fsys fs.FS, o Options) (dirs []string) {
	t.Helper()
	a, _ := newTestAhead(t, t.Context(), fsys, o)
	a.mu.Lock()
	defer a.mu.Unlock()
	for p := a.next(); p != nil; p = a.next() {
		dirs = append(dirs, p.dir)
		a.look(p)
	}
	return dirs
}

// wide is a file system of directories alone, each of which holds some, as deep as asked for.
func wide(some, depth int) *listFS {
	m := fstest.MapFS{}
	for i := range some {
		m[fmt.Sprintf("%02d", i)] = &fstest.MapFile{Mode: fs.ModeDir}
	}
	return &listFS{FS: wideFS{m, depth}}
}

type wideFS struct {
	fstest.MapFS
	depth int
}

func (w wideFS) ReadDir(dir string) ([]fs.DirEntry, error) {
	if dir != "." && strings.Count(dir, "/")+1 >= w.depth {
		return nil, nil
	}
	return w.MapFS.ReadDir(".")
}

func newTestAhead(t *testing.T, ctx context.Context, fsys fs.FS, o Options) (*ahead, *preview) {
	t.Helper()
	rules, err := newIgnoreRules(o)
	if err != nil {
		t.Fatal(err)
	}
	return newAhead(ctx, fsys, rules)
}

// takeAll takes what is below a directory as the walk does, and returns how many directories
// that were.
func takeAll(t *testing.T, a *ahead, p *preview) int {
	list, err := a.take(p)
	if err != nil {
		t.Error(err)
	}
	count := 1
	for _, c := range list {
		if c.ahead != nil {
			count += takeAll(t, a, c.ahead)
		}
	}
	return count
}

// However far the walk is behind, what is listed ahead of it stays within bounds; and when it
// has caught up on half of that, more is listed, without its help.
func TestAheadIsBounded(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(1)) // so that what is listed is what the walk needs first
	synctest.Test(t, func(t *testing.T) {
		fsys := wide(30, 3)
		a, root := newTestAhead(t, t.Context(), fsys, Options{})
		a.start()
		synctest.Wait()
		if a.held < maxAhead || a.held > maxAhead+31 || len(fsys.listed) > a.held {
			t.Errorf("%d are held of %d directories", a.held, len(fsys.listed))
		}
		todo, dirs := []*preview{root}, 0
		next := func() int {
			p := todo[len(todo)-1]
			todo = todo[:len(todo)-1]
			list, _ := a.take(p)
			for _, c := range slices.Backward(list) {
				todo = append(todo, c.ahead)
			}
			dirs++
			return 1 + len(list)
		}
		for taken := 0; taken < maxAhead*2/3; {
			if !todo[len(todo)-1].listed {
				t.Error("what the walk needs first is not listed")
			}
			taken += next()
		}
		synctest.Wait()
		if a.held < maxAhead {
			t.Errorf("only %d are held", a.held)
		}
		for len(todo) > 0 {
			next()
		}
		if a.end(); a.held != 0 || dirs != 1+30+30*30+30*30*30 {
			t.Errorf("%d are held after %d directories", a.held, dirs)
		}
	})
}

// Who waits for something to list is told when there is, whoever found it.
func TestAheadIsListedOnAllCores(t *testing.T) {
	defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(4))
	for _, finder := range []string{"worker", "walk"} {
		t.Run(finder, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				fsys, found, slow, busy := wide(100, 1), make(chan struct{}), make(chan struct{}), atomic.Int64{}
				fsys.before = func(dir string) error {
					if dir == "." {
						<-found
						return nil
					}
					busy.Add(1)
					<-slow
					return nil
				}
				a, root := newTestAhead(t, t.Context(), fsys, Options{})
				if finder == "walk" {
					go takeAll(t, a, root)
					synctest.Wait()
				}
				a.start()
				close(found)
				synctest.Wait()
				if n := busy.Load(); n < 4 {
					t.Errorf("only %d directories are listed at a time", n)
				}
				close(slow)
				synctest.Wait()
				a.end()
			})
		})
	}
}

// The first to be listed is what the walk needs first.
func TestAheadGoesBeforeTheWalk(t *testing.T) {
	m := mapFS(map[string]string{"a/b/c/x": "", "a/b-/x": "", "a/d/x": "", "a-b/x": "", "a.b/c/x": "", "b/x": "", "z": ""})
	var want []string
	_ = fs.WalkDir(m, ".", func(file string, e fs.DirEntry, err error) error {
		if e.IsDir() {
			want = append(want, file)
		}
		return err
	})
	equal(t, "order", drained(t, m, Options{}), want)
}

// What nobody has begun to list when the walk comes by, the walk lists.
func TestWalkWaitsForNobody(t *testing.T) {
	fsys := wide(100, 2)
	a, root := newTestAhead(t, t.Context(), fsys, Options{}) // not started
	if dirs := takeAll(t, a, root); dirs != 1+100+100*100 || len(fsys.listed) != dirs {
		t.Errorf("%d directories, of which %d were listed", dirs, len(fsys.listed))
	}
}

// A directory that is being listed when the walk comes by is waited for, not listed again.
func TestWalkWaitsForWhatIsBegun(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fsys, slow := wide(100, 1), make(chan struct{})
		fsys.before = func(dir string) error {
			if dir == "00" {
				<-slow
			}
			return nil
		}
		var done atomic.Bool
		go func() {
			load(t, fsys, Options{})
			done.Store(true)
		}()
		synctest.Wait()
		if done.Load() {
			t.Error("the walk did not wait")
		}
		close(slow)
		synctest.Wait()
		if !done.Load() || len(fsys.listed) != 101 {
			t.Errorf("ended: %v; %d directories were listed", done.Load(), len(fsys.listed))
		}
	})
}

// An error is that of the first directory in the order of the walk, whichever is listed
// first, and one in what is left out is none. Nothing goes on behind the end.
func TestAheadEndsWithAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		fsys := wide(100, 2)
		fsys.before = func(dir string) error {
			if path.Base(dir) >= "70" || dir == "42/50" {
				return errors.New("broken " + dir)
			}
			return nil
		}
		if _, _, err := Load(t.Context(), fsys, Options{Exclude: []string{"[0-3]?", "*/[7-9]?"}}); err == nil || err.Error() != "broken 42/50" {
			t.Errorf("got %v", err)
		}
	})
}

// The end of the context ends all, also where the file system is busy by then.
func TestAheadEndsWithItsContext(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		for _, at := range []int64{1, 2, 50, 5000} {
			ctx, cancel := context.WithCancel(t.Context())
			fsys := wide(100, 4)
			var count atomic.Int64
			fsys.before = func(string) error {
				if count.Add(1) == at {
					cancel()
				}
				return nil
			}
			if _, _, err := Load(ctx, fsys, Options{}); !errors.Is(err, context.Canceled) {
				t.Errorf("got %v", err)
			}
			if n := count.Load(); n > at+maxWorkers+1 {
				t.Errorf("%d directories were listed after the end", n-at)
			}
		}
	})
}
