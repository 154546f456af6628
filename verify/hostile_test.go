package verify_test

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"skillpack/catalog"
	"skillpack/internal/hostile"
	"skillpack/internal/verdict"
	"skillpack/serve"
	"skillpack/verify"
)

// hostileRow is what an audit of a server with one fault must report, and no more.
type hostileRow struct {
	fault string
	// verdicts are those of the skills with another one than the server without a fault
	// has: "notes failed, zoo absent".
	verdicts string
	// want has a line for each finding: "H1 notes notes/a.txt: piece of the message" with
	// the requirement, the skill and the URI, "-" for none; first "note" for a note, then
	// "modern" or "legacy" where it shows in one era alone.
	want string
}

const newline = "\n"

// rightVerdicts are those of the server without a fault.
var rightVerdicts = map[string]string{
	"acme/billing": "verified", "acme/billing/refunds": "verified", "notes": "verified", "zoo": "verified",
	"hidden": "verified unlisted",
}

// TestHostile audits the hostile server with each of its faults: each is named, and
// nothing else is. (H1 to H10, and what the rows name)
func TestHostile(t *testing.T) {
	c := hostileCatalog(t)
	rows := slices.Concat(filesRows, entriesRows, listsRows, serverRows, wireRows)
	faults := hostile.Faults()
	if len(rows) != len(faults) {
		t.Errorf("%d rows for %d faults", len(rows), len(faults))
	}
	for i, row := range rows {
		t.Run(row.fault, func(t *testing.T) {
			t.Parallel()
			if i >= len(faults) || faults[i].Name != row.fault {
				t.Fatalf("there is no such fault in this place")
			}
			row.check(t, auditHostile(t, c, faults[i], nil))
		})
	}
}

// TestHostileBesideCatalog audits the hostile server beside the catalog that it should
// serve, for faults that show there alone, and the right server.
func TestHostileBesideCatalog(t *testing.T) {
	c := hostileCatalog(t)
	for _, row := range besideRows {
		t.Run(row.fault, func(t *testing.T) {
			t.Parallel()
			fault, ok := hostile.Find(row.fault)
			if !ok {
				t.Fatal("there is no such fault")
			}
			row.check(t, auditHostile(t, c, fault, c))
		})
	}
}

// TestHostileControl audits the server without a fault.
func TestHostileControl(t *testing.T) {
	c := hostileCatalog(t)
	for name, against := range map[string]*catalog.Catalog{"alone": nil, "beside its catalog": c} {
		t.Run(name, func(t *testing.T) {
			hostileRow{}.check(t, auditHostile(t, c, hostile.Fault{}, against))
		})
	}
}

// besideRows expect what shows beside the catalog alone.
var besideRows = []hostileRow{
	{"wrong byte", "notes failed", "H1 notes notes/thousand.txt: its digest is"},
	{"dynamic", "notes failed", "E2 notes -: the entry is dynamic, but has files in the catalog"},
	{"skill more", "hidden failed", "P2 hidden -: skills/list has the skill, which is not listed in the catalog"},
	{"skill left out", "zoo failed unlisted", "P2 zoo -: skills/list does not have the skill, which is listed in the catalog"},
	{"directory without an empty directory", "notes failed", "P4 notes notes/spare: the catalog has the directory, but the server does not"},
	{"directory not there", "notes failed", "P4 notes notes/deep: resources/directory/read refuses"},
	{"directoryRead without the method", "", "P4 - -: the server has no method resources/directory/read"},
	{"description of 1,024", "zoo failed", "E1 zoo -: the frontmatter differs from the catalog: description" + newline +
		"E4 zoo zoo: its size is 1063, but 85 in the catalog" + newline + "P6 zoo zoo: resources/list: the description is"},
	{"other instructions", "", `P10 - -: the instructions are "Do something else", but "Ask`},
	{"no instructions", "", `P10 - -: the instructions are "", but "Ask`},
}

// TestHostileReports prints what the audit found of servers whose words could steer a
// terminal.
func TestHostileReports(t *testing.T) {
	c := hostileCatalog(t)
	for _, name := range []string{
		"escape in a description", "escape in a name", "escape in the uri of a file", "escape in the uri of a skill", "escape in what a file is called",
	} {
		t.Run("H9 "+name, func(t *testing.T) {
			t.Parallel()
			fault, ok := hostile.Find(name)
			if !ok {
				t.Fatal("there is no such fault")
			}
			report := auditHostile(t, c, fault, c)
			if report.OK() {
				t.Error("nothing was found beside the catalog")
			}
			var text bytes.Buffer
			if err := verdict.WriteText(&text, report, verdict.Options{}); err != nil {
				t.Fatal(err)
			}
			if at := strings.IndexFunc(text.String(), steers); at >= 0 {
				t.Errorf("the report can steer a terminal at byte %d: %q", at, text.String())
			}
			if !strings.Contains(text.String(), "[31m") {
				t.Errorf("the report does not show what was escaped: %s", text.String())
			}
		})
	}
}

