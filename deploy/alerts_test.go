package deploy

import (
	"net/http"
	"os"
	"regexp"
	"strings"
	"testing"
)

func TestAlerts(t *testing.T) {
	optIn(t)
	must(t, "promtool", "check", "rules", "prometheus-alerts.yaml")
	must(t, "promtool", "test", "rules", "testdata/alerts.yaml")
	binary := newBinary(t)
	s := serve(t, binary, "serve", newCatalog(t, binary, "example-skills"), "--http=127.0.0.1:0", "--ops-addr=127.0.0.1:0")
	ask(t, http.DefaultClient, s.url, nil)
	_, metrics := get(t, s.ops+"/metrics")
	rules, err := os.ReadFile("prometheus-alerts.yaml")
	if err != nil {
		t.Fatal(err)
	}
	t.Run("of metrics and labels that there are", func(t *testing.T) {
		for _, name := range regexp.MustCompile(`\b(?:mcp|skillpack)_[a-z_]+`).FindAllString(string(rules), -1) {
			if !strings.Contains(metrics, "\n"+name+" ") && !strings.Contains(metrics, "\n"+name+"{") && !strings.Contains(metrics, name+"=") {
				t.Errorf("%s is neither a metric nor a label of /metrics", name)
			}
		}
		for _, label := range []string{"error_type", "mcp_method_name", "digest", "what"} {
			if !strings.Contains(metrics, label+`="`) {
				t.Errorf("no metric has the label %s", label)
			}
		}
	})
	t.Run("each told in the test of promtool", func(t *testing.T) {
		test, err := os.ReadFile("testdata/alerts.yaml")
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(string(rules), -1) {
			if strings.Count(string(test), found[1]) != 2 {
				t.Errorf("%s is not tested both ways", found[1])
			}
		}
	})
}
