package verify

import (
	"cmp"
	"context"
	"errors"
	"fmt"

	"skillpack/catalog"
)

// AuditOptions are the settings of an audit.
type AuditOptions struct {
	// Dial opens a connection in an era. The audit closes it.
	Dial func(context.Context, Era) (*Client, error)
	Eras []Era // nil is both
	// Concurrency is how many calls are under way at a time, 0 is 8. Memory is bounded by
	// it times the largest file, beside what the listings say.
	Concurrency int
	MaxSkills   int              // how many skills are looked at, 0 is 10,000; more are a finding
	Against     *catalog.Catalog // frozen; what the server must serve, exactly; nil for anything
	// Progress, if not nil, is told how far the audit is. It is never called concurrently.
	Progress func(Progress)
}

// Progress is how far an audit is in one era.
type Progress struct {
	Era       Era
	Skills    int   // known so far
	Files     int   // known so far
	FilesDone int   // read
	Bytes     int64 // read
}

const (
	defaultConcurrency = 8
	defaultMaxSkills   = 10_000
)

// Audit walks a whole server, once in each era, and reports everything that is wrong
// with it. One cause is one finding: of a skill with an invalid entry nothing else is
// said, nor of a file that cannot be read. An era that the server does not speak is a
// note, unless there is no other.
//
// An error says that the audit could not be done or ended early; the report then holds
// what was found so far. A skill of which not all was looked at is then Unchecked, unless
// something is wrong with it; that a call had no answer is not.
func Audit(ctx context.Context, o AuditOptions) (*Report, error) {
	if o.Against != nil && !o.Against.Frozen() {
		return &Report{}, errors.New("the catalog to compare with is not frozen; pass what catalog.Open, Decode or Freeze returned")
	}
	o.Concurrency = cmp.Or(max(o.Concurrency, 0), defaultConcurrency)
	o.MaxSkills = cmp.Or(max(o.MaxSkills, 0), defaultMaxSkills)
	if len(o.Eras) == 0 {
		o.Eras = []Era{Modern, Legacy}
	}
	t := newTally()
	var unspoken []error
	for _, era := range o.Eras {
		err := auditEra(ctx, &o, era, t)
		if errors.Is(err, ErrEra) {
			unspoken = append(unspoken, err)
			t.notes.add(subject{}, "T5", nil, "not audited in %s: %v", era, err)
			continue
		}
		if err != nil {
			t.endEarly()
			return t.report(), fmt.Errorf("the audit in %s: %w", era, err)
		}
	}
	if len(t.eras) == 0 {
		return t.report(), errors.Join(unspoken...)
	}
	return t.report(), nil
}

// auditEra audits the server in one era and adds what it finds to t.
func auditEra(ctx context.Context, o *AuditOptions, era Era, t *tally) error {
	c, err := o.Dial(ctx, era)
	if err != nil {
		return err
	}
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	a := newEraAudit(o, c, stop)
	a.run(ctx)
	t.add(a)
	if ctx.Err() != nil {
		_ = c.Close()
		return context.Cause(ctx)
	}
	return c.Close()
}
