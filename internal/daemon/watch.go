package daemon

import (
	"context"
	"fmt"
	"log/slog"
	"slices"
	"sync"
	"time"

	"github.com/fsnotify/fsnotify"
)

const (
	// quiet is how long nothing must happen before a change is looked at: writing a file
	// is many events, and so is the swap of a ConfigMap.
	quiet = 200 * time.Millisecond
	// longest is how long after the first event a change is looked at all the same.
	longest = 2 * time.Second
	// lookAgain is how often the files are looked at without an event, for what tells of
	// none: a folder above theirs that is replaced, a file system of the network.
	lookAgain = 30 * time.Second
	// mostTries bounds how often folders that change while they are looked at are looked at.
	mostTries = 5
)

// watch says when something happened in a folder in which the content of a file can
// change. It watches folders and not files, since a file that is replaced by another one
// is another file.
type watch struct {
	changed <-chan struct{} // holds at most one change
	notify  *fsnotify.Watcher
	paths   []string
	logger  *slog.Logger
	often   *time.Ticker // when to look without an event
	stop    func()
}

// openWatch watches all files of a configuration, before any of them is read; it returns
// nil where none is to be watched.
func openWatch(c Config) (*watch, error) {
	if !c.Watch {
		return nil, nil
	}
	paths := slices.Concat(c.Catalogs, c.Auth.files().paths, c.HTTP.TLS.files().paths)
	return newWatch(paths, c.Logger, lookAgain)
}

// newWatch watches the files at paths, from now on and until close.
func newWatch(paths []string, logger *slog.Logger, often time.Duration) (*watch, error) {
	notify, err := fsnotify.NewWatcher()
	if err != nil {
		return nil, fmt.Errorf("watching for changes: %w", err)
	}
	changed := make(chan struct{}, 1)
	w := &watch{changed: changed, notify: notify, paths: paths, logger: logger, often: time.NewTicker(often)}
	if err := w.follow(); err != nil {
		notify.Close()
		return nil, err
	}
	w.start(changed)
	return w, nil
}

// start tells of changes, each once its burst of events is over.
func (w *watch) start(changed chan<- struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	var running sync.WaitGroup
	events := make(chan struct{})
	running.Go(func() { w.receive(ctx, events) })
	running.Go(func() {
		settle(ctx, events, func() {
			if err := w.follow(); err != nil {
				w.logger.Warn("changes may go unseen", "error", err)
			}
			select {
			case changed <- struct{}{}:
			default: // one is waiting
			}
		})
	})
	w.stop = func() { cancel(); running.Wait() }
}

// close may be called of nil.
func (w *watch) close() {
	if w != nil {
		w.stop()
		w.often.Stop()
		w.notify.Close()
	}
}

// receive passes on that there are events. An error is one too: some may be lost.
func (w *watch) receive(ctx context.Context, events chan<- struct{}) {
	for {
		select {
		case <-ctx.Done():
			return
		case err := <-w.notify.Errors:
			w.logger.Warn("watching for changes", "error", err)
		case <-w.notify.Events:
		case <-w.often.C:
		}
		select {
		case <-ctx.Done():
			return
		case events <- struct{}{}:
		}
	}
}

// follow watches the folders that matter now: a link may point elsewhere since, or a
// folder be another one of the same name. It is called before the files are looked at,
// so that what changes in between is seen there; what changes the folders themselves
// makes it try again.
func (w *watch) follow() (err error) {
	folders := w.folders()
	for range mostTries {
		err = w.only(folders)
		now := w.folders()
		if err == nil && slices.Equal(now, folders) {
			return nil
		}
		folders = now
	}
	return err
}

func (w *watch) folders() []string {
	var folders []string
	for _, path := range w.paths {
		folders = append(folders, foldersOf(path)...)
	}
	slices.Sort(folders)
	return slices.Compact(folders)
}

// only watches these folders and no others, each as what it is now.
func (w *watch) only(folders []string) error {
	for _, old := range w.notify.WatchList() {
		_ = w.notify.Remove(old) // it may be gone with its folder
	}
	for _, folder := range folders {
		if err := w.notify.Add(folder); err != nil {
			return fmt.Errorf("watching %q for changes: %w", folder, err)
		}
	}
	return nil
}

// settle calls fire after each burst of events: when none has come for a while, or when
// they do not stop.
func settle(ctx context.Context, events <-chan struct{}, fire func()) {
	for {
		select {
		case <-ctx.Done():
			return
		case <-events:
		}
		for last, over := time.After(longest), false; !over; {
			select {
			case <-ctx.Done():
				return
			case <-events:
			case <-time.After(quiet):
				over = true
			case <-last:
				over = true
			}
		}
		fire()
	}
}
