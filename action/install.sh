#!/usr/bin/env bash
# Builds skillpack from the checkout of this action, for the steps that follow and for
# those of the caller.
set -euo pipefail
bin=$RUNNER_TEMP/skillpack/bin
mkdir -p "$bin"
CGO_ENABLED=0 go build -C "$GITHUB_ACTION_PATH" -trimpath -o "$bin/" ./cmd/skillpack
echo "$bin" >>"$GITHUB_PATH"
"$bin/skillpack" version
