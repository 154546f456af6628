package daemon

import (
	"context"
	"os"
	"sync"
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

// changed reloads if the files are others than when they were last read. Much else
// happens in a folder.
func (s *service) changed() {
	if now := fingerprintOf(s.source.paths); now.same(s.seen) {
		s.logger.Debug("something changed beside the catalog files")
		return
	}
	s.reloadCatalogs(byWatch)
}

// reloadCatalogs opens the catalogs anew and serves them if they are good; otherwise the
// old one stays. There are two catalogs in memory meanwhile.
func (s *service) reloadCatalogs(trigger string) {
	// Before reading: what changes meanwhile is a change again.
	s.seen = fingerprintOf(s.source.paths)
	err := s.replace(trigger)
	s.metrics.Reloaded(trigger, err)
	if err != nil {
		s.logger.Error("reload failed, the old catalog stays", "what", "catalog", "trigger", trigger, "error", err, "digest", s.current.Digest())
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
	if err := s.server.Swap(next); err != nil {
		return err
	}
	s.serving(next)
	s.logger.Info("serving another catalog", "trigger", trigger, "digest", next.Digest(), "previous", old, "skills", skills(next))
	return nil
}

// reloadSecrets reads tokens and keys again, each on its own.
func (s *service) reloadSecrets() {
	for _, secret := range s.secrets {
		if err := secret.reload(); err != nil {
			s.logger.Error("reload failed, the old one stays", "what", secret.what, "trigger", bySignal, "error", err)
			continue
		}
		s.logger.Info("read again", "what", secret.what, "trigger", bySignal)
	}
}
