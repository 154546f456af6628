// Package deploy holds the examples of deployment to what they promise: the stages of
// the Dockerfile, the manifests, the systemd unit and the proxies are checked by the tools
// of those who take them, and run with the built binary as far as a machine without
// Docker and Kubernetes can.
//
// The package holds tests only. They need E2E=1, Linux, root, and what `make deploy`
// installs; with E2E=1 a missing piece is a failure, never a skip.
package deploy
