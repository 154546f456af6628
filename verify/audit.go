package verify

import (
	"context"
	"errors"

	"skillpack/catalog"
)

// AuditOptions are the settings of an audit.
type AuditOptions struct {
	// Dial opens a connection in an era. The audit closes it.
	Dial func(context.Context, Era) (*Client, error)
	Eras []Era // nil is both
	// Concurrency is how many calls are under way at a time, 0 is 8. Memory is bounded by
	// it times the largest file, beside the listing.
	Concurrency int
	MaxSkills   int              // how many skills are looked at, 0 is 10,000; more are a finding
	Against     *catalog.Catalog // frozen; what the server must serve, exactly; nil for anything
	// Progress, if not nil, is told how far the audit is. It is never called concurrently.
	Progress func(Progress)
}

// Progress is how far an audit is in one era.
type Progress struct {
	Era       Era
	Skills    int // known so far
	Files     int // known so far
	FilesDone int // read
	Bytes     int64
}

// Audit walks a whole server, once in each era, and reports everything that is wrong
// with it: one cause is one finding. An error says that the audit could not be done or
// ended early; the report then holds what was found so far.
func Audit(ctx context.Context, o AuditOptions) (*Report, error) {
	return nil, errors.New("the audit is not written yet")
}
