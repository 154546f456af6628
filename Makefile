# Builds and checks skillpack. `make help` lists the targets.

GO ?= go
# How much each fuzz target runs in `make fuzz`: inputs (10000x) or time (60s).
FUZZTIME ?= 10000x
EXAMPLE_CATALOG = build/testdata/example-skills.json
# Tests that ask one thing after the other, by the thousand, and one that counts what is
# allocated: nothing for the race detector, under which they take minutes, or mean nothing.
UNRACED = ^TestDoorsOf|^TestHostile|^TestDirectAllocations$$
# Packages that mostly read text, for which the race detector takes ten times as long, and
# those of their tests that share values between goroutines.
TEXTUAL = /(catalog|cmd/skillpack|lint|internal/(skill|markup|site))$$
SHARING = ^TestReportsOfEveryRuleAreValid$$|^TestTreeIsSafeForManyReaders$$|^TestExamineGetsWhatIsNotKept$$|^TestAhead|^TestSealer|^TestContentsInStretches$$|^TestFirstContentThatFailsIsTold$$|^TestKeeper|^TestWriteGivesTheSameBytesEachTime$$
SHELL = /bin/bash

.DEFAULT_GOAL = build
.PHONY: help build test lint unit example fuzz e2e deploy clients strace hooks archives browser bench bench-serve bench-verify soak clean

help: ## list the targets
	@sed -n 's/^\([a-z0-9-]*\):.*## \(.*\)/\1\t\2/p' $(MAKEFILE_LIST) | expand -t 14

# What links no C starts a fifth faster.
build bench bench-verify: export CGO_ENABLED = 0

build: ## build bin/skillpack
	$(GO) build -trimpath -o bin/skillpack ./cmd/skillpack

test: lint unit example fuzz e2e deploy ## run everything that CI runs, installing what it needs

# Each run goes on from what those before found; `make fuzz` by hand has more patience.
test: FUZZTIME = 2000x

lint: ## check formatting and run go vet
	@out=$$(git ls-files -co --exclude-standard '*.go' | xargs gofmt -l) && [ -z "$$out" ] || { echo "not formatted, run gofmt -w on:"; echo "$$out"; exit 1; }
	$(GO) vet ./...

# Tests are not vetted once more, `make lint` does all of that.
unit: ## run the tests that need nothing but Go, with the race detector where it tells something
	@.ci/need gcc
	@# those that take longest come first, and they mostly wait, so there are three at once
	$(GO) test -vet=off -race -p 3 -timeout 10m -skip '$(UNRACED)' ./verify ./internal/daemon $$($(GO) list ./... | grep -Ev '/(e2e|deploy|verify|internal/daemon)$$|$(TEXTUAL)')
	$(GO) test -vet=off -race -run '$(SHARING)' ./catalog ./lint ./internal/skill ./internal/site
	$(GO) test -vet=off -race -run '^TestScripts$$/^(build_cache|lint_cache|site)$$' ./cmd/skillpack
	$(GO) test -vet=off -timeout 10m $$($(GO) list ./... | grep -E '$(TEXTUAL)')
	$(GO) test -vet=off -run '$(UNRACED)' ./serve ./verify

example: ## check that the committed catalog is what example-skills gives
	$(GO) run ./cmd/skillpack lint example-skills
	$(GO) run ./cmd/skillpack build example-skills -o $(EXAMPLE_CATALOG) --check

fuzz: ## run every fuzz target for FUZZTIME
	@.ci/fuzz $(FUZZTIME)

e2e: clients strace hooks archives browser ## run real MCP clients and Chromium against the built binary, and pre-commit and the Action
	E2E=1 $(GO) test -vet=off -count=1 -v -timeout 20m -parallel 3 ./e2e/

deploy: ## hold the examples of deploy/ to what they promise; Linux, as root
	@.ci/need nginx caddy systemd-analyze systemd-nspawn promtool
	cd deploy/check && $(GO) vet ./...
	E2E=1 $(GO) test -vet=off -count=1 -v -timeout 20m ./deploy/

# npm writes the marker last, so it is newer than the lock once everything is there.
clients: e2e/node_modules/.package-lock.json

e2e/node_modules/.package-lock.json: e2e/package-lock.json e2e/.npmrc
	@.ci/need npm
	cd e2e && npm ci
	@touch $@

# The trace of file calls exists on Linux only, and so does its test.
strace:
	@[ "$$(uname)" != Linux ] || .ci/need strace

# What unpacks the archives of skills.
archives:
	@.ci/need tar bsdtar python3

# What uses the pages.
browser:
	@[ -n "$$CHROMIUM" ] || .ci/need chromium-headless-shell

# What runs the hooks, and the scripts of the Action.
hooks:
	@.ci/need git pre-commit curl jq

# BENCH_SKILLS=3000,60000 measures the larger tree too: 13 GB of disk, and half an hour.
BENCH_SKILLS ?= 3000
BENCH_FLAGS ?=

bench: build ## measure build, lint and the opening of a catalog against reading the tree, ten minutes on an idle machine
	$(GO) build -trimpath -o bin/ ./bench/gen ./bench/floor ./bench/speed
	bin/speed -skills $(BENCH_SKILLS) $(BENCH_FLAGS)

bench-serve: ## measure serve against what net/http can do, four minutes on an idle machine
	@.ci/need wrk
	bench/serve.sh

bench-verify: build ## measure verify against reading every file once, a minute on an idle machine
	$(GO) build -trimpath -o bin/bench-verify ./bench/verify
	bin/bench-verify -skillpack bin/skillpack

soak: build ## serve at full load for five minutes while the catalog is swapped each second
	$(GO) run ./bench/soak -skillpack bin/skillpack

clean: ## remove what was built and installed
	rm -rf bin e2e/node_modules
