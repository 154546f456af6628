package main

import (
	"cmp"
	"slices"
	"strings"

	"skillpack/verify"
)

// check refuses what the flags cannot mean.
func (o verifyOptions) check(given func(flag string) bool) error {
	if err := cmp.Or(checkFormat(o.format, formatsOfVerify()), o.checkNumbers()); err != nil {
		return err
	}
	if o.json && given("format") && o.format != "json" {
		return usageError("--json and --format %s exclude each other; give one", o.format)
	}
	if !slices.Contains(erasOfVerify(), o.era) {
		return usageError("--era is %q, expected %s", o.era, strings.Join(erasOfVerify(), ", "))
	}
	return o.call.check()
}

func (o verifyOptions) checkNumbers() error {
	switch {
	case o.maxSkills < 1:
		return usageError("--max-skills is %d, expected a number from 1", o.maxSkills)
	case o.concurrency < 1:
		return usageError("--concurrency is %d, expected a number from 1", o.concurrency)
	}
	return nil
}

func (o verifyOptions) formatAsked() string {
	if o.json {
		return "json"
	}
	return o.format
}

func (o verifyOptions) eras() []verify.Era {
	switch o.era {
	case "modern":
		return []verify.Era{verify.Modern}
	case "legacy":
		return []verify.Era{verify.Legacy}
	}
	return []verify.Era{verify.Modern, verify.Legacy}
}