// steers reports whether a character does more on a terminal than be shown or end a line.
func steers(c rune) bool { return c < ' ' && c != '\n' || c >= 0x7f && c < 0xa0 }

func hostileCatalog(t *testing.T) *catalog.Catalog {
	t.Helper()
	c, err := hostile.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// auditHostile audits a server with a fault in both eras, over HTTP.
func auditHostile(t *testing.T, c *catalog.Catalog, fault hostile.Fault, against *catalog.Catalog) *verify.Report {
	t.Helper()
	server := hostile.New(c, fault)
	web := httptest.NewServer(server)
	t.Cleanup(web.Close)
	o := verify.Options{MaxResponse: 32 << 20}
	if strings.HasPrefix(fault.Name, "slow loris") {
		o.Timeout = time.Second
	}
	report, err := verify.Audit(t.Context(), verify.AuditOptions{
		Against: against,
		Dial: func(ctx context.Context, era verify.Era) (*verify.Client, error) {
			o.Era = era
			return verify.ConnectHTTP(ctx, web.URL+serve.Endpoint, o)
		},
	})
	if err != nil {
		t.Fatal(err)
	}
	if fault.Name != "" && server.Spoiled() == 0 {
		t.Error("no answer was spoiled, so the test shows nothing")
	}
	for f := range report.All() {
		if len(f.Request) == 0 {
			t.Errorf("no request shows %s: %s", f.Requirement, f.Message)
		}
	}
	return report
}

// check holds a report against the row.
func (row hostileRow) check(t *testing.T, r *verify.Report) {
	t.Helper()
	want := slices.DeleteFunc(strings.Split(row.want, newline), func(s string) bool { return s == "" })
	for _, found := range foundLines(r) {
		at := slices.IndexFunc(want, func(w string) bool { return matches(found, w) })
		if at < 0 {
			t.Errorf("unexpected: %s", found)
			continue
		}
		want = slices.Delete(want, at, at+1)
	}
	for _, w := range want {
		t.Errorf("not reported: %s", w)
	}
	if got := verdictsOf(r); got != row.verdicts {
		t.Errorf("verdicts %q, want %q", got, row.verdicts)
	}
}

// matches reports whether a finding is the one that a line of a row wants.
func matches(found, want string) bool {
	head, message, _ := strings.Cut(found, ": ")
	wantHead, piece, _ := strings.Cut(want, ": ")
	return head == wantHead && strings.Contains(message, piece)
}

// foundLines returns every finding and note in the form of a row.
func foundLines(r *verify.Report) []string {
	var lines []string
	add := func(prefix string, f verify.Finding) {
		if len(f.Eras) == 1 {
			prefix += map[verify.Era]string{verify.Modern: "modern ", verify.Legacy: "legacy "}[f.Eras[0]]
		}
		lines = append(lines, fmt.Sprintf("%s%s %s %s: %s", prefix, f.Requirement, short(f.Skill), short(f.URI), f.Message))
	}
	for f := range r.All() {
		add("", f)
	}
	for _, f := range r.Notes {
		add("note ", f)
	}
	return lines
}

// verdictsOf returns the verdicts that are not those of the right server.
func verdictsOf(r *verify.Report) string {
	absent := maps.Clone(rightVerdicts)
	var others []string
	for _, s := range r.Skills {
		got := string(s.Verdict)
		if s.Unlisted {
			got += " unlisted"
		}
		if name := short(s.URI); got != absent[name] {
			others = append(others, name+" "+got)
		}
		delete(absent, short(s.URI))
	}
	for name := range absent {
		others = append(others, name+" absent")
	}
	slices.Sort(others)
	return strings.Join(others, ", ")
}

// short returns a URI as rows write it, on one line.
func short(uri string) string {
	if uri == "" {
		return "-"
	}
	quoted := strconv.Quote(strings.TrimSuffix(strings.TrimPrefix(uri, "skill://"), "/SKILL.md"))
	return quoted[1 : len(quoted)-1]
}
