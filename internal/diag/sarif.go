package diag

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"net/url"
	"path"
	"strings"

	"github.com/owenrumney/go-sarif/v3/pkg/report/v210/sarif"
)

// Tool is what a SARIF report says of the program that made it.
type Tool struct {
	Name, Version string
	Rules         []RuleInfo
}

// RuleInfo is what a report says of a rule.
type RuleInfo struct {
	ID             string
	Severity       Severity // Off, or what findings have by default
	Opinion        Severity // what findings have where a rule that is Off is turned on
	Summary, Why   string
	Help, Markdown string // all that is to be said, as plain text and as markdown
}

// WriteSARIF prints findings as SARIF 2.1.0, as one line of JSON. Columns count code
// points. Name gives the path of a file as who reads the report knows it; it is written as
// a URI, relative where the path is. A fix that renames is left out, since SARIF has no
// words for it.
func WriteSARIF(w io.Writer, ds []Diagnostic, src Source, name func(file string) string, t Tool) error {
	run := sarif.NewRun().WithColumnKind("unicodeCodePoints").WithTool(sarif.NewTool().WithDriver(t.driver()))
	s := sarifWriter{src: src, name: name, index: map[string]int{}, seen: map[string]int{}}
	for i, r := range t.Rules {
		s.index[r.ID] = i
	}
	for i := range ds {
		run.AddResult(s.result(&ds[i]))
	}
	if err := sarif.NewReport().AddRun(run).Write(w); err != nil {
		return err
	}
	_, err := io.WriteString(w, "\n")
	return err
}

func (t Tool) driver() *sarif.ToolComponent {
	driver := sarif.NewToolComponent().WithName(t.Name).WithVersion(t.Version)
	for _, r := range t.Rules {
		driver.AddRule(r.descriptor())
	}
	return driver
}

func (r RuleInfo) descriptor() *sarif.ReportingDescriptor {
	group, _, _ := strings.Cut(r.ID, "/")
	level := r.Severity
	if level == Off {
		level = r.Opinion
	}
	return sarif.NewReportingDescriptor().WithID(r.ID).
		WithShortDescription(multiformat(r.Summary)).WithFullDescription(multiformat(r.Why)).
		WithHelp(multiformat(r.Help).WithMarkdown(r.Markdown)).
		WithDefaultConfiguration(sarif.NewReportingConfiguration().WithEnabled(r.Severity != Off).WithLevel(level.String())).
		WithProperties(&sarif.PropertyBag{Tags: []string{group}})
}

func multiformat(text string) *sarif.MultiformatMessageString {
	return sarif.NewMultiformatMessageString().WithText(text)
}

type sarifWriter struct {
	src   Source
	name  func(string) string
	index map[string]int // of a rule, by its id
	seen  map[string]int // how often a fingerprint came before
	at    locator
}

func (s *sarifWriter) result(d *Diagnostic) *sarif.Result {
	r := sarif.NewRuleResult(d.Rule).WithLevel(d.Severity.String()).
		WithMessage(sarif.NewTextMessage(d.Message)).
		AddLocation(s.inSkill(d, s.location(d.File, d.Span, &s.at))).
		WithPartialFingerprints(map[string]string{"skillpackFinding/v1": s.fingerprint(d)})
	if i, known := s.index[d.Rule]; known {
		r.WithRuleIndex(i)
	}
	for i, rel := range d.Related {
		at := s.location(rel.File, rel.Span, &locator{}).WithID(i + 1).WithMessage(sarif.NewTextMessage(rel.Message))
		r.AddRelatedLocation(at)
	}
	for _, f := range []*Fix{d.Fix, d.OtherFix} {
		if f != nil && f.Rename == nil && len(f.Edits) > 0 {
			r.AddFixe(s.fix(d.File, f)) // sic
		}
	}
	return r
}

// inSkill adds the skill of a finding to its place.
func (s *sarifWriter) inSkill(d *Diagnostic, at *sarif.Location) *sarif.Location {
	if d.Skill != "" {
		at.AddLogicalLocation(sarif.NewLogicalLocation().WithFullyQualifiedName(s.name(d.Skill)).WithKind("skill"))
	}
	return at
}

func (s *sarifWriter) location(file string, span Span, l *locator) *sarif.Location {
	return sarif.NewLocation().WithPhysicalLocation(sarif.NewPhysicalLocation().
		WithArtifactLocation(s.artifact(file)).WithRegion(s.region(file, span, l)))
}

func (s *sarifWriter) region(file string, span Span, l *locator) *sarif.Region {
	start, end := l.span(file, s.src(file), span)
	return sarif.NewRegion().WithStartLine(start.Line).WithStartColumn(start.Column).
		WithEndLine(end.Line).WithEndColumn(end.Column)
}

func (s *sarifWriter) artifact(file string) *sarif.ArtifactLocation {
	return sarif.NewArtifactLocation().WithURI(fileURI(s.name(file)))
}

// fileURI is the URI of a path: a relative reference, or for an absolute path a file URI.
func fileURI(file string) string {
	u := url.URL{Path: file}
	if path.IsAbs(file) {
		u.Scheme = "file"
	}
	return u.String()
}

func (s *sarifWriter) fix(file string, f *Fix) *sarif.Fix {
	change := sarif.NewArtifactChange().WithArtifactLocation(s.artifact(file))
	var l locator
	for _, e := range f.Edits {
		r := sarif.NewReplacement().WithDeletedRegion(s.region(file, e.Span, &l))
		if e.New != "" {
			r.WithInsertedContent(sarif.NewArtifactContent().WithText(e.New))
		}
		change.AddReplacement(r)
	}
	return sarif.NewFix().WithDescription(sarif.NewTextMessage(f.Title)).AddArtifactChange(change)
}

// fingerprint tells a finding from others without its place, so that it stays the same
// where lines above it come and go: by rule, file, the line's text and what of it is
// marked, and by how many such there are before. GitHub's own fingerprint is left to its
// upload action, which warns of every one that it would have made otherwise.
func (s *sarifWriter) fingerprint(d *Diagnostic) string {
	data := s.src(d.File)
	line, _ := LineAt(data, d.Span.Start)
	from := max(0, min(d.Span.Start, len(data)))
	marked := data[from:max(from, min(d.Span.End, len(data)))]
	key := fmt.Sprintf("%q %q %q %q", d.Rule, d.File, strings.TrimSpace(string(line)), marked)
	s.seen[key]++
	sum := sha256.Sum256(fmt.Append(nil, key, s.seen[key]))
	return hex.EncodeToString(sum[:16])
}
