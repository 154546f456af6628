package daemon

import (
	"context"
	"os"
	"sync"

	"skillpack/internal/telemetry"
)

// reloadOn reloads for each signal and change until the function it returns is called,
// or ctx ends. That function waits for a reload under way.
func (s *service) reloadOn(ctx context.Context, hangUp <-chan os.Signal) (stop func()) {
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	running.Go(func() { s.loop(ctx.Done(), hangUp) })
	return func() {
		cancel()
		running.Wait()
	}
}

// files are read together. The zero value is none.
type files struct {
	paths []string
	seen  fingerprint // when they were last read, good or bad
}

// look notes what the files are. It comes before reading them: what changes meanwhile is
// a change again.
func (f *files) look() { f.seen = fingerprintOf(f.paths) }

// changed reports whether the files are others than when they were last read.
func (f *files) changed() bool { return !fingerprintOf(f.paths).same(f.seen) }

// secret is what is served by, not what is served, and can be read again.
type secret struct {
	what string // as the metrics name it
	*files
	reload func() error // leaves the old content in use on an error
}

// changed reloads what has other files than when it was last read, each on its own. Much
// else happens in a folder.
func (s *service) changed() {
	quiet := true
	for _, secret := range s.secrets {
		if secret.changed() {
			quiet = false
			s.reloadSecret(secret, byWatch)
		}
	}
	if s.files.changed() {
		quiet = false
		s.reloadCatalogs(byWatch)
	}
	if quiet {
		s.logger.Debug("something changed beside the files that were read")
	}
}

// reloadCatalogs opens the catalogs anew and serves them if they are good; otherwise the
// old one stays. There are two catalogs in memory meanwhile.
func (s *service) reloadCatalogs(trigger string) {
	s.files.look()
	err := s.replace(trigger)
	s.metrics.Reloaded(telemetry.Catalog, trigger, err)
	if err != nil {
		s.logger.Error("reload failed, the old catalog stays", "what", telemetry.Catalog, "trigger", trigger, "error", err, "digest", s.current.Digest())
	}
}

func (s *service) replace(trigger string) error {
	next, err := s.source.open()
	if err != nil {
		return err
	}
	old := s.current.Digest()
	if next.Digest() == old {
		s.logger.Info("the catalog is unchanged", "trigger", trigger, "digest", old)
		return nil
	}
	shown, err := s.pages.of(next.Catalog)
	if err != nil {
		return err
	}
	if err := s.server.Swap(next.Catalog); err != nil {
		return err
	}
	s.pages.show(shown)
	s.serving(next)
	attrs := []any{"trigger", trigger, "digest", next.Digest(), "previous", old, "skills", skills(next)}
	if next.parts != nil {
		attrs = append(attrs, "catalogs", next.parts)
	}
	s.logger.Info("serving another catalog", attrs...)
	return nil
}

// reloadSecret reads tokens or keys again.
func (s *service) reloadSecret(secret secret, trigger string) {
	secret.look()
	err := secret.reload()
	s.metrics.Reloaded(secret.what, trigger, err)
	if err != nil {
		s.logger.Error("reload failed, the old one stays", "what", secret.what, "trigger", trigger, "error", err)
		return
	}
	s.logger.Info("read again", "what", secret.what, "trigger", trigger)
}
