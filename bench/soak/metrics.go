package main

import (
	"bufio"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strconv"
	"strings"
)

// metricsOf returns the values that the server with an endpoint tells of itself, by name and labels.
func metricsOf(endpoint string) (map[string]float64, error) {
	web := http.Client{Timeout: timeout}
	answer, err := web.Get(strings.TrimSuffix(endpoint, "/mcp") + "/metrics")
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return nil, fmt.Errorf("/metrics: status %s", answer.Status)
	}
	values := map[string]float64{}
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		name, value, ok := strings.Cut(lines.Text(), "} ")
		if !ok {
			name, value, ok = strings.Cut(lines.Text(), " ")
		}
		if v, err := strconv.ParseFloat(value, 64); ok && err == nil {
			values[name] = v
		}
	}
	return values, lines.Err()
}

// doors returns how many requests the server says it answered, by door.
func doors(metrics map[string]float64) []string {
	door := regexp.MustCompile(`^mcp_server_operation_duration_seconds_count\{.*door="([^"]*)"`)
	sums := map[string]float64{}
	for name, value := range metrics {
		if found := door.FindStringSubmatch(name); found != nil {
			sums[found[1]] += value
		}
	}
	var all []string
	for name, sum := range sums {
		all = append(all, fmt.Sprintf("%q %.0f", name, sum))
	}
	slices.Sort(all)
	return all
}
