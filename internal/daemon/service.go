package daemon

import (
	"log/slog"
	"os"

	"skillpack/internal/telemetry"
	"skillpack/serve"
)

// service is a server and what replaces its catalog. Only one goroutine at a time may
// call what loads; the server answers all the while.
type service struct {
	server  *serve.Server
	source  source
	watch   *watch // nil where files are not watched
	health  *health
	metrics *telemetry.Telemetry
	logger  *slog.Logger
	secrets []secret // read again with the catalogs when a signal asks for it
	pages   *pages   // nil for none

	current opened
	files   files // of the catalogs
}

// openService opens the catalogs and makes a server of them.
func openService(c Config, h *health, metrics *telemetry.Telemetry) (*service, error) {
	s := &service{source: source{c.Catalogs, c.Expect}, health: h, metrics: metrics, logger: c.Logger}
	if c.Site != nil {
		s.pages = &pages{asked: *c.Site, version: c.Version, logger: c.Logger}
		c.Serve.Pages = s.pages
	}
	s.files.paths = c.Catalogs
	s.files.look()
	opened, err := s.source.open()
	if err != nil {
		return nil, err
	}
	s.server = serve.New(opened.Catalog, c.Serve)
	s.serving(opened)
	return s, nil
}

// serving notes, for those who ask, what is served from now on.
func (s *service) serving(c opened) {
	s.current = c
	s.health.serving(c.Digest(), c.parts...)
	var bytes int64
	for i := range c.Contents {
		bytes += c.Contents[i].Size
	}
	spare(bytes)
	s.metrics.Serving(telemetry.Served{
		Digest: c.Digest(), Parts: c.parts, Skills: skills(c), Files: len(c.Resources), Bytes: bytes,
	})
}

func skills(c opened) int { return len(c.Skills) + len(c.Unlisted) }

func (s *service) started() Started {
	return Started{Skills: skills(s.current), Digest: s.current.Digest(), Catalogs: s.current.parts}
}

// The causes of a reload, as the metrics name them.
const (
	bySignal = "signal"
	byWatch  = "watch"
)

// loop reloads for each signal and each change of a watched file until done, one at a
// time: what comes during a reload makes one more.
func (s *service) loop(done <-chan struct{}, hangUp <-chan os.Signal) {
	var changed <-chan struct{}
	if s.watch != nil {
		changed = s.watch.changed
	}
	for {
		select {
		case <-done:
			return
		case <-hangUp:
			forget(changed) // the signal reads all that the change would
			for _, secret := range s.secrets {
				s.reloadSecret(secret, bySignal)
			}
			s.reloadCatalogs(bySignal)
		case <-changed:
			s.changed()
		}
	}
}

// forget takes back what waits in a channel.
func forget(c <-chan struct{}) {
	select {
	case <-c:
	default:
	}
}
