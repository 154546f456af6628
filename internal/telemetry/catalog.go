package telemetry

import (
	"runtime"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"
)

// Served tells of a catalog.
type Served struct {
	Digest        string
	Parts         []string // the digests of those of which it is the union, nil for none
	Skills, Files int
	Bytes         int64 // of its content
}

// serving is what is served, since when.
type serving struct {
	Served
	since time.Time
}

// catalog exposes the catalog that is served: all of a scrape is of one catalog, and
// nothing is left of those before it. Nothing is exposed while none is served.
type catalog struct {
	now                                     atomic.Pointer[serving]
	info, part, skills, files, bytes, since *prometheus.Desc
}

func newCatalog() *catalog {
	describe := func(name, help string, labels ...string) *prometheus.Desc {
		return prometheus.NewDesc(name, help, labels, nil)
	}
	return &catalog{
		info:   describe("skillpack_catalog_info", "The catalog that is served; always 1.", "digest"),
		part:   describe("skillpack_catalog_part_info", "Each of several catalogs of which the union is served; always 1.", "digest"),
		skills: describe("skillpack_catalog_skills", "Skills of the catalog, unlisted ones too."),
		files:  describe("skillpack_catalog_files", "Files of the catalog."),
		bytes:  describe("skillpack_catalog_bytes", "Size of the catalog's content."),
		since:  describe("skillpack_catalog_loaded_timestamp_seconds", "When the catalog was loaded."),
	}
}

// Describe implements prometheus.Collector.
func (c *catalog) Describe(to chan<- *prometheus.Desc) {
	for _, d := range []*prometheus.Desc{c.info, c.part, c.skills, c.files, c.bytes, c.since} {
		to <- d
	}
}

// Collect implements prometheus.Collector.
func (c *catalog) Collect(to chan<- prometheus.Metric) {
	now := c.now.Load()
	if now == nil {
		return
	}
	send := func(d *prometheus.Desc, v float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, v, labels...)
	}
	send(c.info, 1, now.Digest)
	for _, digest := range now.Parts {
		send(c.part, 1, digest)
	}
	send(c.skills, float64(now.Skills))
	send(c.files, float64(now.Files))
	send(c.bytes, float64(now.Bytes))
	send(c.since, seconds(now.since))
}

func seconds(t time.Time) float64 { return float64(t.UnixMilli()) / 1000 }

func buildInfo(version string) prometheus.Collector {
	g := prometheus.NewGauge(prometheus.GaugeOpts{
		Name: "skillpack_build_info", Help: "The program; always 1.",
		ConstLabels: prometheus.Labels{"version": version, "go_version": runtime.Version()},
	})
	g.Set(1)
	return g
}
